import assert from "node:assert/strict";
import { test } from "node:test";
import { Bus, nearest } from "../src/runtime/bus.js";

test("nearest agrees with a plain search, at the ends and in between", () => {
  const values = [0.01, 0.1, 1, 2, 10];
  for (const wanted of [-5, 0.01, 0.054, 0.056, 0.5, 1.4, 1.6, 5.9, 6.1, 10, 1e9]) {
    const distances = values.map((value) => Math.abs(value - wanted));
    assert.equal(nearest(values, wanted), distances.indexOf(Math.min(...distances)), `near ${wanted}`);
  }
  assert.equal(nearest([3], 17), 0);
});

test("the bus keeps the last value of each axis and tells everyone", () => {
  const bus = new Bus();
  const heard = [];
  const stop = bus.subscribe((event) => heard.push(event));
  bus.publish("epsilon", 0.5, false);
  bus.publish("n", 200);
  stop();
  bus.publish("epsilon", 1);
  assert.deepEqual(heard, [
    { axis: "epsilon", value: 0.5, settled: false },
    { axis: "n", value: 200, settled: true },
  ]);
  assert.equal(bus.get("epsilon"), 1);
  assert.equal(bus.get("seed"), undefined);
});
