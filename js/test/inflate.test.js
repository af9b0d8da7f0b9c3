import assert from "node:assert/strict";
import test from "node:test";
import { gzipSync } from "node:zlib";
import { gunzip } from "../../dpviz/pages/share/jupyter/voila/templates/dpviz/static/inflate.js";

const bytes = (buffer) => buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);

test("a compressed file is itself again, in a buffer of its own", () => {
  const text = Array.from({ length: 5000 }, (_, i) => `ε = ${i / 7}; `).join("");
  const made = gunzip(bytes(gzipSync(text, { level: 9 })));
  assert.equal(new TextDecoder().decode(made), text);
});

test("what is no such file is refused", () => {
  assert.throws(() => gunzip(new TextEncoder().encode("<!doctype html>").buffer));
});
