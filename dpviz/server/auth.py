"""Who is answered: under which addresses and host names, asked from which pages, and with which token."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote, urlsplit

#: The variable of the environment that may hold the token: then it stays the same after a restart.
VARIABLE = "DPVIZ_TOKEN"
SHORTEST, LONGEST = 8, 200

# Without the letters and digits that are taken for each other on a board.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
SEGMENT = re.compile(r"[A-Za-z0-9_~-][A-Za-z0-9._~-]*")
NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.ASCII)
LONGEST_PREFIX = 200
#: Below the prefix: files of the package, by which also the page that asks for a token is dressed.
OPEN = ("voila/templates/dpviz/static/", "dpviz/front/")


class AccessError(ValueError):
    """Options that do not go together, in a sentence for whoever starts the server."""


def prefix(text: str) -> str:
    """The address below which everything is served, with a slash at both ends; ``/`` is the whole server."""
    parts = text.strip("/").split("/") if text.strip("/") else []
    if len(text) > LONGEST_PREFIX or not text or not all(SEGMENT.fullmatch(part) for part in parts):
        raise ValueError(
            f"must be a path such as /dpviz/, of letters, digits, '-', '_', '.' and '~' between slashes; got {text!r}"
        )
    return "".join(f"/{part}" for part in parts) + "/"


def host_name(text: str) -> str:
    """A name or number of a machine, as it stands in an address, in small letters and without brackets."""
    name = text.lower().removeprefix("[").removesuffix("]")
    if not (NAME.fullmatch(name) or _number(name)):
        raise ValueError(
            f"must be the name of a machine, such as lms.example.org, without https:// and without a port; got {text!r}"
        )
    return name


def _number(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def own_name(name: str) -> bool:
    """Whether this is a name by which only this machine reaches itself."""
    number = _number(name)
    return name == "localhost" or (number is not None and number.is_loopback)


def named(host: str) -> str:
    """The name in a request's ``Host``; "" if there is none to be read."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if not re.search(r"[@/?#\\\s]", host) else ""
    except ValueError:
        return ""


def new_token() -> str:
    """Three groups of four: 59 bits, which can still be typed from a board."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


@dataclass(frozen=True)
class Access:
    """Who is answered."""

    base_url: str = "/"  # the address below which everything is served
    hosts: frozenset[str] | None = frozenset()  # names of the server, beside this machine's own; None: any
    embed: tuple[str, ...] = ()  # whose pages may show ours in a frame, as a content security policy writes it
    token: str = ""  # what readers must bring; "": nothing
    given: bool = False  # whether whoever started the server chose the token (and so knows it)
    _once: set[str] = field(default_factory=set, repr=False, compare=False)

    def answers(self, host: str) -> bool:
        """Whether the server goes by the name in a request's ``Host``."""
        name = named(host)
        return self.hosts is None or own_name(name) or name in self.hosts

    def lets_in(self, word: str) -> bool:
        """Whether this is the token, or the invitation that was made for one browser."""
        if word in self._once:
            self._once.discard(word)
            return True
        return bool(self.token) and hmac.compare_digest(word.encode("utf-8", "replace"), self.token.encode())

    @property
    def cookie(self) -> str:
        """What a browser keeps in place of the token, as long as the token is the same."""
        return hmac.new(self.token.encode(), b"dpviz: this browser brought the token", hashlib.sha256).hexdigest()

    def knows(self, cookie: str) -> bool:
        """Whether a browser's cookie says that it brought the token."""
        return hmac.compare_digest(cookie.encode("utf-8", "replace"), self.cookie.encode())

    def query(self) -> str:
        """What a link must end in to be let in; for the terminal."""
        return f"?token={quote(self.token, safe='')}" if self.token and not self.given else ""

    def invite(self) -> str:
        """The same for one browser, once: other users of the machine can read how a browser was started."""
        if not self.token:
            return ""
        word = secrets.token_urlsafe()
        self._once.add(word)
        return f"?token={word}"


def plan(
    *,
    ip: str,
    base_url: str = "/",
    hosts: Sequence[str] = (),
    embed: Sequence[str] = (),
    no_token: bool = False,
    environment: Mapping[str, str],
) -> Access:
    """Decide from the command's options; `AccessError` if they contradict each other."""
    given = environment.get(VARIABLE, "").strip()
    beyond = not own_name(ip)
    if no_token and given:
        raise AccessError(f"{VARIABLE} sets a token and --no-token does without one. Leave one of them out.")
    if given and not (
        SHORTEST <= len(given) <= LONGEST and given.isascii() and given.isprintable() and " " not in given
    ):
        raise AccessError(
            f"The token in {VARIABLE} must have {SHORTEST} to {LONGEST} letters, digits or signs, and no blanks."
        )
    token = given or (new_token() if beyond and not no_token else "")
    strangers = [origin for origin in embed if origin != "'self'"]
    if strangers and token:
        raise AccessError(
            "Browsers give a frame in a page of another site no cookies, so a page in a frame of "
            f"{strangers[0]} could not show a token. With --embed-in say --no-token, which lets in everybody who can "
            "reach this server; or listen on this machine only, behind a web server."
        )
    return Access(
        base_url=base_url,
        hosts=None if beyond and not hosts else frozenset(hosts),
        embed=tuple(embed),
        token=token,
        given=bool(given),
    )
