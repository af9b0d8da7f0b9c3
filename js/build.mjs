// Builds dpviz/widgets/static/dpviz.js, the one file the widgets load, once a page, and dpviz.licenses.txt,
// the notices of what is bundled in it; and inflate.js, which pages of a site load in old browsers.
//   npm ci && npm run build
// The first line of the result names a hash of everything it was built from; a Python test recomputes it.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "dpviz", "widgets", "static", "dpviz.js");

// Path, a zero byte, content, a zero byte, in the order of the paths: the same recipe as in tests/widgets.
function sourcesHash() {
  const sources = readdirSync(join(here, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(here, join(entry.parentPath ?? entry.path, entry.name)).replaceAll("\\", "/"));
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
  // "define.amd": on a page with RequireJS (nbclassic, nbviewer) parts of plotly would hand themselves to it instead.
  define: { global: "window", "define.amd": "undefined", DPVIZ_VERSION: JSON.stringify(hash.slice(0, 16)) },
  banner: {
    js:
      `/* dpviz runtime, sources sha256:${hash} */\n` +
      "/* Contains plotly.js, Copyright Plotly, Inc., MIT License, and others: see dpviz.licenses.txt */",
  },
  plugins: [withoutMapStyles()],
  write: false,
  metafile: true,
});
writeFileSync(target, result.outputFiles[0].contents);
writeFileSync(target.replace(/\.js$/, ".licenses.txt"), notices(Object.values(result.metafile.outputs)[0].inputs));
await build({
  stdin: { contents: 'import { gunzipSync } from "fflate"; export const gunzip = (buffer) => gunzipSync(new Uint8Array(buffer)).slice().buffer;', resolveDir: here },
  bundle: true,
  format: "esm",
  minify: true,
  target: "es2020",
  banner: {
    js:
      "// Unpacks gzip for browsers that cannot (before Chromium 80, Firefox 113, Safari 16.4). Built by js/build.mjs.\n" +
      `// fflate ${JSON.parse(readFileSync(join(here, "node_modules/fflate/package.json"), "utf8")).version}, Copyright (c) Arjun Barrett, MIT License`,
  },
  outfile: join(here, "..", "dpviz/server/share/jupyter/voila/templates/dpviz/static/inflate.js"),
});
console.log(`${target}: ${(result.outputFiles[0].contents.length / 1e6).toFixed(2)} MB`);

// The licence of every package that has a file in the bundle.
function notices(inputs) {
  const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput > 0 && !path.endsWith(".css"));
  const packages = new Set(used.map((path) => path.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]).filter(Boolean));
  return [...packages].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    const files = readdirSync(join(here, folder)).filter((entry) => /^licen[cs]e/i.test(entry));
    const file = files.find((entry) => /mit/i.test(entry)) ?? files[0]; // of several to choose from
    const text = file ? readFileSync(join(here, folder, file), "utf8").trim() : "(no text shipped with the package)";
    return `${name} ${version} (${license})\n\n${text}\n`;
  }).join(`\n${"-".repeat(78)}\n\n`);
}

// plotly.js brings the style sheet of its maps along; no lesson has a map.
function withoutMapStyles() {
  return {
    name: "without-map-styles",
    setup(bundler) {
      bundler.onLoad({ filter: /maplibre.*\.css$/ }, () => ({ contents: "", loader: "text" }));
    },
  };
}
