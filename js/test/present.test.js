import assert from "node:assert/strict";
import { test } from "node:test";
import { forProjector } from "../src/runtime/present/projector.js";
import { wrapped } from "../src/runtime/wrapped.js";
import { takeLegend } from "../src/runtime/present/legend.js";
import { stack } from "../src/runtime/present/stack.js";
import { check, clock, moved, packed, read, unpacked, written } from "../src/runtime/present/lecture.js";

const SCENE = { section: "law", state: "law.epsilon=0.5&law.n=100", name: "Small ε", cover: true, note: "Ask *them*.", minutes: 3 };
const LECTURE = { title: "Ninety minutes", scenes: [SCENE, { ...SCENE, section: "tail", cover: false }] };

test("a lecture survives a file and a link", async () => {
  assert.deepEqual(read(written(LECTURE)), LECTURE);
  const code = await packed(LECTURE);
  assert.match(code, /^[\w-]+$/);
  assert.deepEqual(await unpacked(code), LECTURE);
});

test("of a foreign lecture only texts and numbers of bounded size come through", () => {
  const hostile = {
    title: "<img src=x onerror=alert(1)>".padEnd(1000, "x"),
    extra: 1,
    scenes: [
      { section: "law", state: 5, name: { html: 1 }, cover: "yes", note: "a\u0000\u202eb".padEnd(9000, "z"), minutes: "1e9", html: "<b>" },
      { section: "" },
      null,
      "law",
      { section: ["law"] },
      { section: "x".repeat(500), minutes: -4 },
    ],
  };
  const { title, scenes, ...rest } = check(hostile);
  assert.deepEqual(rest, {});
  assert.equal(title.length, 200);
  assert.equal(scenes.length, 2);
  assert.deepEqual(Object.keys(scenes[0]), ["section", "state", "name", "cover", "note", "minutes"]);
  assert.deepEqual([scenes[0].state, scenes[0].name, scenes[0].cover, scenes[0].minutes], [null, "law", false, 600]);
  assert.equal(scenes[0].note.length, 4000);
  assert.ok(scenes[0].note.startsWith("ab"));
  assert.deepEqual([scenes[1].section.length, scenes[1].minutes], [120, 0]);
  assert.equal(check({ scenes: Array.from({ length: 500 }, () => SCENE) }).scenes.length, 100);
});

test("what is no lecture is none", async () => {
  for (const text of ["", "null", "[]", "{", '{"scenes": {}}', '{"scenes": []}', " ".repeat(300_000), undefined]) assert.equal(read(text), null);
  for (const code of ["", "%", "a b", "AAAA", "____", "A".repeat(9000)]) assert.equal(await unpacked(code), null);
});

test("a small link that unpacks to a giant is given up", async () => {
  const stream = new Blob(["a".repeat(50_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(stream).arrayBuffer());
  for (const some of [bytes, bytes.subarray(0, 5000)]) assert.equal(await unpacked(some.toString("base64url")), null);
});

test("a lecture too long for a link has none", async () => {
  const note = () => Array.from({ length: 400 }, () => Math.random().toString(36).slice(2)).join("");
  assert.equal(await packed({ title: "", scenes: Array.from({ length: 20 }, () => ({ ...SCENE, note: note() })) }), null);
});

test("scenes move, and time is told", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual([0, 59.6, 125, -3].map(clock), ["0:00", "1:00", "2:05", "0:00"]);
});

test("long titles wrap, formulas do not", () => {
  assert.equal(wrapped("chance to fall short by αn or more", 250, 24), "chance to fall short<br>by αn or more");
  assert.equal(wrapped("log<sub>2</sub> of a very long thing indeed", 100, 24), "log<sub>2</sub> of a very long thing indeed");
});

test("of two panels with one axis the lower one names it", () => {
  const axis = (anchor) => ({ anchor, title: { text: "income" }, range: [0, 1] });
  const layout = {
    width: 800, height: 600, margin: { l: 0, r: 0, t: 0, b: 0 }, font: { size: 24 },
    xaxis: axis("y"), yaxis: { domain: [0.6, 1] }, xaxis2: axis("y2"), yaxis2: { domain: [0, 0.4] },
  };
  forProjector({ layout });
  assert.equal(layout.xaxis.title.text, "");
  assert.equal(layout.xaxis.showticklabels, false);
  assert.equal(layout.xaxis2.title.text, "income");
});

test("of named ticks as many stay as stand side by side", () => {
  const names = Array.from({ length: 12 }, (_, index) => `${1000 + index}`);
  const layout = { width: 500, height: 400, margin: { l: 0, r: 0, t: 0, b: 0 }, font: { size: 24 }, yaxis: {}, xaxis: { tickvals: names.map((_, i) => i), ticktext: names } };
  forProjector({ layout });
  assert.deepEqual(layout.xaxis.tickvals, [0, 2, 4, 6, 8, 10]);
  assert.equal(layout.xaxis.ticktext.length, 6);
});

test("a logarithmic axis has no small digits between its powers", () => {
  const axis = (range) => ({ type: "log", range });
  const layout = { width: 500, height: 400, margin: { l: 0, r: 0, t: 0, b: 0 }, font: { size: 24 }, xaxis: axis([-1, 3]), yaxis: axis([0, 0.9]) };
  forProjector({ layout });
  assert.equal(layout.xaxis.dtick, 1);
  assert.deepEqual(layout.yaxis.tickvals, [1, 2, 5, 10, 20, 50]);
});

test("many categories stay level, as many as fit; a few keep their names", () => {
  const figure = (count) => ({
    data: [{ type: "bar", x: Array.from({ length: count }, (_, index) => `kind ${index}`), y: [] }],
    layout: { width: 500, height: 400, margin: { l: 0, r: 0, t: 0, b: 0 }, font: { size: 24 }, xaxis: {}, yaxis: {} },
  });
  const many = figure(16);
  forProjector(many);
  assert.equal(many.layout.xaxis.tickangle, 0);
  assert.deepEqual(many.layout.xaxis.tickvals, ["kind 0", "kind 4", "kind 8", "kind 12"]);
  const few = figure(5);
  forProjector(few);
  assert.equal(few.layout.xaxis.tickvals, undefined);
});

test("a flat legend is taken out of the figure, and its room is the panels'", () => {
  const figure = (more = {}) => ({
    data: [{ name: "a" }, { name: "b", type: "bar" }, { name: "c", showlegend: false }, { name: "d", type: "heatmap" }, {}],
    layout: {
      height: 600, margin: { l: 0, r: 0, t: 120, b: 80 }, font: { size: 24 }, legend: { orientation: "h", y: 1 },
      annotations: [{ yref: "paper", y: 0.95, text: "a heading" }, { yref: "y", y: 9, text: "in the plot" }], ...more,
    },
  });
  const flat = figure();
  assert.deepEqual(takeLegend(flat).map(({ name }) => name), ["a", "b"]);
  assert.equal(flat.layout.showlegend, false);
  assert.ok(flat.layout.margin.t < 20);
  const headed = figure({ annotations: [{ yref: "paper", y: 1.01, text: "above" }] });
  takeLegend(headed);
  assert.ok(headed.layout.margin.t > 30);
  for (const kept of [{ legend: { orientation: "v", y: 1 } }, { legend: undefined }, { showlegend: false }]) {
    const other = figure(kept);
    assert.deepEqual(takeLegend(other), []);
    assert.equal(other.layout.margin.t, 120);
  }
});

test("a low panel has few numbers, and no title higher than itself where a heading says it", () => {
  const yaxis = { domain: [0, 0.2], title: { text: "probability" }, tickvals: [0, 1, 2, 3], nticks: 9 };
  const layout = {
    width: 500, height: 400, margin: { l: 0, r: 0, t: 0, b: 0 }, font: { size: 24 }, yaxis, xaxis: {},
    annotations: [{ yref: "paper", y: 0.21, text: "the probability to be chosen" }],
  };
  forProjector({ layout });
  assert.deepEqual(yaxis.tickvals, [0, 2]);
  assert.equal(yaxis.title.text, "");
  const free = { domain: [0.5, 1], title: { text: "error" } };
  forProjector({ layout: { ...layout, yaxis: free } });
  assert.equal(free.nticks, 5);
  assert.equal(free.title.text, "error");
});

test("between panels is only what their words need", () => {
  const layout = {
    height: 500, margin: { l: 0, r: 0, t: 100, b: 80 }, font: { size: 24 },
    yaxis: { domain: [0.8, 0.9] }, xaxis: { showticklabels: false, anchor: "y" },
    yaxis2: { domain: [0, 0.2] }, xaxis2: { anchor: "y2" },
    annotations: [{ yref: "paper", y: 0.91, text: "upper" }, { yref: "paper", y: 0.21, text: "lower" }],
  };
  stack(layout, true);
  const [upper, lower] = [layout.yaxis.domain, layout.yaxis2.domain];
  assert.ok(Math.abs(upper[1] - 1) < 1e-9 && Math.abs(lower[0]) < 1e-9);
  const gap = (upper[0] - lower[1]) * (500 - layout.margin.t - 80);
  assert.ok(gap > 24 && gap < 60, gap);
  assert.ok(layout.annotations[1].y > lower[1] && layout.annotations[1].y < upper[0]);
});

test("a heading on two lines above the highest panel is in the margin, with a legend or without", () => {
  const layout = {
    height: 500, margin: { l: 0, r: 0, t: 30, b: 80 }, font: { size: 24 },
    yaxis: { domain: [0.5, 1] }, yaxis2: { domain: [0, 0.4] }, xaxis2: { anchor: "y2" },
    annotations: [{ yref: "paper", y: 1.01, text: "a long<br>heading" }],
  };
  stack(layout, false);
  assert.ok(layout.margin.t > 2 * 24, layout.margin.t);
});
