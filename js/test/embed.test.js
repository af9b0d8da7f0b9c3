import assert from "node:assert/strict";
import { test } from "node:test";
import { embedCode } from "../src/runtime/embed/code.js";
import { plotHeight, wholePage } from "../src/runtime/embed/frame.js";
import { carriesState, merge, onlyHere } from "../src/runtime/url.js";

test("the code of a picture has its state, and nothing secret", () => {
  const address = "https://e.org/voila/render/a.ipynb?token=abc&law.epsilon=0.5&theme=dark#ask";
  assert.equal(
    embedCode(address, "law", { title: 'Which "answer" <is> given?', height: 620 }),
    '<iframe src="https://e.org/voila/render/a.ipynb?law.epsilon=0.5&amp;theme=dark&amp;only=law" ' +
      'title="Which &quot;answer&quot; &lt;is> given?" width="100%" height="620" style="border: 0" loading="lazy"></iframe>',
  );
});

test("a frame leads to the whole page at its state", () => {
  assert.equal(wholePage("https://e.org/p?only=law&n=2", "law"), "https://e.org/p?n=2#law");
  assert.equal(wholePage("https://e.org/p?only=law", "law"), "https://e.org/p#law");
});

test("a plot takes what its frame leaves it, within reason", () => {
  assert.equal(plotHeight({ own: 400, frame: 900, above: 200, rest: 300 }), 600); // all fits
  assert.equal(plotHeight({ own: 400, frame: 700, above: 200, rest: 300 }), 400); // as the page around was told
  assert.equal(plotHeight({ own: 400, frame: 560, above: 200, rest: 300 }), 360); // the sentence is still seen
  assert.equal(plotHeight({ own: 400, frame: 650, above: 200, rest: 300 }), 400);
  assert.equal(plotHeight({ own: 400, frame: 300, above: 200, rest: 300 }), 320); // it scrolls
});

test("the address keeps what is shown alone, and that is no state", () => {
  assert.equal(merge("?only=law&n=1&theme=dark", "n=2", new Set(["n"])), "?only=law&theme=dark&n=2");
  assert.equal(carriesState("?only=law&theme=dark"), false);
});

test("names that are only this computer's", () => {
  for (const name of ["localhost", "127.0.0.1", "[::1]", "a.localhost"]) assert.ok(onlyHere(name), name);
  for (const name of ["e.org", "192.168.0.2", "localhost.e.org", "128.0.0.1"]) assert.ok(!onlyHere(name), name);
});
