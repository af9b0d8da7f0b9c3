import assert from "node:assert/strict";
import { test } from "node:test";
import { words } from "../src/runtime/progress.js";

test("a progress never says that it is complete while it is not", () => {
  assert.equal(words(0, false), "Computing … 0 %");
  assert.equal(words(0.999, false), "Computing … 99 %");
  assert.equal(words(0.43, true), "Stopped at 43 %");
});
