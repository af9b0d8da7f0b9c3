"""The gate: each request passes it before any page, file or socket gets to see it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote_plus, urlsplit

from tornado.httputil import HTTPMessageDelegate, HTTPServerRequest
from tornado.routing import Router
from tornado.web import Application

from dpviz.server.auth import OPEN, Access
from dpviz.server.pages import Page

METHODS = ("GET", "HEAD", "POST")
#: After a wrong token the answer takes this long (seconds), and so many may wait for one at each address.
PAUSE, WAITING = 1.0, 10
MONTH = 30 * 24 * 3600


class Gate(Router):
    """Hands a request on to the application, or to a page that refuses it; wrong tokens are answered after `pause`."""

    def __init__(
        self, application: Application, access: Access, pause: Callable[[], Awaitable[object]] | None = None
    ) -> None:
        self.application = application
        self.access = access
        self.pause = pause or (lambda: asyncio.sleep(PAUSE))
        self.waiting: Counter[str] = Counter()

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate | None:
        access, path = self.access, request.path
        if not access.answers(request.host):
            return self._refuse(request, 403, "host")
        if request.method not in METHODS:
            return self._refuse(request, 405, "method")
        if "%00" in path:  # no file is called that, and the system is not to be asked
            return self._refuse(request, 404, "address")
        if not path.startswith(access.base_url):
            if path in ("/", access.base_url[:-1]):
                return self.application.get_handler_delegate(request, Prefix)
            return self._refuse(request, 404, "address")
        if foreign(request):
            return self._refuse(request, 403, "origin")
        below = path[len(access.base_url) :]
        if access.token and not below.startswith(OPEN) and (brings(request) or not self.known(request)):
            return self.application.get_handler_delegate(request, Entry, {"gate": self})
        return self.application.find_handler(request, **kwargs)

    def _refuse(self, request: HTTPServerRequest, status: int, why: str) -> HTTPMessageDelegate:
        return self.application.get_handler_delegate(request, Refusal, {"status": status, "why": why})

    def known(self, request: HTTPServerRequest) -> bool:
        """Whether the browser brought the token before."""
        cookie = request.cookies.get(cookie_name(request))
        return cookie is not None and self.access.knows(cookie.value)


def cookie_name(request: HTTPServerRequest) -> str:
    """Browsers do not keep the cookies of two ports apart, so the name does."""
    return "dpviz-" + re.sub(r"[^a-z0-9]", "-", request.host.lower())


def foreign(request: HTTPServerRequest) -> bool:
    """Whether a page of another site asks for something to be done, or for a line to a kernel."""
    if request.method in ("GET", "HEAD") and request.headers.get("Upgrade", "").lower() != "websocket":
        return False
    origin = request.headers.get("Origin", request.headers.get("Sec-Websocket-Origin"))
    if origin is None:  # no browser
        return False
    try:
        return urlsplit(origin.lower()).netloc != request.host.lower()
    except ValueError:
        return True


def wanted(request: HTTPServerRequest) -> str | None:
    """The token in a page's address; None where there is none."""
    found = [part[6:] for part in request.query.split("&") if part.startswith("token=")]
    return unquote_plus(found[-1]) if found and request.method in ("GET", "HEAD") else None


def brings(request: HTTPServerRequest) -> bool:
    """Whether a token comes with the request, right or wrong: in the address, or in the form that asks for it."""
    form = request.headers.get("Content-Type", "").startswith("application/x-www-form-urlencoded")
    return wanted(request) is not None or (request.method == "POST" and form)


def without_token(request: HTTPServerRequest) -> str:
    """The same address, and never one on another machine."""
    query = "&".join(part for part in request.query.split("&") if not part.startswith("token="))
    return "/" + request.path.lstrip("/\\") + (f"?{query}" if query else "")


#: What is said to those who ask for something that is not served: a title and a sentence.
SAID = {
    "host": (
        "This address is not served here",
        "dpviz answers only under the names of its own machine, and those that it was started with.",
    ),
    "method": ("This cannot be done here", "dpviz shows pages; it takes no files and changes none."),
    "address": ("There is no such page", "The address may be mistyped, or the lesson has moved."),
    "origin": ("This was asked by another site", "A page of another site may not start or steer what runs here."),
    "token": ("This server asks for a token", "Open the link that you were given, or type its token."),
    "wrong": ("This server asks for a token", "That is not the token of this server. Type it again."),
    "slowly": ("Too many wrong tokens", "Wait a few seconds, then try again."),
}


class Plain(Page):
    """A page that needs nobody to be known, and says nothing about the lessons."""

    def answer(self, status: int, why: str, name: str = "refused.html") -> None:
        """Say it: to a person as a page, to a script as JSON."""
        title, sentence = SAID[why]
        self.set_status(status)
        self.set_header("Cache-Control", "no-store")
        if "text/html" in self.request.headers.get("Accept", ""):
            links = {**self.settings["dpviz_links"], "reference": None}
            page = self.render_page(name, links=links, why=why, heading=title, sentence=sentence, at_home=True)
            self.finish(page)
        else:
            self.finish({"message": f"{title}. {sentence}"})

    def _request_summary(self) -> str:
        """A log has the path, and never a token."""
        return f"{self.request.method} {self.request.path} ({self.request.remote_ip})"


class Refusal(Plain):
    """Refuses."""

    def initialize(self, *, status: int, why: str) -> None:
        self._said = status, why

    async def prepare(self) -> None:
        self.answer(*self._said)


class Prefix(Plain):
    """Leads from the server's root to where the lessons are; a state in the query goes along."""

    async def prepare(self) -> None:
        self.redirect(self.base_url + (f"?{self.request.query}" if self.request.query else ""))


class Entry(Plain):
    """Asks for the token, and lets in who brings it: it moves from the address into a cookie."""

    def initialize(self, *, gate: Gate) -> None:
        self._gate = gate

    async def prepare(self) -> None:
        request, gate = self.request, self._gate
        if gate.known(request):  # let in before: the link was opened once more, or the form was still there
            self.redirect(without_token(request), status=303)
            return
        word = wanted(request)
        if word is None and request.method == "POST":
            word = self.get_body_argument("token", None)
        if word is None:
            self._ask(401, "token")
            return
        address = request.remote_ip or ""
        if gate.waiting[address] >= WAITING:
            self.set_header("Retry-After", "5")
            self._ask(429, "slowly")
            return
        if not gate.access.lets_in(word.strip()):
            gate.waiting[address] += 1
            try:
                await gate.pause()
            finally:
                gate.waiting[address] -= 1
                gate.waiting += Counter()  # forgets those with nobody waiting
            self._ask(401, "wrong")
            return
        self.set_cookie(
            cookie_name(request),
            gate.access.cookie,
            path=self.base_url,
            max_age=MONTH,
            httponly=True,
            samesite="Lax",
            secure=request.protocol == "https",
        )
        self.set_header("Cache-Control", "no-store")
        self.redirect(without_token(request), status=303)

    def _ask(self, status: int, why: str) -> None:
        if status == 401:
            self.set_header("WWW-Authenticate", 'Token realm="dpviz"')
        self.answer(status, why)
