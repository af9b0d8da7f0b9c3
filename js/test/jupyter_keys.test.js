import assert from "node:assert/strict";
import test from "node:test";
import { ours } from "../src/runtime/jupyter_keys.js";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("plain keys belong to the control, commands to JupyterLab", () => {
  for (const key of ["ArrowDown", "Enter", " ", "d"]) assert.equal(ours({ ...none, key }), true);
  assert.equal(ours({ ...none, key: "Tab", shiftKey: true }), true);
  assert.equal(ours({ ...none, key: "Enter", shiftKey: true }), false);
  assert.equal(ours({ ...none, key: "s", ctrlKey: true }), false);
  assert.equal(ours({ ...none, key: "s", metaKey: true }), false);
});
