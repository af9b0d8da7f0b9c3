import assert from "node:assert/strict";
import { test } from "node:test";
import { breakHeadings, heightOf, squeeze } from "../src/runtime/figure.js";

const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test("a picture is as high as it says, or as there is room, and never too low to read", () => {
  const figure = { layout: { height: 500 } };
  assert.equal(heightOf(figure, 1), 500);
  assert.equal(heightOf(figure, 1.2), 600);
  assert.equal(heightOf(figure, 1, 450), 450);
  assert.equal(heightOf(figure, 1, 10), 300);
  assert.equal(heightOf({}, 1), 380);
});

test("beside its words a picture takes the room there is, up to a third more than it says", () => {
  const figure = { layout: { height: 500 } };
  assert.equal(heightOf(figure, 1, 300, 260), 300);
  assert.equal(heightOf(figure, 1, 200, 260), 260);
  assert.equal(heightOf(figure, 1, 600, 260), 600);
  assert.equal(heightOf(figure, 1, 2000, 260), 650);
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
