import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldSliders } from "../src/runtime/held_sliders.js";

function hands() {
  const all = new HeldSliders();
  const settled = [];
  const make = (name) => {
    const slider = { name: () => name, on: false, playing: () => slider.on, settle: () => settled.push(name) };
    return Object.assign(slider, { leave: all.join(slider) });
  };
  return { all, settled, run: make("run"), keep: make("keep") };
}

test("who is taken makes the others tell where they are", () => {
  const { all, settled, run } = hands();
  all.settleOthers("keep");
  assert.deepEqual(settled, ["run"]);
  run.leave();
  all.settleOthers("keep");
  assert.deepEqual(settled, ["run"]);
});

test("a pointer that passes does not end the playing, a hand does", () => {
  const { all, settled, run } = hands();
  run.on = true;
  assert.equal(all.mayPrefetch("keep"), false);
  assert.equal(all.mayPrefetch("run"), true);
  assert.ok(!settled.includes("run"));
  all.settleOthers("keep");
  assert.ok(settled.includes("run"));
});
