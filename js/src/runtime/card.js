// The theorem card: the formula, the numbers of the moment in it, and whether its assumptions hold now.
import { fillElements, slotsAt } from "./slots.js";
import { formula, make, setText } from "./dom.js";
import { pick } from "./frames.js";

export class Card {
  #holds = [];

  constructor(card, slots) {
    this.card = card;
    this.slots = slots;
    const assumptions = (card.assumptions ?? []).map(({ text, holds }) => {
      const verdict = make("strong", { class: "dpv-verdict" });
      this.#holds.push({ verdict, holds });
      return make("li", {}, verdict, " ", make("span", { text }));
    });
    this.element = make(
      "section",
      { class: "dpv-card", "aria-label": `Theorem: ${card.title}` },
      make("p", { class: "dpv-card-title" }, make("strong", { text: card.title }), source(card.source)),
      card.formula ? shown(formula(card.formula), "dpv-formula") : null,
      card.filled ? shown(formula(card.filled), "dpv-formula dpv-filled") : null,
      rows(card.rows ?? []),
      assumptions.length ? make("ul", { class: "dpv-assumptions" }, ...assumptions) : null,
      card.note ? make("p", { class: "dpv-help", text: card.note }) : null,
    );
  }

  show(frame) {
    fillElements(this.element, slotsAt(this.slots, frame));
    for (const { verdict, holds } of this.#holds) {
      const now = pick(holds, frame);
      setText(verdict, now ? "✓ holds:" : "✗ does not hold:");
      verdict.classList.toggle("dpv-fails", !now);
    }
  }
}

// What is wider than its place scrolls, and what scrolls must be reached by the keyboard too. The formula stands in a
// box of its own, as wide as it is: an element of MathML does not tell when it grows.
const REACHED = { tabindex: "0", role: "group", "aria-label": "Formula" };
const widths = new ResizeObserver((entries) => {
  for (const place of new Set(entries.map(({ target }) => target.closest(".dpv-formula")))) {
    const scrolls = place && place.scrollWidth > place.clientWidth;
    // During a drag the numbers change at every frame, and this hardly ever.
    if (!place || scrolls === place.hasAttribute("tabindex")) continue;
    for (const [name, value] of Object.entries(REACHED)) {
      if (scrolls) place.setAttribute(name, value);
      else place.removeAttribute(name);
    }
  }
});

function shown(math, kind) {
  const box = make("span", { class: "dpv-formula-box" }, math);
  const place = make("div", { class: kind }, box);
  widths.observe(place);
  widths.observe(box);
  return place;
}

// `python3 tools/dev.py links` carries the owner's name here.
const ON_THE_WEB = "https://github.com/dpviz/dpviz/blob/main/docs/corrections.md";

// Each id leads to what is known of it: on a page of ours to our list, elsewhere (JupyterLab) to the one on the web.
function source(text) {
  if (!text) return null;
  const ours = document.documentElement.dataset.dpvizCorrections;
  const parts = text.split(/([A-Z]+-\d+)/).map((part, index) => {
    if (index % 2 === 0) return part;
    const href = `${ours ?? ON_THE_WEB}#${part.toLowerCase()}`;
    return make("a", { href, text: part, target: ours ? null : "_blank", rel: ours ? null : "noopener" });
  });
  return make("span", { class: "dpv-source" }, ...parts);
}

function rows(list) {
  if (!list.length) return null;
  return make(
    "dl",
    { class: "dpv-rows" },
    ...list.map(({ label, slot }) =>
      make("div", {}, make("dt", { text: label }), make("dd", { "data-slot": slot })),
    ),
  );
}
