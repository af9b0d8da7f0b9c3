// One picture: its card, the plot, the sentence, the table and the code. It follows the bus along its block's axis.
import { nearest } from "./bus.js";
import { Card } from "./card.js";
import { Code, Table } from "./details.js";
import { make, setText, uniqueId } from "./dom.js";
import { fit, heightOf } from "./figure.js";
import { decode, figureAt, pick } from "./frames.js";
import { clear, drawFrame, drawWhole } from "./plot.js";
import { slotsAt } from "./slots.js";
import { recolour } from "./theme.js";

const SETTLED = 200; // ms without movement

export class Chart {
  #frame = -1; // on screen
  #fresh = true; // the whole figure must be drawn, not only a frame
  #moved = false; // by the reader, so it is worth announcing
  #timer = null;

  constructor({ el, lesson, theme, scheduler }) {
    this.lesson = lesson;
    this.theme = theme;
    this.scheduler = scheduler;
    this.heading = make("h3", { class: "dpv-title", id: uniqueId("title") });
    this.cardPlace = make("div");
    this.plot = make("div", { class: "dpv-plot", role: "img" });
    this.sentence = make("p", { class: "dpv-sentence" });
    this.live = make("p", { class: "dpv-hidden", "aria-live": "polite" });
    this.more = make("div", { class: "dpv-more" });
    this.root = make(
      "section",
      { class: "dpviz dpv-chart", "aria-labelledby": this.heading.id },
      this.heading,
      // The plot first: the slider above it and what it moves belong in one view.
      this.plot,
      this.sentence,
      this.live,
      this.cardPlace,
      this.more,
    );
    el.replaceChildren(this.root);

    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(this.plot);
    const stops = [
      scheduler.add(this, this.root),
      lesson.bus.subscribe((event) => this.#heard(event)),
      lesson.subscribe(() => this.#look()),
      theme.subscribe(() => this.#redraw()),
      () => resized.disconnect(),
    ];
    this.dispose = () => {
      stops.forEach((stop) => stop());
      clearTimeout(this.#timer);
      clear(this.plot);
    };
    this.#look();
  }

  /** A new block from the kernel: perhaps another picture, perhaps another axis. */
  setBlock(block) {
    if (!block?.figure) return;
    this.block = block;
    this.tracks = decode(block.motion ?? [], block.values.length);
    this.#moved &&= this.#timer !== null;
    setText(this.heading, block.title);
    this.heading.hidden = !block.title;
    this.plot.style.height = `${heightOf(block.figure, this.#scale())}px`;
    this.card = block.card ? new Card(block.card, block.slots) : null;
    this.cardPlace.replaceChildren(...(this.card ? [this.card.element] : []));
    this.#buildMore();
    this.#redraw();
  }

  /** The frame the bus asks for. */
  get wanted() {
    const value = this.lesson.bus.get(this.block.axis);
    return value === undefined ? this.block.start : nearest(this.block.values, value);
  }

  draw() {
    if (!this.block || !this.lesson.ready) return;
    const frame = this.wanted;
    if (this.#fresh) {
      const width = this.plot.clientWidth;
      if (width === 0) return; // not laid out yet: the resize observer calls again
      this.#fresh = false;
      const scale = this.#scale();
      this.plot.style.height = `${heightOf(this.block.figure, scale)}px`;
      const family = getComputedStyle(this.root).fontFamily;
      const place = { width, scale, family, colours: this.theme.colours };
      const figure = fit(figureAt(this.block.figure, this.tracks, frame), place);
      this.width = width;
      this.scale = scale;
      drawWhole(this.plot, figure);
    } else if (frame !== this.#frame) {
      drawFrame(this.plot, this.tracks, frame, (value) => recolour(value, this.theme.colours));
    }
    this.#words(frame);
    this.#frame = frame;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), SETTLED);
  }

  #words(frame) {
    const sentence = pick(this.block.sentences, frame);
    setText(this.sentence, sentence);
    this.plot.setAttribute("aria-label", `${this.block.title}. ${sentence}`);
    this.card?.show(frame);
  }

  #heard({ axis }) {
    if (axis !== this.block?.axis || (this.wanted === this.#frame && !this.#fresh)) return;
    this.#moved = true;
    this.scheduler.mark(this);
  }

  #redraw() {
    this.#fresh = true;
    this.scheduler.mark(this);
  }

  #resized() {
    if (!this.block || (this.plot.clientWidth === this.width && this.#scale() === this.scale)) return;
    this.#redraw();
  }

  // Quiet while a link is being restored.
  #look() {
    this.root.classList.toggle("dpv-quiet", !this.lesson.ready);
    if (this.lesson.ready && this.block && this.#fresh) this.scheduler.mark(this);
  }

  // Movement has ended: what costs too much, or would say too much, during it.
  #settle() {
    this.#timer = null;
    if (this.#moved) setText(this.live, this.sentence.textContent);
    this.#moved = false;
    this.#fillMore();
  }

  #buildMore() {
    const open = [...this.more.children].map((details) => details.open);
    const { table, title, code } = this.block;
    this.table = table?.columns?.length ? new Table(title, table.columns) : null;
    this.code = code ? new Code() : null;
    const parts = [this.table, this.code].filter(Boolean).map(({ element }) => element);
    parts.forEach((details, i) => {
      details.open = open[i] ?? false;
      details.addEventListener("toggle", () => this.#fillMore());
    });
    this.more.replaceChildren(...parts);
  }

  #fillMore() {
    if (this.#frame < 0) return;
    if (this.table?.element.open) this.table.show(pick(this.block.table.rows, this.#frame));
    if (this.code?.element.open) this.code.show(this.block.code, slotsAt(this.block.slots, this.#frame));
  }

  #scale() {
    return parseFloat(getComputedStyle(this.root).fontSize) / 16;
  }
}

export function renderChart({ model, el, lesson, theme, scheduler }) {
  const chart = new Chart({ el, lesson, theme, scheduler });
  const show = () => chart.setBlock(model.get("block"));
  model.on("change:block", show);
  show();
  return () => {
    model.off("change:block", show);
    chart.dispose();
  };
}
