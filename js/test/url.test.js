import assert from "node:assert/strict";
import { test } from "node:test";
import { shareable } from "../src/runtime/url.js";

const LESSON = "voila/render/notebooks/02_privacy.ipynb?epsilon=0.5&note=a%20b";
const HUB = { base: "/user/ann/", hub: "/hub/" };
const BINDER = { base: "/user/dpviz-dpviz-x1y2/", launch: "https://mybinder.org/v2/gh/dpviz/dpviz/HEAD" };

for (const [what, href, share, wanted] of [
  ["an address without secrets stays as it is", `http://localhost:8866/${LESSON}#ask`, undefined, `http://localhost:8866/${LESSON}#ask`],
  ["the token of a Jupyter server is not given away", "http://h:8888/p?token=abc&epsilon=1&_xsrf=2%7Cx", undefined, "http://h:8888/p?epsilon=1"],
  ["nor is it alone in the query", "http://h:8888/p?token=abc", undefined, "http://h:8888/p"],
  [
    "on a hub everybody is sent to their own server",
    `https://hub.example.org/user/ann/${LESSON}&token=abc#ask`,
    HUB,
    `https://hub.example.org/hub/user-redirect/${LESSON.replace("%20", "+")}#ask`,
  ],
  [
    "also where the hub is not at the root, and the server has a name",
    "https://e.org/jupyter/user/ann/gpu/dpviz/lessons/a.ipynb",
    { base: "/jupyter/user/ann/gpu/", hub: "/jupyter/hub/" },
    "https://e.org/jupyter/hub/user-redirect/dpviz/lessons/a.ipynb",
  ],
  [
    "or at another host",
    "https://ann.e.org/user/ann/dpviz/lessons/a.ipynb?n=1",
    { base: "/user/ann/", hub: "https://hub.e.org/hub/" },
    "https://hub.e.org/hub/user-redirect/dpviz/lessons/a.ipynb?n=1",
  ],
  [
    "on Binder it launches a server of its own",
    `https://hub.mybinder.org/user/dpviz-dpviz-x1y2/${LESSON}&token=abc#ask`,
    BINDER,
    `https://mybinder.org/v2/gh/dpviz/dpviz/HEAD?urlpath=${encodeURIComponent(LESSON.replace("%20", "+") + "#ask")}`,
  ],
  ["elsewhere on that host nothing is put together", "https://e.org/user/bob/p", HUB, "https://e.org/user/bob/p"],
]) {
  test(what, () => assert.equal(shareable(href, share), wanted));
}
