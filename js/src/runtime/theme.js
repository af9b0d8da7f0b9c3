// Light and dark: who decides, and the dark twin of each colour a scene may use.
import { withParameter, writeQuery } from "./url.js";

/** Light colour -> dark colour. Exact strings: a scene uses these and no others. */
export const DARK = {
  "#1f2933": "#e6eaee", // ink
  "#d5dbe1": "#3b4754", // grid
  "#0063a3": "#3f90cc", // blue
  "#dd6b0d": "#ff9d45", // orange
  "#00402d": "#c8ffe6", // green
  "#b0739f": "#e0b0d5", // purple
  "#b45309": "#ff9d45", // words in orange
  "#8a4f7d": "#e0b0d5", // words in purple
  "#b8860b": "#e8c04a", // yellow
  "#6b7280": "#a3adb8", // grey
  "#bfc7d0": "#7f8b9a", // pale
  "#ffffff": "#1b2128", // the card a picture stands on
  "rgba(0,99,163,0.15)": "rgba(63,144,204,0.24)",
  "rgba(221,107,13,0.15)": "rgba(255,157,69,0.24)",
};

/** A copy of a value with every known colour in it replaced; numbers and typed arrays are handed through. */
export function recolour(value, colours) {
  if (typeof value === "string") return colours[value] ?? value;
  if (Array.isArray(value)) return value.map((item) => recolour(item, colours));
  if (value === null || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, recolour(item, colours)]));
}

/** "light" or "dark": the address wins, then JupyterLab's own theme, then the system's preference. */
export function resolve(search, labIsLight, prefersDark) {
  const asked = new URLSearchParams(search).get("theme");
  if (asked === "light" || asked === "dark") return asked;
  if (labIsLight !== undefined) return labIsLight === "false" ? "dark" : "light";
  return prefersDark ? "dark" : "light";
}

/** The theme of the page this runs in; tells its listeners when it changes. */
export class Theme {
  #listeners = new Set();
  #preference = window.matchMedia("(prefers-color-scheme: dark)");

  constructor({ app }) {
    this.app = app;
    this.#preference.addEventListener("change", () => this.refresh());
    // In an app page nobody else has a say; and the runtime may be there before its body.
    if (!app) {
      const watcher = new MutationObserver(() => this.refresh());
      watcher.observe(document.body, { attributes: true, attributeFilter: ["data-jp-theme-light"] });
    }
    this.refresh();
  }

  /** What the reader asked for: "auto", "light" or "dark". */
  get choice() {
    const asked = new URLSearchParams(location.search).get("theme");
    return asked === "light" || asked === "dark" ? asked : "auto";
  }

  set choice(name) {
    writeQuery(withParameter(location.search, "theme", name === "auto" ? null : name));
    this.refresh();
  }

  refresh() {
    // Voilà writes its own theme into the same attribute; only JupyterLab's follows what the reader chose there.
    const lab = this.app ? undefined : document.body.dataset.jpThemeLight;
    const name = resolve(location.search, lab, this.#preference.matches);
    document.documentElement.dataset.dpvizTheme = name;
    if (name === this.name) return;
    this.name = name;
    for (const listener of [...this.#listeners]) listener(name);
  }

  get colours() {
    return this.name === "dark" ? DARK : {};
  }

  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
