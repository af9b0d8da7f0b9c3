import assert from "node:assert/strict";
import { test } from "node:test";
import { publicAddress } from "../src/runtime/export/about.js";
import { cell, csv, everyTable, moves, presentTable } from "../src/runtime/export/csv.js";
import { unpacked } from "../src/runtime/export/standalone.js";
import { decode } from "../src/runtime/frames.js";

test("a cell is quoted where it must be, and is a formula nowhere", () => {
  for (const [text, written] of [
    ["plain", "plain"],
    ["a,b", '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ["two\nlines", '"two\nlines"'],
    [" edge", '" edge"'],
    ["=1+1", "'=1+1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["+x", "'+x"],
    ["-", "'-"],
    ["\t=1", "'\t=1"],
    ["−0.5", "-0.5"],
    ["-0.5", "-0.5"],
    ["+3.1e-7", "+3.1e-7"],
    ["-1,753", '"-1,753"'],
    ["−4 %", "-4 %"],
    ["-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"],
    ["", ""],
  ]) {
    assert.equal(cell(text), written);
  }
});

const block = { axis: "law.epsilon", values: [0.1, 1], table: { columns: ["a", "b"], rows: [[["x", "1"]], [["x", "2"], ["y", "3"]]] } };

test("a table at one step, and at every step with the slider's value first", () => {
  assert.deepEqual(presentTable(block, 0).rows, [["x", "1"]]);
  assert.deepEqual(everyTable(block), { columns: ["epsilon", "a", "b"], rows: [["0.1", "x", "1"], ["1", "x", "2"], ["1", "y", "3"]] });
  assert.ok(moves(block));
  assert.ok(!moves({ table: { rows: [[]] } }));
});

test("what a file is stands in lines that begin with #, one line each", () => {
  assert.equal(csv(["Title\n=x", "ε = 1"], ["a"], [["1"]]), "# Title =x\r\n# ε = 1\r\na\r\n1\r\n");
});

test("an address is given only if others can open it, and without what is secret", () => {
  for (const href of ["http://localhost:8866/x", "http://127.0.0.1/x", "http://[::1]:80/", "file:///a/x.html", "http://a.localhost/"]) {
    assert.equal(publicAddress(href), "");
  }
  assert.equal(publicAddress("https://example.org/a?x=1&token=secret"), "https://example.org/a?x=1");
});

test("the numbers of a file are those of the kernel", () => {
  const numbers = new Float32Array([1, -2.5, 3, 4]);
  const base64 = Buffer.from(numbers.buffer).toString("base64");
  const { motion } = unpacked({ motion: [{ path: ["data", 0, "y"], shape: [2, 2], base64 }, { path: ["layout", "title"], values: ["a", "b"] }] });
  const tracks = decode(motion, 2);
  assert.deepEqual([...tracks[0].at(0)], [1, -2.5]);
  assert.equal(tracks[1].at(1), "b");
});
