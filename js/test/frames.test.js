import assert from "node:assert/strict";
import { test } from "node:test";
import { attribute, decode, figureAt, floats, patched, updateAt } from "../src/runtime/frames.js";

/** A DataView at an odd offset, as it comes out of a websocket message. */
function view(numbers, offset = 3) {
  const bytes = new Uint8Array(new Float32Array(numbers).buffer);
  const message = new Uint8Array(bytes.length + offset + 2);
  message.set(bytes, offset);
  return new DataView(message.buffer, offset, bytes.length);
}

const motion = [
  { path: ["data", 0, "y"], shape: [2, 3], buffer: view([1, 2, 3, 4, 5, 6]) },
  { path: ["data", 2, "y"], shape: [2, 1], buffer: view([7, 8]) },
  { path: ["data", 2, "marker", "color"], values: ["red", "blue"] },
  { path: ["layout", "shapes", 0, "x0"], shape: [2], buffer: view([0.5, 1.5]) },
  { path: ["layout", "annotations", 1, "text"], values: ["a", "b"] },
];

test("numbers come out whatever the alignment and the container", () => {
  assert.deepEqual([...floats(view([1, -2.5, 3]))], [1, -2.5, 3]);
  assert.deepEqual([...floats(new Float32Array([1, 2]))], [1, 2]);
  assert.deepEqual([...floats(new Float32Array([4]).buffer)], [4]);
  assert.ok(Number.isNaN(floats(view([Number.NaN]))[0]));
});

test("a frame is one update: attributes by trace, undefined where a trace stays", () => {
  const { traces, layout, indices } = updateAt(decode(motion, 2), 1);
  assert.deepEqual(indices, [0, 2]);
  assert.deepEqual([...traces.y[0]], [4, 5, 6]);
  assert.deepEqual([...traces.y[1]], [8]);
  assert.deepEqual(traces["marker.color"], [undefined, "blue"]);
  assert.deepEqual(layout, { "shapes[0].x0": 1.5, "annotations[1].text": "b" });
});

test("a heatmap's frame is a list of rows", () => {
  const [track] = decode([{ path: ["data", 0, "z"], shape: [2, 2, 3], buffer: view([...Array(12).keys()]) }], 2);
  assert.deepEqual(track.at(1).map((row) => [...row]), [[6, 7, 8], [9, 10, 11]]);
});

test("differences are added up", () => {
  const [track] = decode([{ path: ["data", 0, "y"], shape: [3, 2], buffer: view([1, NaN, 2, NaN, -4, NaN]), differences: true }], 3);
  assert.deepEqual([0, 1, 2].map((i) => [...track.at(i)]), [[1, NaN], [3, NaN], [-1, NaN]]);
});

test("a block that grows gets what differs, and the one before stays", () => {
  const before = { title: "a", motion: [{ values: [1] }, { values: [2] }], sentences: ["x", "y"] };
  const kept = structuredClone(before);
  const buffer = view([1]);
  const now = patched(before, [[["title"], "b"], [["motion", 1, "values"], buffer], [["sentences", 0], "z"]]);
  assert.deepEqual(now, { title: "b", motion: [{ values: [1] }, { values: buffer }], sentences: ["z", "y"] });
  assert.equal(now.motion[0], before.motion[0]);
  assert.equal(now.motion[1].values, buffer);
  assert.deepEqual(before, kept);
  assert.equal(patched(before, []), before);
  assert.equal(patched(before, [[[], kept]]), kept);
});

test("a figure at a frame is a copy: the block's own stays", () => {
  const figure = { data: [{ y: [0] }, {}, {}], layout: { shapes: [{ x0: 0 }] } };
  const copy = figureAt(figure, decode(motion, 2), 0);
  assert.deepEqual([...copy.data[0].y], [1, 2, 3]);
  assert.equal(copy.data[2].marker.color, "red");
  assert.equal(copy.layout.annotations[1].text, "a");
  assert.deepEqual(figure, { data: [{ y: [0] }, {}, {}], layout: { shapes: [{ x0: 0 }] } });
});

test("a buffer of another length than announced is an error that names the path", () => {
  assert.throws(() => decode([{ path: ["data", 0, "y"], shape: [2, 3], buffer: view([1]) }], 2), /data\.0\.y/);
  assert.throws(() => decode([{ path: ["data", 0, "y"], shape: [2, 3], buffer: view([1, 2, 3, 4, 5, 6]) }], 3), /3 frames/);
  assert.throws(() => decode([{ path: ["data", 0, "text"], values: ["a"] }], 2), /1 values, 2 frames/);
});

test("attributes are named as plotly does", () => {
  assert.equal(attribute(["shapes", 0, "line", "color"]), "shapes[0].line.color");
  assert.equal(attribute(["xaxis", "range"]), "xaxis.range");
});
