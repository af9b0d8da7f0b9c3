// Builds what browsers load, each file once: the widgets' runtime (dpviz/widgets/static/dpviz.js, with dpviz.licenses.txt,
// the notices of what is bundled in it), the scripts and the style sheet of pages, and the workers of a site.
//   npm ci && npm run build
// The first line of each names a hash of everything it was built from; a Python test recomputes it.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const RUNTIME = "widgets/static/dpviz.js";
const PAGE = "pages/share/jupyter/voila/templates/dpviz/static";
const OWN = "pages/static"; // of pages that are no lessons
const INFLATE = "shared/inflate.js";
const ENTRIES = {
  [RUNTIME]: "runtime/index.js",
  [`${PAGE}/page.js`]: "page/index.js",
  [`${PAGE}/gallery.js`]: "page/gallery.js",
  [`${PAGE}/offline.js`]: "page/offline.js",
  [`${PAGE}/dpviz.css`]: "page/style.css",
  [`${PAGE}/gallery.css`]: "page/gallery.css",
  [`${OWN}/bench.js`]: "bench/index.js",
  [`${OWN}/bench.css`]: "bench/style.css",
  [`${PAGE}/worker.js`]: "worker/index.js",
  [`${PAGE}/inflate.js`]: INFLATE,
  "site/sw.js": "worker/service_worker.js",
};

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
const fflate = JSON.parse(readFileSync(join(here, "node_modules/fflate/package.json"), "utf8")).version;
const CONTAINS = {
  [RUNTIME]: "/* Contains plotly.js, Copyright Plotly, Inc., MIT License, and others: see dpviz.licenses.txt */",
  [`${OWN}/bench.js`]: "/* Contains CodeMirror 6 and Lezer, Copyright (C) Marijn Haverbeke <marijn@haverbeke.berlin> and others, MIT License */",
  [`${PAGE}/inflate.js`]: `/* Contains fflate ${fflate}, Copyright (c) Arjun Barrett, MIT License */`,
};

for (const [name, source] of Object.entries(ENTRIES)) {
  const target = join(here, "..", "dpviz", name);
  const runtime = name === RUNTIME;
  const banner = [`/* dpviz ${runtime ? "runtime" : source}, sources sha256:${hash} */`, CONTAINS[name]].filter(Boolean).join("\n");
  const result = await build({
    entryPoints: [join(here, "src", source)],
    outdir: dirname(target),
    bundle: true,
    format: name === "site/sw.js" ? "iife" : "esm",
    minify: true,
    target: source === INFLATE ? "es2020" : "es2022", // the former is for browsers that cannot inflate
    charset: "utf8",
    legalComments: "inline",
    external: ["*/inflate.js", "maths.woff2"],
    // "define.amd": on a page with RequireJS (nbclassic, nbviewer) parts of plotly would hand themselves to it instead.
    define: runtime ? { global: "window", "define.amd": "undefined", DPVIZ_VERSION: JSON.stringify(hash.slice(0, 16)) } : {},
    banner: { js: banner, css: banner },
    plugins: runtime ? [stylesAsText(), flowingLegends()] : [coloursWithoutScript()],
    write: false,
    metafile: true,
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, result.outputFiles[0].contents);
  if (runtime) writeFileSync(target.replace(/\.js$/, ".licenses.txt"), notices(Object.values(result.metafile.outputs)[0].inputs));
  console.log(`dpviz/${name}: ${(result.outputFiles[0].contents.length / 1e3).toFixed(1)} kB`);
}

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

// The runtime puts its style sheets into pages itself. plotly.js brings that of its maps along; no lesson has a map.
function stylesAsText() {
  return {
    name: "styles-as-text",
    setup(bundler) {
      bundler.onLoad({ filter: /\.css$/ }, async ({ path }) => {
        if (/maplibre/.test(path)) return { contents: "", loader: "text" };
        const { code } = await transform(readFileSync(path, "utf8"), { loader: "css", minify: true, charset: "utf8" });
        return { contents: code, loader: "text" };
      });
    },
  };
}

// In a legend of several rows plotly makes each column as wide as its longest name, on a phone a row an entry: here they
// flow like words.
function flowingLegends() {
  const columns = "oneRowLegend ? w : maxItemWidth";
  return {
    name: "flowing-legends",
    setup(bundler) {
      bundler.onLoad({ filter: /plotly\.js\/src\/components\/legend\/draw\.js$/ }, ({ path }) => {
        const source = readFileSync(path, "utf8");
        if (!source.includes(columns)) throw new Error(`${path} has no "${columns}" any more`);
        return { contents: source.replace(columns, "w"), loader: "js" };
      });
    },
  };
}

// Where no script sets the theme of a page, the system's choice holds.
function coloursWithoutScript() {
  return {
    name: "colours-without-script",
    setup(bundler) {
      bundler.onLoad({ filter: /colours\.css$/ }, ({ path }) => {
        const colours = readFileSync(path, "utf8");
        const dark = colours.match(/\[data-dpviz-theme="dark"\] (\{[^}]*\})/)[1];
        return { contents: `${colours}@media (prefers-color-scheme: dark) { :root:not([data-dpviz-theme]) ${dark} }`, loader: "css" };
      });
    },
  };
}
