import assert from "node:assert/strict";
import { test } from "node:test";
import { shortAddress } from "../src/runtime/share/address.js";

const PAGE = "https://e.org/user/ann/dpviz/lessons/02_a.ipynb?token=abc&theme=dark&law.epsilon=0.5#law";

for (const [what, short, share, wanted] of [
  ["a lesson has its number", "/user/ann/dpviz/2", null, "https://e.org/user/ann/dpviz/2?law.epsilon=0.5#law"],
  ["other notebooks have their own address", "", null, "https://e.org/user/ann/dpviz/lessons/02_a.ipynb?law.epsilon=0.5#law"],
  [
    "on a hub everybody is sent to their own server",
    "/user/ann/dpviz/2",
    { base: "/user/ann/", hub: "/hub/" },
    "https://e.org/hub/user-redirect/dpviz/2?law.epsilon=0.5#law",
  ],
  [
    "on Binder it launches one",
    "/user/ann/dpviz/2",
    { base: "/user/ann/", launch: "https://mybinder.org/v2/gh/a/b/HEAD" },
    "https://mybinder.org/v2/gh/a/b/HEAD?urlpath=dpviz%2F2%3Flaw.epsilon%3D0.5%23law",
  ],
]) {
  test(what, () => assert.equal(shortAddress(PAGE, short, share), wanted));
}
