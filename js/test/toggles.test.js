import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, step } from "../src/runtime/toggles.js";

test("a press steps one cell to the next character, and round again", () => {
  assert.equal(step("0110", 0, "01"), "1110");
  assert.equal(step("0110", 2, "01"), "0100");
  assert.equal(step("?", 0, "01?"), "0");
  assert.equal(step("01", 1, "01?"), "0?");
});

test("a character that is none of the alphabet becomes its first", () => {
  assert.equal(step("x1", 0, "01"), "01");
});

test("arrow keys walk over the grid and stop at its edges", () => {
  assert.equal(neighbour("ArrowRight", 3, 8, 4), 4);
  assert.equal(neighbour("ArrowLeft", 0, 8, 4), null);
  assert.equal(neighbour("ArrowDown", 1, 8, 4), 5);
  assert.equal(neighbour("ArrowDown", 5, 8, 4), null);
  assert.equal(neighbour("ArrowUp", 5, 8, 4), 1);
  assert.equal(neighbour("End", 2, 8, 4), 7);
  assert.equal(neighbour("Home", 2, 8, 4), 0);
  assert.equal(neighbour("Enter", 2, 8, 4), null);
});
