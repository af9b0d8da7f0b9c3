"""Links for a course's page, and what students get from behind them: by nbgitpuller itself, from a repository."""

from __future__ import annotations

import csv
import html.parser
import io
import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from dpviz.cli import main
from dpviz.course import links
from dpviz.lessons.catalogue import LESSONS

HUB = "https://hub.example.org/jupyter"
FIRST = LESSONS[0]


def printed(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["links", "--hub", HUB, *options]) == 0
    return capsys.readouterr().out


def test_there_is_one_for_each_lesson_and_each_exercise(capsys: pytest.CaptureFixture[str]) -> None:
    table = printed(capsys)
    for entry in LESSONS:
        assert f"[{entry.title}]({HUB}/hub/user-redirect/dpviz/{entry.number})" in table
        assert f"]({HUB}/hub/user-redirect/dpviz/notebook/exercises/{entry.notebook})" in table
    rows = list(csv.DictReader(io.StringIO(printed(capsys, "--format", "csv"))))
    assert [int(row["number"]) for row in rows] == [entry.number for entry in LESSONS]
    assert all(f"({row['lesson']})" in table and f"({row['exercise']})" in table for row in rows)
    found = []

    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag: str, attrs: Any) -> None:
            found.extend(value for name, value in attrs if name == "href")

    Reader().feed(printed(capsys, "--format", "html"))
    assert found == [address for row in rows for address in (row["lesson"], row["exercise"])]


def test_lessons_may_be_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    table = printed(capsys, "--site", "https://dpviz.github.io/dpviz/")
    assert f"(https://dpviz.github.io/dpviz/{Path(FIRST.notebook).stem}.html)" in table
    assert "user-redirect/dpviz/1)" not in table
    assert f"{HUB}/hub/user-redirect/dpviz/notebook/exercises/{FIRST.notebook}" in table


@pytest.mark.parametrize(
    ("repository", "folder"),
    [
        ("https://git.example.org/me/private-learning.git", "private-learning"),
        ("https://git.example.org/me/private-learning/", "private-learning"),
        ("git@git.example.org:course.git", "course"),
        ("file:///srv/course", "course"),
    ],
)
def test_exercises_may_come_from_a_repository(repository: str, folder: str) -> None:
    link = links.links(HUB, repository=repository, branch="term & 2")[0].exercise
    assert link.startswith(f"{HUB}/hub/user-redirect/git-pull?")
    assert parse_qs(urlsplit(link).query) == {
        "repo": [repository],
        "branch": ["term & 2"],
        "targetpath": [folder],
        "urlpath": [f"lab/tree/{folder}/exercises/{FIRST.notebook}"],
    }


@pytest.mark.parametrize("copied", ["/hub/home", "/hub", "/user/ada/lab/tree/x.ipynb", "/"])
def test_the_hubs_address_may_be_copied_from_a_browser(copied: str, capsys: pytest.CaptureFixture[str]) -> None:
    plain = printed(capsys)
    assert main(["links", "--hub", HUB + copied]) == 0
    assert capsys.readouterr().out == plain


@pytest.mark.parametrize("wrong", ["hub.example.org", "ftp://hub.example.org", "https://", "https://h/?x=1"])
def test_what_is_no_address_is_refused(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["links", "--hub", wrong])
    assert end.value.code == 2
    assert "must be an address such as https://hub.example.org" in capsys.readouterr().err


def test_students_get_no_solutions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = printed(capsys, "--folder", str(tmp_path / "course"))
    names = {path.relative_to(tmp_path / "course").as_posix() for path in (tmp_path / "course").rglob("*.*")}
    lessons = {entry.notebook for entry in LESSONS}
    assert names == lessons | {f"exercises/{name}" for name in lessons} | {"README.md", ".gitignore"}
    assert table in (tmp_path / "course" / "README.md").read_text(encoding="utf-8")
    for name in lessons:
        assert "](../docs/" not in (tmp_path / "course" / name).read_text(encoding="utf-8")
        json.loads((tmp_path / "course" / "exercises" / name).read_text(encoding="utf-8"))


def test_what_the_lecturer_changed_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    printed(capsys, "--folder", str(tmp_path))
    printed(capsys, "--folder", str(tmp_path))
    mine = tmp_path / "exercises" / FIRST.notebook
    mine.write_text("mine", encoding="utf-8")
    (tmp_path / "README.md").unlink()
    assert main(["links", "--hub", HUB, "--folder", str(tmp_path)]) == 2
    assert f"{FIRST.notebook} was changed, so nothing was written; --force" in capsys.readouterr().err
    assert not (tmp_path / "README.md").exists()
    printed(capsys, "--folder", str(tmp_path), "--force")
    assert mine.read_text(encoding="utf-8") != "mine"


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert main(["links", "--hub", HUB, "--folder", str(tmp_path / "file")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=A lecturer", "-c", "user.email=lecturer@example.org")
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def publish(folder: Path, why: str) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", why)


def edit(path: Path, cell: int, source: str, *, output: str = "") -> None:
    """Change a cell, as JupyterLab saves it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"][cell]["source"] = source.splitlines(keepends=True)
    if output:
        stream = {"name": "stdout", "output_type": "stream", "text": output.splitlines(keepends=True)}
        notebook["cells"][cell] |= {"execution_count": 1, "outputs": [stream]}
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def test_a_students_edit_is_kept_when_the_lecturers_is_pulled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As the guide has it: the folder is a repository, and a link is followed three times."""
    nbgitpuller = pytest.importorskip("nbgitpuller", reason="no nbgitpuller: install dpviz[hub]")
    course, home = tmp_path / "course", tmp_path / "home" / "course"
    printed(capsys, "--folder", str(course))
    git(course, "init", "-q", "-b", "main")
    publish(course, "Exercises")
    address = course.as_uri()

    def follow_the_link() -> None:
        query = parse_qs(urlsplit(links.links(HUB, repository=address)[0].exercise).query)
        [repository], [branch], [folder] = query["repo"], query["branch"], query["targetpath"]
        for _ in nbgitpuller.GitPuller(repository, str(home.parent / folder), branch=branch).pull():
            pass

    def cells(path: Path) -> list[str]:
        return ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]

    follow_the_link()
    assert not list(home.rglob("*solution*"))
    path = home / "exercises" / FIRST.notebook
    names = [index for index, source in enumerate(cells(path)) if "my = start(" in source]
    edit(path, names[0], 'from dpviz.exercises import start\n\nmy = start(1, seed="Ada")', output="Ada's numbers\n")
    receipt = path.parent / "receipt_01_Ada.json"
    receipt.write_text("{}", encoding="utf-8")
    # The lecturer corrects the text elsewhere in the same notebook, and in another one.
    edit(course / "exercises" / FIRST.notebook, 0, "# Exercise 1, corrected")
    edit(course / "exercises" / LESSONS[1].notebook, 0, "# Exercise 2, corrected")
    publish(course, "Correct a task")
    follow_the_link()
    assert cells(path)[0] == "# Exercise 1, corrected"
    assert 'seed="Ada"' in cells(path)[names[0]]
    assert cells(home / "exercises" / LESSONS[1].notebook)[0] == "# Exercise 2, corrected"
    assert receipt.exists()
    # Where both have changed the same cell, the student's stays.
    edit(course / "exercises" / FIRST.notebook, names[0], "my = start(1)")
    publish(course, "Change what they changed")
    follow_the_link()
    assert 'seed="Ada"' in cells(path)[names[0]]
    assert "Ada's numbers" in path.read_text(encoding="utf-8")
    # A file thrown away comes back as the lecturer has it.
    path.unlink()
    follow_the_link()
    assert cells(path)[names[0]] == "my = start(1)"
