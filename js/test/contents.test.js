import assert from "node:assert/strict";
import { test } from "node:test";
import { sectionLink } from "../src/runtime/contents/link.js";
import { Progress } from "../src/runtime/contents/progress.js";
import { current, Dwell, inView, says } from "../src/runtime/contents/reading.js";

test("the reader is in the last section whose heading has passed the line", () => {
  assert.equal(current([-900, -100, 200, 900], 240), 2);
  assert.equal(current([300, 900], 240), -1);
});

test("half of a part, or a good part of the window, is in view", () => {
  const boxes = [
    { top: -300, bottom: 100 }, // a quarter of it
    { top: 100, bottom: 300 },
    { top: 300, bottom: 3000 }, // more than half of the window
    { top: 780, bottom: 900 },
    { top: 400, bottom: 400 }, // not shown
  ];
  assert.deepEqual(inView(boxes, 800), [1, 2]);
});

test("what was in view for a moment counts, what flew past does not", () => {
  const dwell = new Dwell(1000);
  dwell.look(["a", "b"], 0);
  dwell.look(["b", "c"], 900);
  assert.deepEqual(dwell.settled(1000), ["b"]);
  dwell.look(["c"], 1100);
  dwell.look(["b", "c"], 1200);
  assert.deepEqual(dwell.settled(2000), ["c"]);
});

test("what there is none of is not counted", () => {
  assert.equal(says([["section", 4, 9], ["question", 3, 5], ["prediction", 0, 0]]), "4 of 9 sections, 3 of 5 questions");
  assert.equal(says([["section", 0, 1]]), "0 of 1 section");
});

for (const text of [null, "", "{", "7", "null", "[]", '{"seen":7,"answered":"x"}', '{"seen":[1,{},null]}']) {
  test(`from ${text} comes an empty record`, () => {
    const { seen, answered } = new Progress("pac", () => ({ getItem: () => text }));
    assert.equal(seen.size + answered.size, 0);
  });
}

test("what is kept comes back", () => {
  const kept = new Map();
  const place = { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text) };
  const progress = new Progress("pac", () => place);
  progress.seen.add("a-heading");
  progress.answered.add("halve");
  progress.keep("1 of 9 sections");
  const again = new Progress("pac", () => place);
  assert.deepEqual([[...again.seen], [...again.answered]], [["a-heading"], ["halve"]]);
  assert.equal(new Progress("privacy", () => place).seen.size, 0);
  assert.equal(JSON.parse(kept.get("dpviz.progress.1.pac")).says, "1 of 9 sections");
});

test("a browser that keeps nothing makes no trouble", () => {
  const refuse = () => {
    throw new Error("quota");
  };
  for (const place of [null, { getItem: refuse, setItem: refuse }]) {
    const progress = new Progress("pac", () => place);
    progress.seen.add("a");
    progress.keep("1 of 2 sections");
    assert.ok(progress.seen.has("a"));
  }
});

test("a section's link has the page's state", () => {
  assert.equal(sectionLink("http://h/p?epsilon=1#old", "why-half"), "http://h/p?epsilon=1#why-half");
});
