// Builds dpviz/widgets/static/dpviz.js, the one file the widgets load, once a page.
//   node build.mjs
// The first line of the result names a hash of everything it was built from; a Python test recomputes it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "dpviz", "widgets", "static", "dpviz.js");

// Path, a zero byte, content, a zero byte, in the order of the paths: the same recipe as in tests/widgets.
function sourcesHash() {
  const sources = readdirSync(join(here, "src")).map((name) => `src/${name}`);
  const hash = createHash("sha256");
  for (const path of [...sources, "package-lock.json", "build.mjs"].sort()) {
    hash.update(path).update("\0").update(readFileSync(join(here, path))).update("\0");
  }
  return hash.digest("hex");
}

const hash = sourcesHash();
const result = await build({
  entryPoints: [join(here, "src", "index.js")],
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "inline",
  loader: { ".css": "text" },
  define: { global: "window", DPVIZ_VERSION: JSON.stringify(hash.slice(0, 16)) },
  banner: { js: `/* dpviz runtime, sources sha256:${hash} */` },
  plugins: [withoutMapStyles()],
  write: false,
  metafile: process.argv.includes("--meta"),
});
writeFileSync(target, result.outputFiles[0].contents);
console.log(`${target}: ${(result.outputFiles[0].contents.length / 1e6).toFixed(2)} MB`);
if (result.metafile) writeFileSync(join(here, "meta.json"), JSON.stringify(result.metafile));

// plotly.js brings the style sheet of its maps along; no lesson has a map.
function withoutMapStyles() {
  return {
    name: "without-map-styles",
    setup(bundler) {
      bundler.onLoad({ filter: /maplibre.*\.css$/ }, () => ({ contents: "", loader: "text" }));
    },
  };
}
