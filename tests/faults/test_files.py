"""Many people send a file of ten megabytes at once, by the upload's own protocol."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from dpviz.widgets.upload import CHUNK
from tests.faults import processes
from tests.faults.line import Line
from tests.serving import Served

PEOPLE = 30
MOST = 2.5e9  # bytes, of everything, for thirty
AHEAD = 4


def send(line: Line, content: bytes) -> str:
    """What the page is told of the file."""
    upload = line.one("upload")
    parts = [content[start : start + CHUNK] for start in range(0, len(content), CHUNK)]
    line.say(upload, {"kind": "begin", "name": "large.csv", "size": len(content)})
    for index, part in enumerate(parts):
        if index >= AHEAD:
            line.until(upload, "ack")
        line.say(upload, {"kind": "chunk", "index": index}, part)
    line.say(upload, {"kind": "end"})
    while True:
        _, told = line.hear()
        data = told.get("data", {})
        if told.get("comm_id") == upload and (state := data.get("state")):
            said = state.get("message") or state.get("error")
            if said:
                return str(said)


@pytest.mark.slow
@pytest.mark.parametrize("notebook", ["06_private_multiplicative_weights.ipynb", "02_exponential_mechanism.ipynb"])
def test_all_are_read_or_told_why_not(notebook: str, faulty: Served, neighbour: Line) -> None:
    row = b"12345,abcdefgh\n"
    content = b"age,city\n" + row * (9_900_000 // len(row))
    with ThreadPoolExecutor(PEOPLE) as people:
        # Who is done first waits for the others, and answers pings meanwhile.
        lines = list(people.map(lambda _: Line(faulty, notebook, attentive=True), range(PEOPLE)))
        sent = [people.submit(send, line, content) for line in lines]
        assert neighbour.answers()
        peak = 0
        while not all(each.done() for each in sent):
            peak = max(peak, processes.weight(processes.tree(faulty.process.pid)))
        said = [each.result() for each in sent]
        assert all("large.csv" in words for words in said), said
        print(f"{notebook}: {peak / 1e6:.0f} MB at most")
        assert peak < MOST
        assert all(people.map(Line.answers, lines))
        list(people.map(Line.close, lines))
