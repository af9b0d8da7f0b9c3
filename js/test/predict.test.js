import assert from "node:assert/strict";
import { test } from "node:test";
import { handlesAt, joined, moved, onto, pieces, placed, reach, stroke, ticks, valueAt } from "../src/runtime/predict/curve.js";
import { marks, sharesOf } from "../src/runtime/predict/marks.js";
import { panelOf } from "../src/runtime/predict/panel.js";
import { compare, drew, ends, format, judge, place, tick, told, ways } from "../src/runtime/predict/words.js";

const UNIT = { low: 0, high: 1, scale: "linear", percent: true };
const POWERS = { low: 1, high: 10000, scale: "log", percent: false };
const none = (steps) => Array(steps).fill(null);
const line = (from, to, steps = 11) => Array.from({ length: steps }, (_, k) => from + ((to - from) * k) / (steps - 1));

test("a value has a height on either scale, and a height its value", () => {
  assert.equal(placed(3, { low: 2, high: 4, scale: "linear" }), 0.5);
  assert.equal(placed(100, POWERS), 0.5);
  assert.equal(valueAt(0.5, POWERS), 100);
  assert.equal(valueAt(0.25, { low: -2, high: 2, scale: "linear" }), -1);
  assert.equal(placed(0, POWERS), -Infinity);
  assert.equal(placed(6, { low: 2, high: 4, scale: "linear" }), 2);
  assert.equal(placed(null, UNIT), null);
  assert.equal(placed(NaN, UNIT), null);
});

test("a stroke takes what it passes over, back and forth, and stays in the field", () => {
  let heights = stroke(none(6), { at: 0, height: 0 }, { at: 4, height: 1 });
  assert.deepEqual(heights, [0, 0.25, 0.5, 0.75, 1, null]);
  heights = stroke(heights, { at: 4, height: 1 }, { at: 2.5, height: 2 });
  assert.deepEqual(heights, [0, 0.25, 0.5, 1, 1, null]);
  assert.deepEqual(stroke(none(3), { at: 1.2, height: -1 }, { at: 1.2, height: -1 }), [null, 0, null]);
});

test("gaps between strokes are joined, and nothing is drawn beyond them", () => {
  assert.deepEqual(joined([null, 0, null, null, 0.75, null]), [null, 0, 0.25, 0.5, 0.75, null]);
  assert.deepEqual(joined([null, null]), [null, null]);
  assert.deepEqual(pieces([null, 1, 0, null, 0.5]), [[[1, 1], [2, 0]], [[4, 0.5]]]);
});

test("nine handles, ends included, or as many as there are steps", () => {
  assert.deepEqual(handlesAt(17), [0, 2, 4, 6, 8, 10, 12, 14, 16]);
  assert.deepEqual(handlesAt(3), [0, 1, 2]);
  assert.deepEqual(handlesAt(1), [0]);
});

test("the marks of the horizontal axis are round values at their true places", () => {
  const written = (values) => values.map(String);
  const powers = Array.from({ length: 17 }, (_, k) => Number((10 ** (k / 4 - 2)).toPrecision(3)));
  assert.deepEqual(marks(powers, written(powers), 5), [0, 4, 8, 12, 16].map((at) => ({ at, text: String(10 ** (at / 4 - 2)) })));
  const uneven = [0.8, 2.6, 7.9, 24];
  assert.deepEqual(marks(uneven, written(uneven), 6).map(({ text }) => text), ["1", "2", "5", "10", "20"]);
  const [one] = marks(uneven, written(uneven), 6);
  assert.ok(Math.abs(one.at - Math.log(1 / 0.8) / Math.log(2.6 / 0.8)) < 1e-9);
  assert.deepEqual(marks([0.0035, 0.02, 0.14], ["0.35 %", "2 %", "14 %"], 5).map(({ text }) => text), ["0.5 %", "1 %", "2 %", "5 %", "10 %"]);
  const line = Array.from({ length: 17 }, (_, k) => k + 1);
  assert.deepEqual(marks(line, written(line), 5), [4, 9, 14].map((at) => ({ at, text: String(at + 1) })));
  assert.deepEqual(marks([1, 2, 3], ["few", "some", "many"], 2), [{ at: 0, text: "few" }, { at: 2, text: "many" }]);
  assert.deepEqual(marks([1], ["1"], 3), [{ at: 0, text: "1" }]);
});

test("where texts are no numbers every so many steps have a mark", () => {
  const bits = Array.from({ length: 9 }, (_, k) => k + 2);
  const sizes = bits.map((bit) => (2 ** bit + 1).toLocaleString("en"));
  assert.deepEqual(marks(bits, sizes, 6).map(({ text }) => text), ["5", "17", "65", "257", "1,025"]);
});

test("steps stand at their values: on a slider that is logarithmic by and by, too", () => {
  const whole = [1, 2, 3, 4, 6, 10, 16, 25, 40, 63, 100];
  assert.deepEqual(sharesOf(whole, whole.map(String)), whole.map((value) => Math.log(value) / Math.log(100)));
  assert.deepEqual(sharesOf([0, 0.3, 0.5, 1], ["0", "0.3", "0.5", "1"]), [0, 0.3, 0.5, 1]);
  assert.deepEqual(sharesOf([1, 2, 9], ["few", "some", "many"]), [0, 0.5, 1]);
  assert.deepEqual(sharesOf([7], ["7"]), [0.5]);
});

test("a panel of a picture has its own places and its own scale", () => {
  const plot = {
    _fullLayout: {
      width: 600,
      height: 400,
      xaxis2: { _offset: 60, _length: 500, d2p: (value) => 250 * Math.log10(value) },
      yaxis2: { _offset: 200, _length: 150, type: "log", range: [-2, 1] },
    },
  };
  assert.deepEqual(panelOf(plot, 2, [1, 10, 100]), {
    box: { left: 60, right: 560, top: 200, bottom: 350, width: 600, height: 400 },
    places: [60, 310, 560],
    field: { low: 0.01, high: 10, scale: "log" },
  });
  assert.equal(panelOf(plot, 1, [1, 10]), null);
  assert.equal(panelOf({}, 2, [1, 10]), null);
});

test("a handle makes straight lines to those beside it that have something", () => {
  const handles = [0, 2, 4];
  assert.deepEqual(moved(none(5), handles, 1, 0.5), [null, null, 0.5, null, null]);
  assert.deepEqual(joined(moved([0, 1, 0, null, null], handles, 1, 1)), [0, 0.5, 1, null, null]);
  assert.deepEqual(joined(moved([0, 1, 0, 1, 0], handles, 1, 1)), [0, 0.5, 1, 0.5, 0]);
  assert.deepEqual(moved([null, 0.25, null, null, null], handles, 1, 3), [null, 0.25, 1, null, null]);
  assert.equal(reach([null, 0, null, null, 1], [0, 2, 4]), 2);
});

test("other steps of the slider carry the drawing along", () => {
  assert.deepEqual(onto([1, 2, 4], [0, 1, 0], [1, 1.5, 2, 3, 4, 8]), [0, 0.5, 1, 0.5, 0, null]);
  assert.deepEqual(onto([1, 2, 4], [0, null, 0], [0, 1, 1.5, 2, 3, 4]), [null, 0, null, null, null, 0]);
});

test("the marks of the vertical axis lie within the field", () => {
  assert.deepEqual(ticks(UNIT), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks({ low: 0, high: 10, scale: "linear" }), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks({ low: -1, high: 1.2, scale: "linear" }), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(ticks(POWERS), [1, 10, 100, 1000, 10000]);
  assert.deepEqual(ticks({ low: 1e-12, high: 1, scale: "log" }), [1e-12, 1e-9, 1e-6, 1e-3, 1]);
  assert.deepEqual(ticks({ low: 2, high: 60, scale: "log" }), [2, 5, 10, 20, 50]);
});

test("numbers are written as the lessons write them", () => {
  const percent = [0, 1, 0.61, 0.1, 0.042, 0.9, 0.996, 0.9999, 1.5, 0.00005, 1e-9, -0.3];
  assert.deepEqual(
    percent.map((value) => format(value, true)),
    ["0 %", "100 %", "61 %", "10 %", "4.2 %", "90 %", "99.6 %", "more than 99.9 %", "150 %", "1 in 20,000", "1 in 1,000,000,000", "−30 %"],
  );
  const plain = [0, 0.25, 12.345, 1435.2, -3, 0.00001, 1 / 3, 2.5e10, 0.001];
  assert.deepEqual(
    plain.map((value) => format(value)),
    ["0", "0.25", "12.3", "1,435", "−3", "1e-5", "0.333", "2.5e10", "0.001"],
  );
});

test("no number is more precise than the field", () => {
  const field = { low: 0, high: 100, scale: "linear", percent: false };
  assert.equal(told(2.5e-11, field), "0");
  assert.equal(told(46.78, field), "46.8");
  assert.equal(told(1 / 3, { low: 0, high: 1, scale: "linear", percent: false }), "0.333");
  assert.equal(told(2e-9, { low: 1e-12, high: 1, scale: "log", percent: false }), "2e-9");
  assert.equal(told(1e-12, UNIT), "less than 1 in a billion");
  assert.equal(drew(0.0001, UNIT), "0 %");
  assert.equal(drew(0.38421, UNIT), "39 %");
  assert.equal(tick(1e-6, UNIT), "1e-6");
  assert.equal(tick(0.25, UNIT), "25 %");
});

test("who drew nothing is told the two ends", () => {
  const asked = { field: UNIT, texts: ["10", "20", "50"], label: "n, the people" };
  assert.equal(ends({ ...asked, numbers: [0.5, 0.2, 0.1] }), "It is 50 % at n = 10, and 10 % at n = 50.");
  assert.equal(ends({ ...asked, numbers: [null, 0.2, null] }), "");
});

test("a place is named by its symbol", () => {
  assert.equal(place("n, the people asked", "50"), "n = 50");
  assert.equal(place("t: good below this number", "7"), "t = 7");
  assert.equal(place("Draws so far", "3"), "draws so far = 3");
  assert.equal(place("Privacy loss", "ε = 0.1"), "ε = 0.1");
});

test("which way a curve goes, and where it turns", () => {
  assert.deepEqual(ways(line(0, 1)), [1]);
  assert.deepEqual(ways(line(1, 0)), [-1]);
  assert.deepEqual(ways(line(0.5, 0.55)), []);
  assert.deepEqual(ways([0, 0.5, 1, 0.5, 0]), [1, -1]);
  assert.deepEqual(ways([1, 0, 1, 0]), [-1, 1, -1]);
  assert.deepEqual(ways([0, 0.3, 0.27, 0.6, 0.55, 1]), [1]); // what is small is no turn
  assert.deepEqual(ways([null, 0, null, 1]), [1]);
});

test("a judgement of the whole, in plain words", () => {
  const words = (drawn, truth) => judge(drawn, truth).words;
  assert.equal(words(line(0, 1), line(0.02, 1)), "Close everywhere.");
  assert.equal(words([0, 0, 0, 0.2, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]), "Close nearly everywhere.");
  assert.equal(words(line(0, 0.5), line(0.2, 0.7)), "The right shape, but you drew it too low.");
  assert.equal(words(line(0.5, 1), line(0.2, 0.7)), "The right shape, but you drew it too high.");
  assert.equal(words(line(0, 0.2), line(0, 1)), "It rises, as you drew it, but you drew it too low.");
  assert.equal(words(line(0, 1), line(0.4, 0.6)), "It rises, as you drew it, but too low on the left and too high on the right.");
  assert.equal(words(line(0, 1), line(1, 0)), "You drew it rising; it falls.");
  assert.equal(words(line(1, 0), line(0.5, 0.5)), "You drew it falling; it hardly changes.");
  assert.equal(words(line(0.5, 0.5), line(0, 1)), "You drew it level; it rises.");
  assert.equal(words(line(0.2, 0.2), line(0.9, 0.9)), "It hardly changes, as you drew it, but you drew it too low.");
  assert.equal(words([0, 0.5, 1, 0.5, 0], [0, 0.25, 0.5, 0.75, 1]), "You drew it rising and then falling; it rises.");
  assert.equal(words([1, 0, 1, 0, 1], [0, 0.2, 0.4, 0.8, 1]), "You drew it going up and down; it rises.");
});

test("where a drawing is furthest off, on the scale of the field", () => {
  const texts = ["10", "20", "50", "100", "200"];
  const asked = { field: UNIT, texts, label: "n, the people" };
  const heights = [0.1, 0.15, 0.2, 0.5, 0.9];
  assert.deepEqual(compare({ ...asked, heights, numbers: [0.1, 0.2, 0.61, 0.8, 0.9] }), {
    words: "It rises, as you drew it, but you drew it too low.",
    numbers: "At n = 50 you drew 20 %; it is 61 %.",
  });
  assert.equal(
    compare({ field: POWERS, texts, label: "n, the people", heights: [1, 0.75, 0.5, 0.25, 0], numbers: [1, 10, 100, 1000, 1e7] }).numbers,
    "At n = 10 you drew 10,000; it is 1.",
  );
  assert.deepEqual(compare({ ...asked, heights, numbers: heights }), { words: "Close everywhere.", numbers: "" });
});

test("a truth beyond the field is met at its edge, and said", () => {
  const asked = { field: UNIT, texts: ["1", "2", "3"], label: "k" };
  assert.equal(compare({ ...asked, heights: [1, 1, 1], numbers: [1, 2, 3] }).words, "Close everywhere.");
  assert.equal(
    compare({ ...asked, heights: [0, 0, 0], numbers: [0, 0.2, 3] }).numbers,
    "At k = 3 you drew 0 %; it is 300 %, beyond the top of the field.",
  );
  assert.equal(
    compare({ ...asked, field: POWERS, heights: [0, 0.5, 1], numbers: [1, 100, 0.01] }).numbers,
    "At k = 3 you drew 10,000; it is 0.01, below the field.",
  );
});

test("gaps of the truth count for nothing, and only what was drawn is compared", () => {
  const asked = { field: UNIT, texts: ["1", "2", "3", "4", "5", "6"], label: "k" };
  assert.deepEqual(compare({ ...asked, heights: [0, null, null, 0.3, null, null], numbers: [null, 0.1, 0.2, 0.3, 1, 1] }), {
    words: "Close everywhere.",
    numbers: "Only what you drew is compared, from k = 1 to k = 4.",
  });
  assert.deepEqual(compare({ ...asked, heights: [0, null, null, null, null, null], numbers: [null, 0, 0, 0, 0, 0] }), {
    words: "There is nothing to compare where you drew.",
    numbers: "",
  });
});
