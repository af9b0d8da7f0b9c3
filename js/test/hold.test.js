import assert from "node:assert/strict";
import { test } from "node:test";
import { HoldQueue } from "../src/hold.js";

function queue() {
  const sent = [];
  const holds = new HoldQueue();
  holds.connect((axis) => sent.push(axis));
  return { holds, sent };
}

test("one request is out at a time, and the last one asked always runs", () => {
  const { holds, sent } = queue();
  for (const axis of ["epsilon", "n", "beta", "n", "beta"]) holds.ask(axis);
  assert.deepEqual(sent, ["epsilon"]);
  holds.answer("epsilon");
  assert.deepEqual(sent, ["epsilon", "beta"]);
  holds.answer("beta");
  assert.deepEqual(sent, ["epsilon", "beta"]);
  assert.ok(!holds.busy);
});

test("what is held already is not asked again; going back to it is a request", () => {
  const { holds, sent } = queue();
  holds.ask("epsilon");
  holds.answer("epsilon");
  holds.ask("epsilon");
  assert.deepEqual(sent, ["epsilon"]);
  holds.ask("n");
  holds.ask("epsilon");
  holds.answer("n");
  assert.deepEqual(sent, ["epsilon", "n", "epsilon"]);
});

test("asking for what is under way drops what waited", () => {
  const { holds, sent } = queue();
  holds.ask("epsilon");
  holds.ask("n");
  holds.ask("epsilon");
  holds.answer("epsilon");
  assert.deepEqual(sent, ["epsilon"]);
  assert.ok(holds.has("epsilon"));
});

test("an answer nobody waits for changes nothing", () => {
  const { holds, sent } = queue();
  holds.answer("epsilon");
  assert.ok(!holds.has("epsilon"));
  holds.ask("epsilon");
  holds.answer("n");
  assert.ok(holds.busy);
  assert.deepEqual(sent, ["epsilon"]);
});

test("what is asked before there is a kernel goes out when there is one", () => {
  const holds = new HoldQueue();
  holds.ask("epsilon");
  holds.ask("n");
  const sent = [];
  holds.connect((axis) => sent.push(axis));
  assert.deepEqual(sent, ["n"]);
});

test("after a lost connection the open request goes out again", () => {
  const { holds, sent } = queue();
  holds.ask("epsilon");
  holds.reset();
  assert.deepEqual(sent, ["epsilon", "epsilon"]);
});

test("whenHeld resolves with the answer, or when patience ends", async () => {
  const { holds } = queue();
  let done = false;
  const waiting = holds.whenHeld("epsilon", 60_000).then(() => (done = true));
  await Promise.resolve();
  assert.ok(!done);
  holds.answer("epsilon");
  await waiting;
  await holds.whenHeld("n", 1); // nobody answers
});
