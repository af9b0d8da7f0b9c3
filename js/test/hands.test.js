import assert from "node:assert/strict";
import { test } from "node:test";
import { Hands } from "../src/runtime/hands.js";

function hands() {
  const all = new Hands();
  const settled = [];
  const make = (name) => {
    const slider = { name: () => name, on: false, playing: () => slider.on, settle: () => settled.push(name) };
    return Object.assign(slider, { leave: all.join(slider) });
  };
  return { all, settled, run: make("run"), keep: make("keep") };
}

test("who is taken makes the others tell where they are", () => {
  const { all, settled, run } = hands();
  all.take("keep");
  assert.deepEqual(settled, ["run"]);
  run.leave();
  all.take("keep");
  assert.deepEqual(settled, ["run"]);
});

test("a pointer that passes does not end the playing, a hand does", () => {
  const { all, settled, run } = hands();
  run.on = true;
  assert.equal(all.mayPrepare("keep"), false);
  assert.equal(all.mayPrepare("run"), true);
  assert.ok(!settled.includes("run"));
  all.take("keep");
  assert.ok(settled.includes("run"));
});
