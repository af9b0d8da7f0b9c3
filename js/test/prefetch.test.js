import assert from "node:assert/strict";
import { test } from "node:test";
import { PrefetchQueue } from "../src/runtime/prefetch.js";

function open() {
  const sent = [];
  const queue = new PrefetchQueue();
  queue.connect((axis) => sent.push(axis));
  return { queue, sent };
}

test("one request is out at a time, and the last one asked always runs", () => {
  const { queue, sent } = open();
  for (const axis of ["epsilon", "n", "beta", "n", "beta"]) queue.ask(axis);
  assert.deepEqual(sent, ["epsilon"]);
  queue.answer("epsilon");
  assert.deepEqual(sent, ["epsilon", "beta"]);
  queue.answer("beta");
  assert.deepEqual(sent, ["epsilon", "beta"]);
  assert.ok(!queue.busy);
});

test("what is there already is not asked again; going back to it is a request", () => {
  const { queue, sent } = open();
  queue.ask("epsilon");
  queue.answer("epsilon");
  queue.ask("epsilon");
  assert.deepEqual(sent, ["epsilon"]);
  queue.ask("n");
  queue.ask("epsilon");
  queue.answer("n");
  assert.deepEqual(sent, ["epsilon", "n", "epsilon"]);
});

test("asking for what is under way drops what waited", () => {
  const { queue, sent } = open();
  queue.ask("epsilon");
  queue.ask("n");
  queue.ask("epsilon");
  queue.answer("epsilon");
  assert.deepEqual(sent, ["epsilon"]);
  assert.ok(queue.has("epsilon"));
});

test("an answer nobody waits for changes nothing", () => {
  const { queue, sent } = open();
  queue.answer("epsilon");
  assert.ok(!queue.has("epsilon"));
  queue.ask("epsilon");
  queue.answer("n");
  assert.ok(queue.busy);
  assert.deepEqual(sent, ["epsilon"]);
});

test("what is asked before there is a kernel goes out when there is one", () => {
  const queue = new PrefetchQueue();
  queue.ask("epsilon");
  queue.ask("n");
  const sent = [];
  queue.connect((axis) => sent.push(axis));
  assert.deepEqual(sent, ["n"]);
});

test("after a lost connection the open request goes out again", () => {
  const { queue, sent } = open();
  queue.ask("epsilon");
  queue.reset();
  assert.deepEqual(sent, ["epsilon", "epsilon"]);
});

test("whenFetched resolves with the answer, or when patience ends", async () => {
  const { queue } = open();
  let done = false;
  const waiting = queue.whenFetched("epsilon", 60_000).then(() => (done = true));
  await Promise.resolve();
  assert.ok(!done);
  queue.answer("epsilon");
  await waiting;
  await queue.whenFetched("n", 1); // nobody answers
});
