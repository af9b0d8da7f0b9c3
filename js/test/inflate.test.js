import assert from "node:assert/strict";
import test from "node:test";
import { constants, gzipSync } from "node:zlib";
import { gunzip } from "../../dpviz/server/share/jupyter/voila/templates/dpviz/static/inflate.js";

const bytes = (buffer) => buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
const noise = Uint8Array.from({ length: 200_000 }, (_, i) => (Math.imul(i, 2654435761) >>> 13) & 255);
const TEXTS = {
  nothing: "",
  "one letter": "a",
  "itself again and again": "abc".repeat(50_000),
  words: Array.from({ length: 5000 }, (_, i) => `ε = ${i / 7}; `).join(""),
  noise,
};

for (const [name, text] of Object.entries(TEXTS)) {
  for (const options of [{ level: 0 }, { level: 1 }, { level: 9 }, { strategy: constants.Z_FIXED }, { strategy: constants.Z_HUFFMAN_ONLY }]) {
    test(`${name}, ${JSON.stringify(options)}`, () => {
      assert.deepEqual(Buffer.from(gunzip(bytes(gzipSync(text, options)))), Buffer.from(text));
    });
  }
}

test("what is no such file, or a broken one, is refused", () => {
  assert.throws(() => gunzip(new TextEncoder().encode("<!doctype html>").buffer), /not a file of this site/);
  const whole = bytes(gzipSync(TEXTS.words));
  assert.throws(() => gunzip(whole.slice(0, whole.byteLength >> 1)), /broken|length/);
});
