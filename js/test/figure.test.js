import assert from "node:assert/strict";
import { test } from "node:test";
import { breakHeadings, fitTitles, heightOf, squeeze, thinTicks } from "../src/runtime/figure.js";

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("a picture is as high as it says, or as there is room, and never too low to read", () => {
  const figure = { layout: { height: 500 } };
  assert.equal(heightOf(figure, 1), 500);
  assert.equal(heightOf(figure, 1.2), 600);
  assert.equal(heightOf(figure, 1, { room: 450 }), 450);
  assert.equal(heightOf(figure, 1, { room: 10 }), 300);
  assert.equal(heightOf({}, 1), 380);
});

test("beside its words a picture takes the room there is, up to a third more than it says", () => {
  const figure = { layout: { height: 500 } };
  assert.equal(heightOf(figure, 1, { room: 300, least: 260 }), 300);
  assert.equal(heightOf(figure, 1, { room: 200, least: 260 }), 260);
  assert.equal(heightOf(figure, 1, { room: 600, least: 260 }), 600);
  assert.equal(heightOf(figure, 1, { room: 2000, least: 260 }), 650);
});

test("panels become lower, and what stands between them hardly", () => {
  const layout = {
    yaxis: { domain: [0.6, 1] },
    yaxis2: { domain: [0, 0.4] },
    annotations: [{ yref: "paper", y: 0.4 }, { yref: "y", y: 7 }],
    shapes: [{ yref: "paper", y0: 0, y1: 1 }],
  };
  squeeze(layout, 500, 300);
  const [[low, high], [foot, top]] = [layout.yaxis.domain, layout.yaxis2.domain];
  close(foot, 0);
  close(high, 1);
  close((low - top) * 300, 85); // of 100 px
  close(high - low, top - foot);
  close(layout.annotations[0].y, top);
  assert.equal(layout.annotations[1].y, 7);
  assert.deepEqual(layout.shapes[0], { yref: "paper", y0: 0, y1: 1 });
});

test("a picture with room enough, or with one panel, stays as it is", () => {
  const wide = { yaxis: { domain: [0.6, 1] }, yaxis2: { domain: [0, 0.4] } };
  squeeze(wide, 300, 300);
  assert.deepEqual(wide, { yaxis: { domain: [0.6, 1] }, yaxis2: { domain: [0, 0.4] } });
  const one = { yaxis: {}, annotations: [{ yref: "paper", y: 1.02 }] };
  squeeze(one, 300, 200);
  assert.equal(one.annotations[0].y, 1.02);
});

test("panels side by side count once", () => {
  const layout = { yaxis: { domain: [0.5, 1] }, yaxis2: { domain: [0.5, 1] }, yaxis3: { domain: [0, 0.4] } };
  squeeze(layout, 500, 400);
  assert.deepEqual(layout.yaxis.domain, layout.yaxis2.domain);
  close((layout.yaxis.domain[0] - layout.yaxis3.domain[1]) * 400, 42.5);
});

test("a heading that is too wide breaks, and its panel makes room", () => {
  const heading = (y, text) => ({ text, y, x: 0, xref: "paper", yref: "paper", xanchor: "left", showarrow: false, font: { size: 10 } });
  const layout = {
    margin: { t: 30 },
    yaxis: { domain: [0.6, 1] },
    yaxis2: { domain: [0, 0.4] },
    annotations: [heading(1.02, "a heading on top that is too wide"), heading(0.42, "and one between the panels"), heading(0.42, "short")],
  };
  assert.equal(breakHeadings(layout, 100, 500), 13);
  assert.equal(layout.margin.t, 43);
  assert.deepEqual(layout.annotations.map(({ text }) => text), ["a heading on top<br>that is too wide", "and one between the<br>panels", "short"]);
  close(layout.yaxis2.domain[1] * 513, 200);
  close(layout.yaxis.domain[0] * 513, 313);
  close(layout.yaxis.domain[1], 1);
});

test("squares side by side are no higher than they are wide, wherever they stand", () => {
  const square = { range: [-1, 1] };
  const layout = {
    height: 480,
    margin: { l: 10, r: 10, t: 40, b: 20 },
    xaxis: { ...square, domain: [0, 0.5] },
    xaxis2: { ...square, domain: [0.5, 1] },
    yaxis: { ...square, scaleanchor: "x" },
    yaxis2: { ...square, scaleanchor: "x2" },
  };
  assert.equal(heightOf({ layout }, 1, { width: 620 }), 360);
  assert.equal(heightOf({ layout }, 1, { width: 620, least: 260, room: 700 }), 360);
  assert.equal(heightOf({ layout }, 1, { width: 2000 }), 480);
  const one = [{ name: "one" }, { name: "another one" }];
  assert.equal(heightOf({ layout, data: one }, 1, { width: 620 }), 360);
  const names = Array.from({ length: 8 }, (_, index) => ({ name: `the line ${index}` }));
  assert.ok(heightOf({ layout, data: names }, 1, { width: 620 }) > 375); // two rows of them
  assert.equal(heightOf({ layout: { ...layout, yaxis2: square } }, 1, { width: 620 }), 480);
});

test("the title of an axis is no longer than its panel", () => {
  const title = (text) => ({ text, font: { size: 10 } });
  const layout = () => ({
    font: { size: 10 },
    xaxis: { title: title("a name that is far too long for a narrow window") },
    xaxis2: { title: title("this one, under the upper panel, has one line only"), anchor: "y2" },
    yaxis: { domain: [0, 0.4], title: title("share of the people") },
    yaxis2: { domain: [0.6, 1], title: title("probability") },
  });
  const wide = layout();
  fitTitles(wide, 400, Infinity);
  assert.deepEqual(wide, layout());
  const low = layout();
  fitTitles(low, 80, 150);
  assert.equal(low.xaxis.title.text, "a name that is far too long for a<br>narrow window");
  assert.deepEqual(low.xaxis2.title, { ...layout().xaxis2.title, font: { size: 8 } });
  assert.equal(low.yaxis.title.text, "share of<br>the people");
  assert.ok(low.yaxis2.title.font.size < 10);
  fitTitles(low, 20, 150);
  assert.equal(low.yaxis2.title.text, ""); // what nobody could read
});

test("a low panel has fewer numbers, and all its words", () => {
  const axis = { domain: [0, 0.5], tickvals: [0, 1, 2, 3, 4], ticktext: ["0", "1", "2", "3", "4"] };
  thinTicks(axis, 400, 10);
  assert.equal(axis.tickvals.length, 5);
  thinTicks(axis, 60, 10);
  assert.deepEqual([axis.tickvals, axis.ticktext], [[0, 2, 4], ["0", "2", "4"]]);
  const words = { tickvals: [0, 1, 2, 3], ticktext: ["a", "b", "c", "d"] };
  thinTicks(words, 20, 10);
  assert.equal(words.tickvals.length, 4);
  const stepped = { range: [0, 1], dtick: 0.2 };
  thinTicks(stepped, 30, 10);
  assert.equal(stepped.dtick, 0.4);
  const free = { range: [0, 1] }; // Plotly itself writes at least five
  thinTicks(free, 400, 10);
  assert.equal(free.nticks, undefined);
  thinTicks(free, 25, 10);
  assert.equal(free.nticks, 3);
});
