"""The live panel without a page: what it shows, when it draws, what it is moved to, and what it says of mistakes."""

import asyncio
import importlib
import math
from itertools import pairwise

import numpy as np
import pytest

import dpviz
from dpviz.live_bench import LiveBench
from dpviz.live_bench.run import Run, _expected
from dpviz.privacy import MechanismError, bench
from dpviz.privacy.benching.certificates import bounds
from tests.serving import run_async


def half_the_noise(data, rng):
    return sum(data) + rng.laplace(scale=0.5)


def laplace(data, rng, size):
    return np.sum(data) + rng.laplace(size=size)


def response(data, rng, size):
    """Randomised response: loses 1 exactly."""
    return (rng.random(size) < 1 / (1 + math.e)) ^ bool(data)


def chart(live):
    return live.widget.children[2]


def sliders(live):
    return {control.name: control for control in live.widget.children[1].children}


def sentence(live):
    block = chart(live).shown
    return block["sentences"][block["start"]]


def words(live):
    return str(chart(live).shown["figure"])


@pytest.fixture
def opened():
    made = []

    def open_bench(*arguments, **options):
        made.append(LiveBench(*arguments, **options))
        return made[-1]

    yield open_bench
    for live in made:
        live.close()


# --- what it shows -------------------------------------------------------------------------------------------------


def test_the_call_returns_with_something_to_see(opened):
    live = opened(half_the_noise)
    assert live.result.draws < 2000
    assert "on the neighbour" in words(live)
    assert "Nothing is certified yet about ε = 1" in sentence(live)
    assert chart(live).staged
    assert 0 < chart(live).progress < 1
    assert live.running


def test_it_comes_to_what_the_call_that_blocks_finds(opened):
    live = opened(half_the_noise, 5.0, trials=2000, seed=3)
    found, same = live.finish(), bench(half_the_noise, 5.0, trials=2000, seed=3)
    assert str(found) == str(same)
    assert found.ended == same.ended == "trials"
    assert live.as_test
    assert chart(live).progress == -1
    assert not live.running


def test_the_event_and_what_was_tried_are_said(opened):
    live = opened(half_the_noise, trials=2000)
    found = live.finish()
    said = sentence(live)
    for part in ("Refuted", found.found.event, f"{found.draws:,} draws", "pairs of neighbours, one record replaced"):
        assert part in said
    first, second = found.found.counts
    assert f"{first:,} times in {found.found.trials:,} on the data" in said
    assert f"{second:,} times on the neighbour" in said
    block = chart(live).shown
    assert len(block["table"]["rows"][0]) == found.pairs
    assert block["slots"]["bound"][block["start"]] == f"{found.lower_bound:.3g}"
    assert "no proof" in block["card"]["note"]
    assert "no proof" in live.widget.children[3].text


def test_what_is_not_refuted_is_not_proved(opened):
    live = opened(laplace, trials=1000)
    live.finish()
    assert "is not refuted" in sentence(live)
    assert "Nothing found is no proof of privacy." in sentence(live)


def test_who_has_forgotten_to_return_anything_is_told(opened):
    live = opened(lambda data, rng: None, trials=500)
    live.finish()
    assert "so far. Every call gave the same answer" in sentence(live)


def test_a_data_frame_is_told_in_one_line(opened):
    pandas = pytest.importorskip("pandas")
    live = opened(lambda data, rng: data.a.sum() + rng.laplace(), data=pandas.DataFrame({"a": [1, 5]}), trials=500)
    live.finish()
    assert "on the data {'a': [" in sentence(live)


@pytest.mark.parametrize(
    ("mechanism", "name"),
    [
        (lambda data, rng: sum(data) + rng.laplace(), "the answer"),
        (lambda data, rng: np.array([0.0, sum(data), 0.0]) + rng.laplace(size=3), "answer[1]"),
        (lambda data, rng: int(sum(data) + rng.geometric(0.5)), "the answer"),
        (lambda data, rng: rng.choice(["yes", "no <b>"], p=[0.8, 0.2] if data[0] else [0.3, 0.7]), "the answer"),
        (lambda data, rng: f"about {sum(data) + rng.laplace():.3f} people", "the first number in the answer"),
        (lambda data, rng: {"count": sum(data) + rng.laplace()}, "count"),
        (lambda data, rng: bool(rng.random() < (0.8 if data[0] else 0.2)), "the answer"),
        (lambda data, rng: 7, "the answer"),
    ],
)
def test_answers_of_every_kind(opened, mechanism, name):
    live = opened(mechanism, trials=500)
    live.finish()
    figure = chart(live).shown["figure"]
    assert any(name in one["text"] for one in figure["layout"]["annotations"])
    assert figure["data"][0]["type"] == "bar"
    assert "<b>" not in str(figure["layout"]["xaxis"].get("ticktext"))


def test_the_picture_is_whole_along_both_sliders(opened):
    live = opened(half_the_noise, 1.5, delta=1e-3, trials=500)
    live.finish()
    for axis in ("claim", "delta"):
        scene = live._lesson.sections["bench"].scene(live._lesson.state(), axis, live._lesson._values(axis))
        scene.at(0)  # as plotly checks it
        scene.at(len(scene) - 1)
        assert 1.5 in scene.values or 1e-3 in scene.values


# --- the sliders ---------------------------------------------------------------------------------------------------


def test_the_claim_is_compared_and_delta_is_read(opened):
    live = opened(half_the_noise, trials=2000)
    bound = live.finish().lower_bound
    assert 1 < bound <= 2
    sliders(live)["claim"].value = next(value for value in sliders(live)["claim"].values if value > bound)
    assert "is not refuted" in sentence(live)
    assert live.result.lower_bound == bound
    assert not live.result.violated
    sliders(live)["delta"].value = 0.2
    found = live.result
    assert found.lower_bound < bound
    assert found.options["delta"] == 0.2
    assert f"{found.lower_bound:.3g}" in sentence(live)
    assert [look.found.delta for look in found.looks] == [0.2] * len(found.looks)


def test_along_the_claim_it_is_refuted_up_to_the_bound_and_no_further(opened):
    live = opened(half_the_noise, trials=2000)
    bound, block = live.finish().lower_bound, chart(live).shown
    assert block["axis"] == "claim"
    told = [said.startswith("Refuted") for said in block["sentences"]]
    assert told == [value < bound for value in block["values"]]


def test_what_is_claimed_next_is_searched_for(opened):
    live = opened(half_the_noise, trials=2000)
    sliders(live)["claim"].value = 0.5
    assert live._run.watch.epsilon == 0.5


@pytest.mark.parametrize(("runs", "trials"), [(60, 500), pytest.param(1000, 2000, marks=pytest.mark.slow)])
def test_who_watches_right_mechanisms_and_moves_the_sliders_is_misled_as_rarely_as_promised(runs, trials):
    """They look after every slice, at every δ, and claim what the last look makes most doubtful."""
    deltas = np.array([0.0, 0.01, 0.05, 0.2, 0.4])
    p, q = math.e / (1 + math.e), 1 / (1 + math.e)
    true, misled, looks = np.log((p - deltas) / q), 0, 0
    for seed in range(runs):
        run, wrong = Run(response, 1.0, data=0, neighbour=1, seed=seed, trials=trials), False
        while not run.ended:
            run.draw(1e-9)
            looks += 1
            if made := run.see().certificates:
                over = bounds(made, deltas)[:, -1] - true
                most = int(np.argmax(over))
                wrong = wrong or over[most] > 0
                run.watch.aim(epsilon=max(true[most] + over[most], 0.0), delta=deltas[most])
        misled += wrong
    assert looks >= 4 * runs
    assert misled <= max(0.01 * runs, 1)


# --- pause, more, mistakes -----------------------------------------------------------------------------------------


def run(work):
    async def limited():
        return await asyncio.wait_for(work, 300)

    return run_async(limited())


def test_it_draws_when_somebody_looks_and_pauses_and_goes_on(opened):
    live = opened(half_the_noise, 50.0, data=[0], neighbour=[1], trials=2000)

    async def watched():
        before = live.result.draws
        await asyncio.sleep(0.2)
        assert live.result.draws == before  # nobody has looked
        chart(live)._message({"kind": "seen", "visible": True})
        while live.result.draws == before:
            await asyncio.sleep(0.01)
        chart(live)._message({"kind": "cancel"})
        assert (chart(live).stopped, live.running) == (True, False)
        paused = live.result.draws
        await asyncio.sleep(0.2)
        assert live.result.draws == paused
        chart(live)._message({"kind": "resume"})
        while live.running:
            await asyncio.sleep(0.01)
        ended = live.result
        assert ended.looks[-1].drawn == 2000
        sliders(live)["more"]._message({"kind": "press"})
        assert 0 <= chart(live).progress < 1
        while live.running:
            await asyncio.sleep(0.01)
        assert live.result.looks[-1].drawn == 4000
        assert chart(live).progress == -1

    run(watched())


def test_time_may_be_limited(opened):
    live = opened(laplace, 50.0, seconds=0.05, trials=10_000_000)
    found = live.finish()
    assert found.ended == "seconds"
    live.more()
    assert live.running
    again = live.finish()
    assert again.ended == "seconds"
    assert again.draws >= found.draws


def test_the_share_that_is_drawn_grows_to_all():
    made = Run(half_the_noise, 50.0, trials=2000)
    parts = []
    while not made.ended:
        made.draw(1e-9)
        parts.append(made.fraction)
    assert all(a <= b for a, b in pairwise(parts))
    assert made.watch.draws == _expected(len(made.watch.pairs), 2000)
    assert parts[-1] == 1


def test_another_mechanism_takes_its_place(opened):
    live = opened(half_the_noise, trials=500)
    before = chart(live)
    live.finish()
    live.restart(response, 30.0, delta=0.03, data=0, neighbour=1, trials=500)
    assert chart(live) is before
    assert (sliders(live)["claim"].value, sliders(live)["delta"].value) == (30.0, 0.03)
    assert before.shown["title"] == "response on the bench"
    assert live.finish().options["claim"] == 30.0
    assert "one record replaced" not in sentence(live)


def test_what_cannot_be_tried_leaves_the_panel_as_it_was(opened):
    live = opened(half_the_noise, trials=500)
    found = live.finish()
    for wrong, options, error in (
        (lambda data, rng: 1 / 0, {}, MechanismError),
        (3, {}, TypeError),
        (laplace, {"delta": 2}, ValueError),
    ):
        with pytest.raises(error):
            live.restart(wrong, **options)
        assert str(live.result) == str(found)
        assert chart(live).shown["title"] == "half_the_noise on the bench"


def test_what_is_raised_later_is_said_in_the_panel(opened):
    calls = []

    def tires(data, rng):
        calls.append(1)
        if len(calls) > 4000:
            raise ValueError("I am tired")
        return rng.laplace(sum(data))

    live = opened(tires, data=[0], neighbour=[1], trials=100_000)

    async def watched():
        chart(live)._message({"kind": "seen", "visible": True})
        while live.running:
            await asyncio.sleep(0.01)

    run(watched())
    [problem] = live.widget.children[0].problems
    assert "I am tired" in problem["message"]
    assert live.result.looks[-1].number > 0  # what was certified stays
    live.more()
    assert not live.running


@pytest.mark.parametrize(
    ("options", "error", "match"),
    [
        ({"claim": -1}, ValueError, "claim must be"),
        ({"delta": 1.0}, ValueError, "delta must be"),
        ({"trials": 100}, ValueError, "trials must be .* 500"),
        ({"seconds": -1}, ValueError, "seconds must be"),
        ({"neighbour": [1]}, ValueError, "data must be given where neighbour is"),
        ({"colour": "red"}, TypeError, "colour"),
    ],
)
def test_bad_options_are_refused(options, error, match):
    with pytest.raises(error, match=match):
        dpviz.bench(laplace, **options)


# --- what is taken away --------------------------------------------------------------------------------------------


def test_what_it_shows_is_saved_with_both_sliders(opened, tmp_path):
    live = opened(half_the_noise, trials=500)
    found = live.finish()
    live.save(tmp_path / "mine.html")
    page = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert "half_the_noise on the bench" in page
    assert found.found.event in page
    assert page.count('"name": "claim"') + page.count('"name":"claim"') >= 1
    assert "ε, as claimed" in page
    assert "δ, as claimed" in page


def test_a_row_for_each_certificate(opened):
    pytest.importorskip("pandas")
    live = opened(laplace, trials=1000)
    live.finish()
    assert live.to_frame()["lower_bound_99"].tolist() == [look.lower_bound for look in live.result.looks]


def test_a_notebook_that_is_printed_has_a_still(opened, monkeypatch):
    panel = importlib.import_module("dpviz.widgets.panel")
    monkeypatch.setattr(panel, "audience", lambda: "program")
    still = opened(half_the_noise, trials=1000).widget._still()
    assert still["image/svg+xml"].startswith("<svg")
    assert "Refuted" in still["text/plain"]


def test_the_name_in_the_package():
    assert dpviz.bench is dpviz.live_bench.bench
    assert "bench" in dir(dpviz)
