import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { InView } from "../src/runtime/in_view.js";

function open() {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  let seen;
  globalThis.IntersectionObserver = class {
    constructor(heard) {
      seen = heard;
    }
    observe() {}
    unobserve() {}
  };
  const sent = [];
  const inView = new InView();
  inView.connect((pictures) => sent.push(pictures));
  const move = (...entries) => {
    seen(entries.map(([target, isIntersecting]) => ({ target, isIntersecting })));
    mock.timers.tick(1000);
  };
  const rush = (...entries) => seen(entries.map(([target, isIntersecting]) => ({ target, isIntersecting })));
  mock.timers.tick(1000);
  return { inView, sent, move, rush };
}

test("the kernel hears which pictures are near, once a change", () => {
  const { inView, sent, move } = open();
  const [first, second] = [{}, {}];
  inView.watch(first, "one");
  inView.watch(second, "two");
  move([first, true], [second, false]);
  move([second, false]);
  move([first, false], [second, true]);
  assert.deepEqual(sent, [[], ["one"], ["two"]]);
  inView.again();
  assert.deepEqual(sent.at(-1), ["two"]);
});

test("a picture with two views is near if one of them is", () => {
  const { inView, sent, move } = open();
  const [first, second] = [{}, {}];
  const unwatch = inView.watch(first, "one");
  inView.watch(second, "one");
  move([first, true], [second, true]);
  unwatch();
  move([first, true]); // gone
  assert.deepEqual(sent, [[], ["one"]]);
  move([second, false]);
  assert.deepEqual(sent.at(-1), []);
});

test("what is wanted from afar is near until the reader has been there", () => {
  const { inView, sent, move } = open();
  const place = {};
  inView.watch(place, "one");
  move([place, false]);
  inView.want("one");
  assert.deepEqual(sent, [[], ["one"]]);
  move([place, true]);
  move([place, false]);
  assert.deepEqual(sent.at(-1), []);
});

test("what is only scrolled past is not heard of", () => {
  const { inView, sent, rush } = open();
  const places = [{}, {}, {}];
  places.forEach((place, i) => inView.watch(place, `${i}`));
  rush([places[0], true]);
  rush([places[0], false], [places[1], true]);
  rush([places[1], false], [places[2], true]);
  assert.deepEqual(sent, [[], ["0"]]);
  mock.timers.tick(1000);
  assert.deepEqual(sent, [[], ["0"], ["2"]]);
});
