import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { KernelState } from "../src/runtime/kernel_state.js";

test("a short break is no alarm; a long one is, until the connection is back", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const pulse = new KernelState((state) => said.push(state), 3000);
  pulse.disconnected();
  mock.timers.tick(2900);
  pulse.connected();
  mock.timers.tick(5000);
  assert.deepEqual(said, []);
  pulse.disconnected();
  mock.timers.tick(3001);
  pulse.connected();
  assert.deepEqual(said, ["lost", "fine"]);
  mock.timers.reset();
});

test("a dead kernel stays dead: what answers after a restart knows nothing of the page", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const said = [];
  const pulse = new KernelState((state) => said.push(state), 3000);
  pulse.died();
  pulse.connected();
  pulse.disconnected();
  mock.timers.tick(5000);
  assert.deepEqual(said, ["dead"]);
  assert.equal(pulse.state, "dead");
  mock.timers.reset();
});

test("a server that refuses twice is said to, and forgiven when it answers", () => {
  const said = [];
  const pulse = new KernelState((state) => said.push(state));
  pulse.answered(403);
  pulse.answered(200);
  pulse.answered(403);
  assert.deepEqual(said, []);
  pulse.answered(403);
  pulse.answered(503);
  assert.deepEqual(said, ["refused"]);
  pulse.answered(200);
  assert.deepEqual(said, ["refused", "fine"]);
});

test("no such kernel, or on a hub no server at all: it is dead", () => {
  for (const status of [404, 424]) {
    const pulse = new KernelState(() => {});
    pulse.answered(status);
    assert.equal(pulse.state, "dead");
  }
});
