import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, slotsAt } from "../src/runtime/slots.js";
import { DARK, recolour, resolve } from "../src/runtime/theme.js";
import { carriesState, merge, withParameter } from "../src/runtime/url.js";
import { megabytes, pieces } from "../src/runtime/upload.js";
import { parts, spelt } from "../src/runtime/typeset.js";
import { pace } from "../src/runtime/player.js";

test("gaps are filled as Python's str.format does", () => {
  assert.equal(fill("f({epsilon}, {{{n}}}) {other}", { epsilon: "0.5", n: "3" }), "f(0.5, {3}) {other}");
  assert.equal(fill("{a}", { a: "{b}", b: "no" }), "{b}");
});

test("a slot has one text a frame or one for all", () => {
  assert.deepEqual(slotsAt({ epsilon: ["1", "2"], n: ["7"] }, 1), { epsilon: "2", n: "7" });
  assert.deepEqual(slotsAt(undefined, 1), {});
});

test("the lesson's parameters are replaced, the others stay", () => {
  const known = new Set(["epsilon", "n"]);
  assert.equal(merge("?theme=dark&epsilon=2&n=9&token=x", "epsilon=0.5", known), "?theme=dark&token=x&epsilon=0.5");
  assert.equal(merge("", "", known), "");
  assert.equal(merge("", "column=a%26b", known), "?column=a%26b");
  assert.equal(merge("?seed=1", "seed=2", known), "?seed=2");
});

test("one parameter is set or removed", () => {
  assert.equal(withParameter("?a=1", "theme", "dark"), "?a=1&theme=dark");
  assert.equal(withParameter("?theme=dark", "theme", null), "");
});

test("a link that only says how the page looks restores nothing", () => {
  assert.ok(!carriesState("?theme=dark&voila-theme=x&token=1"));
  assert.ok(!carriesState(""));
  assert.ok(carriesState("?epsilon=1"));
});

test("who decides about light and dark", () => {
  assert.equal(resolve("?theme=light", "false", true), "light");
  assert.equal(resolve("", "false", false), "dark");
  assert.equal(resolve("", "true", true), "light");
  assert.equal(resolve("?theme=purple", undefined, true), "dark");
});

test("colours are exchanged wherever they stand, numbers and buffers are left alone", () => {
  const y = new Float32Array(2);
  const out = recolour({ marker: { color: ["#0063a3", "#123456"] }, y, x: [1, 2], line: null }, DARK);
  assert.deepEqual(out.marker.color, [DARK["#0063a3"], "#123456"]);
  assert.equal(out.y, y);
  assert.deepEqual(out.x, [1, 2]);
  assert.equal(out.line, null);
});

test("every dark letter colour reads well on the dark card (WCAG: 4.5 to 1)", () => {
  const light = (hex) => {
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const card = light(DARK["#ffffff"]);
  for (const [name, dark] of Object.entries(DARK)) {
    if (!dark.startsWith("#") || name === "#ffffff" || name === "#d5dbe1") continue;
    assert.ok((light(dark) + 0.05) / (card + 0.05) >= 4.5, `${name} -> ${dark}`);
  }
});

test("a file goes in pieces that cover it", () => {
  assert.deepEqual(pieces(10, 4), [[0, 4], [4, 8], [8, 10]]);
  assert.deepEqual(pieces(8, 4), [[0, 4], [4, 8]]);
  assert.deepEqual(pieces(0), []);
  assert.equal(megabytes(10_000_000), "10 MB");
  assert.equal(megabytes(9_540_000), "9.5 MB");
  assert.equal(megabytes(12), "1 kB");
});

test("a run takes about seven seconds, a short one at most 0.4 s a step", () => {
  for (const count of [20, 60, 101, 400, 5000]) {
    const { tick, stride } = pace(count);
    const seconds = (tick * Math.ceil((count - 1) / stride)) / 1000;
    assert.ok(seconds > 5.5 && seconds < 8.1, `${count} frames: ${seconds} s`);
  }
  assert.deepEqual(pace(4), { tick: 400, stride: 1 });
  assert.ok(pace(101, true).tick >= 800);
  assert.equal(pace(1).stride, 1);
});

test("powers are raised: as small letters where there are some, else as parts", () => {
  assert.equal(spelt("1e-5 of 2^64, 3.1e-07, 2e+20, x^2, |e1|, v1.2e3x, 0x1e5"), "10⁻⁵ of 2⁶⁴, 3.1 × 10⁻⁷, 2 × 10²⁰, x², |e1|, v1.2e3x, 0x1e5");
  assert.equal(spelt("e^(−ε/2) and e^(-7)"), "e^(−ε/2) and e⁻⁷");
  assert.deepEqual(parts("α(1 − e^(−ε/2)) or (1 − α)^n"), ["α(1 − e", "−ε/2", ") or (1 − α)", "n", ""]);
  assert.deepEqual(parts("at most e^(−2nα²)"), ["at most e", "−2nα²", ""]);
  assert.deepEqual(parts("one x ^ y"), ["one x ^ y"]);
});
