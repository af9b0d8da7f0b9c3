import assert from "node:assert/strict";
import { test } from "node:test";
import { change, difference, numberOf } from "../src/runtime/compare/difference.js";
import { ghost, hollow, outline, widen } from "../src/runtime/compare/ghost.js";
import { queryAt, said, saidBeside } from "../src/runtime/compare/state.js";
import { carriesState } from "../src/runtime/url.js";

const text = (parts) => parts.map((part) => (typeof part === "string" ? part : `[${part.from} → ${part.to} (${part.by})]`)).join("");

test("numbers are read as the sentences write them", () => {
  for (const [written, number] of [["1,753", 1753], ["−0.5", -0.5], ["3.1e-7", 3.1e-7], ["10⁻⁶", 1e-6], ["2.5·10³", 2500], ["∞", Infinity]]) {
    assert.equal(numberOf(written), number);
  }
});

test("a difference has the digits of its numbers", () => {
  assert.equal(change("4.2", "6.1"), "+1.9");
  assert.equal(change("1,753", "373"), "−1,380");
  assert.equal(change("0.50", "0.5"), "+0.00");
  assert.equal(change("3.1e-7", "4.1e-7"), "+1e-7");
  assert.equal(change("5", "∞"), "");
});

test("numbers are paired where the words around them are the same", () => {
  const before = "With ε = 0.1 and 200 people, the error is 4.2. It fails with probability 12 %.";
  assert.equal(
    text(difference(before, "With ε = 0.1 and 200 people, the error is 6.1. It fails with probability 9 %.")),
    "With ε = 0.1 and 200 people, the error is [4.2 → 6.1 (+1.9)]. It fails with probability [12 % → 9 % (−3 percentage points)].",
  );
  // Only the sentence whose words are the same; and one in which nothing differs is not said again.
  assert.equal(text(difference(before, "Another. It fails with probability 9 %.")), "It fails with probability [12 % → 9 % (−3 percentage points)].");
  assert.deepEqual(difference(before, before), []);
  assert.deepEqual(difference(before, "With ε = 0.1 and 200 people, nothing is wrong."), []);
  // As far as they agree, and no further: what is said of another answer is another number.
  assert.equal(
    text(difference("With ε = 1, A has 88 %; next comes B with 11 %.", "With ε = 2, A has 91 %: far better, by 11 %.")),
    "With ε = [1 → 2 (+1)], A has [88 % → 91 % (+3 percentage points)] …",
  );
  assert.deepEqual(difference("It takes 3 hours.", "It takes 5 minutes."), []);
  // A per cent is no plain number, and a number in a name is none.
  assert.deepEqual(difference("It is 4 %.", "It is 5."), []);
  assert.deepEqual(difference("Take x2.", "Take x3."), []);
  assert.equal(text(difference("The loss is −0.5 nats, in 3–5.", "The loss is 0.5 nats, in 3–6.")), "The loss is [−0.5 → 0.5 (+1.0)] nats, in 3–[5 → 6 (+1)].");
});

const block = {
  axis: "epsilon",
  values: [0.00001, 0.5],
  state: [
    { name: "epsilon", says: ["ε = 1e-5", "ε = 0.5"], value: "0.5", usual: "1e-05" },
    { name: "law.n", says: ["n = 100"], value: "100", usual: "200" },
    { name: "scale", says: ["Scale: linear"], value: "linear", usual: "linear" },
  ],
};

test("the state of a frame in words and as a query", () => {
  assert.deepEqual(said(block, 1), ["ε = 0.5", "n = 100", "Scale: linear"]);
  assert.equal(queryAt(block, 1), "epsilon=0.5&law.n=100");
  assert.equal(queryAt(block, 0), "law.n=100");
  assert.deepEqual(said({}, 0), []);
});

test("a pin alone is no state of the lesson", () => {
  assert.ok(!carriesState("?pin.law=law.n%3D100&theme=dark"));
  assert.ok(carriesState("?pin.law=&law.n=100"));
});

const full = {
  width: 600,
  height: 300,
  margin: { pad: 0 },
  _size: { l: 60, r: 10, t: 20, b: 40 },
  xaxis: { type: "category", range: [-0.5, 2.5], domain: [0, 1], anchor: "y", _categories: ["a", "b", "c"] },
  yaxis: { type: "linear", range: [0, 1], domain: [0, 1], anchor: "x" },
};

test("a ghost has the axes of its picture, and can be told from it without colour", () => {
  const figure = {
    data: [
      { type: "bar", x: ["a"], y: [1], marker: { color: "#0063a3" }, hovertemplate: "%{y}" },
      { type: "scatter", mode: "lines+text", x: ["a"], y: [1], text: ["w"], line: { width: 3, dash: "dot" } },
      { type: "scatter", mode: "markers", x: ["a"], y: [1] },
      { type: "scatter", mode: "lines", xaxis: "x2", yaxis: "y2", x: [1], y: [1] },
    ],
    layout: { barmode: "group" },
  };
  const { data, layout } = ghost(figure, full, (index) => index === 2, { "#1f2933": "#e6eaee" });
  assert.equal(data.length, 2); // what does not move is not drawn again, nor what has no axes
  assert.deepEqual(data[0].marker, { color: "rgba(0,0,0,0)", line: { color: "#e6eaee", width: 1.5 } });
  assert.equal(data[1].mode, "lines");
  assert.deepEqual(data[1].line, { width: 1.5, dash: "dot" });
  assert.ok(data.every((trace) => trace.showlegend === false && trace.hoverinfo === "skip"));
  assert.deepEqual(layout.yaxis.range, [0, 1]);
  assert.equal(layout.xaxis.visible, false);
  assert.equal(layout.barmode, "group");
  assert.equal(ghost(figure, full, () => true, {}).data[0].opacity, 0); // a bar keeps its place in its group
});

test("points become hollow", () => {
  assert.deepEqual(hollow(["circle", "x-open", 0, 101]), ["circle-open", "x-open", 100, 101]);
});

test("a heatmap's ghost is the border of its upper half", () => {
  const lines = outline({ z: [new Float32Array([0, 1]), [0, 0]] });
  // One cell, from (0.5, −0.5) to (1.5, 0.5): four sides.
  assert.deepEqual(lines.length, 4);
  assert.deepEqual([...new Set(lines.flatMap(([x0, , x1]) => [x0, x1]))].sort(), [0.5, 1.5]);
  assert.deepEqual([...new Set(lines.flatMap(([, y0, , y1]) => [y0, y1]))].sort(), [-0.5, 0.5]);
  assert.deepEqual(outline({ z: [[1, 1]] }), []);
  assert.deepEqual(outline({ z: [[0, 1]], x: ["a", "b"] }), []);
  assert.equal(Math.max(...outline({ z: [[0, 1]], x: [0, 10] }).map(([x]) => x)), 15);
  assert.equal(outline({ z: [[0, 1]], zmin: -4, zmax: 4 }).length, 4); // the middle of the scale is 0
  const trace = { type: "heatmap", z: [[0, 1]], xaxis: "x", yaxis: "y" };
  const { data, layout } = ghost({ data: [trace], layout: {} }, full, () => false, {});
  assert.deepEqual([data.length, layout.shapes.map(({ line }) => line.color)], [0, ["#ffffff", "#1f2933"]]);
});

test("axes reach as far as those of what is pinned", () => {
  const axis = (range, title = "n") => ({ range, title: { text: title } });
  const figure = { layout: { xaxis: axis([0, 1]), yaxis: axis([1, 0]), xaxis2: axis([0, 1], "k"), yaxis2: axis([0, 1]) } };
  const pinned = { layout: { xaxis: axis([-1, 0.5]), yaxis: axis([2, 0.5]), xaxis2: axis([0, 9]), yaxis2: axis([0, 9]) } };
  const { layout } = widen(figure, pinned, (name) => name === "yaxis2");
  assert.deepEqual(["xaxis", "yaxis", "xaxis2", "yaxis2"].map((name) => layout[name].range), [[-1, 1], [2, 0], [0, 1], [0, 1]]);
});

test("beside another block: the sliders, what is unusual, and what differs", () => {
  const [epsilon, n, scale] = block.state;
  const pinned = { ...block, state: [{ ...epsilon, main: true }, n, scale] };
  assert.deepEqual(saidBeside(pinned, 1, pinned), ["ε = 0.5", "n = 100"]);
  assert.deepEqual(saidBeside(pinned, 1, { state: [{ ...scale, value: "log" }] }), ["ε = 0.5", "n = 100", "Scale: linear"]);
});
