"""Who is let in: addresses, names, tokens; and what the command says of options that do not go together."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from urllib.parse import urlencode
from urllib.request import Request, build_opener

import pytest
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler

from dpviz.cli import main, parser
from dpviz.lessons.catalogue import LESSONS
from dpviz.pages import assets
from dpviz.server import auth_handlers
from dpviz.server.auth import VARIABLE, Access, AccessError, host_name, new_token, plan, prefix
from tests.browser import violations
from tests.serving import PATIENCE, Served, _Stay, run_async, serve

LESSON = f"voila/render/{LESSONS[0].notebook}"
HTML = {"Accept": "text/html,*/*"}


@pytest.mark.parametrize("text", ["x", "/x", "x/", "/x/", "//x//"])
def test_a_prefix_has_a_slash_at_both_ends(text: str) -> None:
    assert prefix(text) == "/x/"
    assert parser().parse_args(["--base-url", text]).base_url == "/x/"


def test_prefixes_of_several_parts_and_of_none() -> None:
    assert prefix("/courses/dp-2026/~ada/") == "/courses/dp-2026/~ada/"
    assert prefix("/") == prefix("///") == parser().parse_args([]).base_url == "/"


def test_names_of_machines() -> None:
    for text, name in [("LMS.example.org", "lms.example.org"), ("lab-3", "lab-3"), ("[::1]", "::1")]:
        assert host_name(text) == name
    assert parser().parse_args(["--allow-host", "a.org", "--allow-host", "b.org"]).allow_host == ["a.org", "b.org"]


def test_readers_are_as_many_as_there_is_room_for_unless_said() -> None:
    assert parser().parse_args([]).max_kernels is None
    assert parser().parse_args(["--max-kernels", "40"]).max_kernels == 40


LOCAL = ["localhost", "localhost:8866", "LOCALHOST:1", "127.0.0.1", "127.0.0.1:1", "127.5.5.5", "[::1]", "[::1]:8866"]
_STRANGE = r"""
evil.example evil.example:8866 127.0.0.1.evil.example localhost.evil.example evil.example.localhost
localhost@evil.example evil.example/localhost 192.168.0.1 10.0.0.1:8866 0.0.0.0 [::ffff:10.0.0.1]
[fe80::1] 2130706433 0x7f000001 127.1 :8866 [::1 [] e:x:y lms.example.org. localhost#evil a\localhost
"""
STRANGE = [*_STRANGE.split(), "", "localhost evil", "localhost\tevil"]


def test_on_loopback_only_this_machines_names_are_answered() -> None:
    """A page elsewhere could let its own name lead here, and read what is served (DNS rebinding)."""
    access = plan(ip="127.0.0.1", environment={})
    assert [host for host in LOCAL if not access.answers(host)] == []
    assert [host for host in [*STRANGE, "lms.example.org"] if access.answers(host)] == []


def test_a_name_that_is_allowed_is_answered_and_no_other() -> None:
    for ip in ("127.0.0.1", "0.0.0.0"):
        access = plan(ip=ip, hosts=["lms.example.org", "10.9.8.7"], no_token=True, environment={})
        allowed = ["lms.example.org", "LMS.example.org:8443", "10.9.8.7:80", *LOCAL]
        assert [host for host in allowed if not access.answers(host)] == []
        assert [host for host in [*STRANGE, "x.lms.example.org", "example.org"] if access.answers(host)] == []


def test_beyond_loopback_any_name_is_answered_and_a_token_asked_for() -> None:
    for ip in ("0.0.0.0", "::", "", "192.168.1.5", "lab-3.example.org"):
        access = plan(ip=ip, environment={})
        assert access.answers("lab-3.example.org:8866")
        assert re.fullmatch(r"\w{4}-\w{4}-\w{4}", access.token)
        assert access.query() == f"?token={access.token}"
    for ip in ("127.0.0.1", "127.0.0.2", "::1", "localhost"):
        assert plan(ip=ip, environment={}).token == ""
    assert plan(ip="0.0.0.0", no_token=True, environment={}).token == ""


def test_no_two_tokens_are_the_same() -> None:
    assert len({new_token() for _ in range(100)}) == 100


def test_a_token_of_ones_own_is_asked_for_everywhere_and_not_printed() -> None:
    for ip in ("127.0.0.1", "0.0.0.0"):
        access = plan(ip=ip, environment={VARIABLE: " course-2026 "})
        assert (access.token, access.query()) == ("course-2026", "")
        assert access.lets_in("course-2026")
        assert "course-2026" not in access.cookie
        assert access.knows(access.cookie)
        assert not access.knows("")
    assert access.cookie == plan(ip="127.0.0.1", environment={VARIABLE: "course-2026"}).cookie  # after a restart
    assert access.cookie != plan(ip="127.0.0.1", environment={VARIABLE: "course-2027"}).cookie
    assert plan(ip="127.0.0.1", environment={VARIABLE: ""}).token == ""


def test_an_invitation_is_good_once() -> None:
    access = Access(token="a-token-of-mine")
    word = access.invite().removeprefix("?token=")
    assert not access.lets_in("")
    assert access.lets_in(word)
    assert not access.lets_in(word)
    assert access.lets_in("a-token-of-mine")
    assert not access.lets_in("a-token-of-mine ä\ud800")
    assert Access().invite() == Access().query() == ""
    assert not Access().lets_in("")


@pytest.mark.parametrize(
    ("options", "token", "words"),
    [
        (["--ip", "0.0.0.0", "--embed-in", "https://lms.example.org"], "", "With --embed-in say --no-token"),
        (["--embed-in", "*"], "course-2026", "could not show a token"),
        (["--no-token"], "course-2026", "Leave one of them out"),
        ([], "short", "8 to 200"),
        ([], "with a blank", "no blanks"),
        ([], "fünfzehn-jahre", "letters, digits or signs"),
    ],
)
def test_options_that_contradict_each_other_are_told_before_anything_starts(
    options: list[str], token: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, token)
    assert main(options) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert not token or f'"{token}"' not in said.err
    assert "running" not in said.out


def test_frames_and_a_token_go_together_where_they_can() -> None:
    assert plan(ip="0.0.0.0", embed=["https://lms.example.org"], no_token=True, environment={}).token == ""
    assert plan(ip="127.0.0.1", embed=["https://lms.example.org"], environment={}).token == ""
    assert plan(ip="0.0.0.0", embed=["'self'"], environment={}).token
    with pytest.raises(AccessError):
        plan(ip="0.0.0.0", embed=["https://lms.example.org"], environment={})


def test_wrong_tokens_are_answered_slowly_and_not_without_end() -> None:
    """While so many wrong ones of an address wait for their answer, the next is not even looked at."""

    class Told(RequestHandler):
        def get(self) -> None:
            self.finish("let in")

    async def attempts() -> tuple[list[int], int, list[int], int]:
        settings = {"dpviz_environment": assets.environment(), "dpviz_links": {"home": "/"}, "base_url": "/"}
        go_on = asyncio.Event()
        guard = auth_handlers.Gate(
            Application([("/", Told)], **settings), Access(token="a-token-of-mine"), pause=go_on.wait
        )
        server = HTTPServer(guard)
        listener, port = bind_unused_port()
        server.add_socket(listener)

        async def ask(token: str) -> int:
            client = AsyncHTTPClient(force_instance=True)
            address = f"http://127.0.0.1:{port}/?token={token}"
            return (await client.fetch(address, raise_error=False, follow_redirects=False)).code

        wrong = [asyncio.create_task(ask(f"wrong-{n}")) for n in range(auth_handlers.WAITING)]
        while sum(guard.waiting.values()) < auth_handlers.WAITING:
            await asyncio.sleep(0.01)
        refused = [await ask("wrong"), await ask("a-token-of-mine")]
        go_on.set()
        answered = await asyncio.gather(*wrong)
        left = len(guard.waiting)
        right = await ask("a-token-of-mine")
        server.stop()
        return refused, right, answered, left

    refused, right, answered, left = run_async(attempts())
    assert refused == [429, 429]
    assert answered == [401] * auth_handlers.WAITING
    assert (right, left) == (303, 0)


# A server that asks for a token ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def closed() -> Iterator[Served]:
    """Its address is without the token."""
    with serve("--preheat", "none", "--ip", "0.0.0.0", "--base-url", "course", "--verbose") as served:
        port = re.search(r":(\d+)/course/", served.address)
        assert port
        served.token = served.address.partition("?token=")[2]  # type: ignore[attr-defined]
        served.address = f"http://127.0.0.1:{port[1]}/course/"
        yield served


def test_the_link_that_is_printed_lets_in(closed: Served) -> None:
    token = closed.token  # type: ignore[attr-defined]
    status, _, headers = closed.get(f"2?law.epsilon=0.5&token={token}&note=a%20b", **HTML)
    assert (status, headers["Location"]) == (303, "/course/2?law.epsilon=0.5&note=a%20b")
    cookie = headers["Set-Cookie"]
    assert token not in cookie
    assert {"HttpOnly", "SameSite=Lax", "Path=/course/"} <= set(cookie.split("; "))
    assert "Secure" not in cookie
    assert headers["Referrer-Policy"] == "same-origin"
    mine = cookie.partition(";")[0]
    assert closed.get("", Cookie=mine)[0] == 200
    assert LESSONS[0].title in closed.get("", Cookie=mine)[1]
    # The same link once more, by a reader who is in: the token leaves the address again.
    assert closed.get(f"?token={token}", Cookie=mine)[2]["Location"] == "/course/"
    assert closed.get("?token=wrong", Cookie=mine)[2]["Location"] == "/course/"
    # Beyond this machine nobody's word is taken for where a request came from and how.
    again = closed.get(f"?token={token}", **{"X-Forwarded-Proto": "https"})
    assert "Secure" not in again[2]["Set-Cookie"]


OURS = (
    "dpviz/glossary dpviz/pictures/exponential/picture.svg notebook-state voila/static/voila.js no-page login ?token= "
    "api/kernels/00000000-0000-0000-0000-000000000000"
)


@pytest.mark.parametrize("path", ["", "1", LESSON, f"notebook/{LESSONS[0].notebook}", *OURS.split()])
def test_without_the_token_nothing_is_said_of_the_lessons(closed: Served, path: str) -> None:
    for headers in (HTML, {}, {"Cookie": "dpviz-127-0-0-1=x"}, {"Authorization": "token x"}):
        status, said, sent = closed.get(path, **headers)
        assert status == 401
        assert "privacy" not in said.replace("differential privacy", "").lower() or "text/html" in sent["Content-Type"]
        assert LESSONS[0].title not in said
        assert "glossary" not in said
        assert "asks for a token" in said


def test_static_files_of_the_package_are_open(closed: Served) -> None:
    """The page that asks for a token is dressed by them, and they are in the public package."""
    assert closed.get("voila/templates/dpviz/static/gallery.css")[0] == 200
    assert closed.get("voila/templates/dpviz/static/page.js")[0] == 200
    assert closed.get("voila/templates/dpviz/static/../../../api/kernels")[0] in (401, 404)


def post(served: Served, path: str, token: str, **headers: str) -> tuple[int, str]:
    body = urlencode({"token": token}).encode()
    request = Request(served.url(path), data=body, headers={**HTML, **headers})
    try:
        with build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
            return answer.status, ""
    except Exception as error:
        return error.code, error.headers.get("Location", "")  # type: ignore[attr-defined]


def test_a_token_that_is_typed_lets_in_at_the_address_that_was_asked_for(closed: Served) -> None:
    token = closed.token  # type: ignore[attr-defined]
    assert post(closed, f"{LESSON}?law.epsilon=1", f" {token} ") == (303, f"/course/{LESSON}?law.epsilon=1")
    assert post(closed, LESSON, "wrong")[0] == 401
    assert post(closed, LESSON, token, Origin="https://evil.example")[0] == 403


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example/", "///evil.example"])
def test_nobody_is_sent_to_another_machine(path: str) -> None:
    class Asked:
        query = "token=x"

    Asked.path = path  # type: ignore[attr-defined]
    assert auth_handlers.without_token(Asked()) in ("/evil.example/", "/evil.example")


def test_no_token_is_logged(closed: Served) -> None:
    token = closed.token  # type: ignore[attr-defined]
    closed.get(f"?token={token}")
    closed.get("?token=wrong-but-near")
    assert not [line for line in closed.lines if "wrong-but-near" in line]
    assert sum(token in line for line in closed.lines) == 1  # the link


def test_the_root_leads_to_the_prefix(closed: Served) -> None:
    root = Served(closed.process, closed.folder, address=closed.address.removesuffix("course/"))
    for path in ("", "course"):
        assert root.get(path)[2]["Location"] == "/course/"
    for path in ("voila/render/x.ipynb", "coursework/", "api/kernels", "voila/templates/dpviz/static/gallery.css"):
        assert root.get(path, **HTML)[0] == 404


@pytest.mark.browser
def test_a_reader_types_the_token_by_keyboard(closed: Served, new_page: object) -> None:
    token = closed.token  # type: ignore[attr-defined]
    page = new_page(width=390)  # type: ignore[operator]
    page.goto(closed.url("dpviz/glossary?theme=dark#sensitivity"))
    field = page.get_by_label("Token")
    field.fill("wrong")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_label("Token").fill(token)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Glossary and notation").wait_for()
    assert page.url == closed.url("dpviz/glossary?theme=dark#sensitivity")
    assert token not in page.evaluate("document.cookie")


@pytest.mark.browser
def test_the_link_leaves_no_token_behind(closed: Served, new_page: object) -> None:
    token = closed.token  # type: ignore[attr-defined]
    page = new_page()  # type: ignore[operator]
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.all_headers().get('referer', '')}"))
    page.goto(closed.url(f"{LESSON}?token={token}"))
    page.wait_for_selector("html[data-dpviz-ready]", state="attached")
    assert page.url == closed.url(LESSON)
    assert [line for line in asked[1:] if token in line] == []
    assert token not in page.content()
    assert page.complaints == []
