import assert from "node:assert/strict";
import { test } from "node:test";
import { around, numberOf, scaleOf } from "../src/runtime/numbers.js";

test("numbers are read as people write them", () => {
  const said = {
    "0.5": 0.5, ".5": 0.5, "5.": 5, "0,5": 0.5, "0,125": 0.125, "1,000": 1000, "1,234,567": 1234567, "5 912": 5912, "−3": -3,
    "1e-5": 1e-5, "1E-5": 1e-5, "10^-5": 1e-5, "10⁻⁵": 1e-5, "2·10⁻⁵": 2e-5, "2 × 10^-5": 2e-5, "2^10": 1024, "1/4": 0.25, "１０": 10,
  };
  for (const [typed, value] of Object.entries(said)) assert.equal(numberOf(typed), value, typed);
  for (const typed of ["", "abc", "1,2,3", "5 %", "e", "--1", "1e", "10^", "0x10", "Infinity"]) assert.ok(Number.isNaN(numberOf(typed)), typed);
});

test("the number in a text is found, and what stands around it", () => {
  assert.deepEqual(around("ε = 10"), ["ε = ", "10", ""]);
  assert.deepEqual(around("0.1 % of n"), ["", "0.1", " % of n"]);
  assert.deepEqual(around("1e-9"), ["", "1e-9", ""]);
  assert.deepEqual(around("−1.95"), ["", "−1.95", ""]);
  assert.deepEqual(around("10⁻⁹"), ["", "10⁻⁹", ""]);
  assert.equal(around("left out"), null);
});

test("a slider takes any number between its ends, in the unit it shows", () => {
  const epsilon = scaleOf([0.01, 0.5, 10], ["0.01", "0.5", "10"]);
  assert.deepEqual([".01", "0.123", "10", "1e-2"].map(epsilon.read), [0.01, 0.123, 10, 0.01]);
  for (const typed of ["0.009", "11", "5 %", "a", "", "-1"]) assert.ok(Number.isNaN(epsilon.read(typed)), typed);
  const alpha = scaleOf([0.001, 0.07, 0.5], ["0.1 % of n", "7 % of n", "50 % of n"]);
  assert.deepEqual(["7", "7 %", "7 % of n", "0.1", "12.5%"].map(alpha.read), [0.07, 0.07, 0.07, 0.001, 0.125]);
  assert.ok(Number.isNaN(alpha.read("51")));
  assert.equal(alpha.range, "a number from 0.1 % of n to 50 % of n");
});

test("whole numbers stay whole, and their ends are what they are", () => {
  const people = scaleOf([10, 200, 5912], ["10", "200", "5,912"]);
  assert.deepEqual(["5,912", "11", "1e3"].map(people.read), [5912, 11, 1000]);
  assert.ok(Number.isNaN(people.read("10.5")));
  assert.equal(people.range, "a whole number from 10 to 5,912");
  assert.equal(scaleOf([0.004321, 1], ["0.00432", "1"]).read("0.00432"), 0.004321);
});

test("where a text says something else than the value, the nearest of the list is meant", () => {
  const world = scaleOf([2, 3, 14], ["4", "8", "16,384"]);
  assert.equal(world.exact, false);
  assert.deepEqual(["4", "7", "16384"].map(world.read), [2, 3, 14]);
  assert.ok(Number.isNaN(world.read("3")));
  const noise = scaleOf([0.837, 7], ["ε = 10", "ε = 0.1"]);
  assert.deepEqual(["10", "9", ".1"].map(noise.read), [0.837, 0.837, 7]);
  assert.equal(scaleOf([0, 1], ["exact", "in bands of 5 years"]), null);
});
