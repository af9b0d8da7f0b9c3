// One picture: the plot, the sentence, and what unfolds under them. It follows the bus along its block's axis.
import { nearest } from "./bus.js";
import { Card } from "./card.js";
import { Code, Table } from "./details.js";
import { make, setText, uniqueId } from "./dom.js";
import { alone } from "./embed/frame.js";
import { fit, heightOf, readable } from "./figure.js";
import { Folds } from "./folds.js";
import { decode, figureAt, patched, pick } from "./frames.js";
import { Progress } from "./progress.js";
import { clear, drawFrame, drawWhole } from "./plot.js";
import { slotsAt } from "./slots.js";
import { PlotHeight } from "./plot_height.js";
import { recolour } from "./theme.js";
import { addTools } from "./chart_tools.js";
import { onChange } from "./traits.js";
import { keepWithin } from "./within.js";

const SETTLED = 200; // ms without movement
const NARROW = matchMedia("screen and (max-width: 1179.9px)"); // as style/layout.css has it

export class Chart {
  /** What is given from outside, and not by its place: `width`, `height`, `scale`, `colours`. */
  fixed = {};
  #frame = -1; // on screen
  #fresh = true; // the whole figure must be drawn, not only a frame
  #moved = false; // by the reader, so it is worth announcing
  #timer = null;
  grown = new Set(); // who hears of each stage
  /** Called after each frame that was drawn. */
  drawn = new Set();
  /** What becomes of a figure before it is drawn whole. */
  adapt = (figure) => figure;
  /** Of one that a kernel draws: show what it has said; of one made in stages too: begin, and once more for another kernel. */
  show = null;
  begin = null;
  introduce = null;
  /** It is of a state that was left, until the kernel has drawn it again. */
  stale = false;
  #projector = null; // where it fills a place of a given height

  /**
   * `name`: the section whose picture it is. `press`, for a picture made in stages: hears its progress's button.
   * `bare`: it only moves; nothing is to be done with it.
   */
  constructor({ el, lesson, theme, scheduler, press, name = "", bare = false }) {
    this.name = name;
    this.bare = lesson.bare = bare;
    this.lesson = lesson;
    this.theme = theme;
    this.scheduler = scheduler;
    // What begins the page has only that page's title above it, and a section's picture may have the same name.
    this.heading = make(bare ? "p" : "h3", { class: "dpv-title", id: uniqueId("title"), hidden: true });
    this.plot = make("div", { class: "dpv-plot", tabindex: -1 });
    this.sentence = make("p", { class: "dpv-sentence" });
    this.live = make("p", { class: "dpv-hidden", "aria-live": "polite" });
    this.tools = make("div", { class: "dpv-chart-tools", role: "group", "aria-label": "This picture", hidden: bare });
    this.folds = new Folds(this.tools, () => this.#resized());
    const [theorem, table, code] = ["Theorem", "Numbers", "Code"].map((text) => this.folds.add(text, null, () => this.#fill()));
    theorem.body.classList.add("dpv-theorem");
    // Predictions that were answered.
    this.predicted = make("div", { class: "dpv-predicted", role: "group", "aria-label": "Your prediction", tabindex: -1 });
    const prediction = this.folds.add("Prediction", this.predicted, () => {});
    prediction.button.hidden = true;
    this.parts = { theorem, table, code, prediction };
    this.asked = make("div", { class: "dpv-asked", hidden: true }); // over the plot: what is to be predicted first
    this.progress = press ? new Progress(press) : null;
    this.root = make(
      "section",
      { class: "dpviz dpv-chart", role: bare && "group" },
      this.heading,
      // The plot first: the slider above it and what it moves belong in one view.
      this.plot,
      this.asked,
      this.progress?.element,
      this.sentence,
      this.live,
      this.tools,
      this.folds.place,
    );
    // What stands for it until it is drawn.
    const still = bare && el.closest(".dpviz-output")?.querySelector(".dpviz-still");
    if (still) this.plot.append(still);
    el.replaceChildren(this.root);
    const settleFolds = () => this.#settleFolds();
    NARROW.addEventListener("change", settleFolds);
    settleFolds();

    const resized = new ResizeObserver(() => this.#resized());
    resized.observe(this.plot);
    this.space = new PlotHeight(this, () => this.#resized());
    const stops = [
      scheduler.add(this, this.root),
      lesson.bus.subscribe((event) => this.#heard(event)),
      lesson.subscribe(() => this.#look()),
      theme.subscribe(() => this.redraw()),
      () => resized.disconnect(),
      () => this.space.close(),
      () => NARROW.removeEventListener("change", settleFolds),
      () => this.last?.remove(),
      addTools(this),
    ];
    lesson.charts.set(name, this);
    lesson.veils.dress(name);
    this.dispose = () => {
      stops.forEach((stop) => stop());
      if (lesson.charts.get(name) === this) lesson.charts.delete(name);
      clearTimeout(this.#timer);
      clear(this.plot);
    };
    this.#look();
  }

  /** A new block from the kernel: perhaps another picture, perhaps another axis. */
  setBlock(block) {
    if (!block?.figure) return;
    // The same picture with other numbers (a further stage of it) is drawn as its frames are.
    const look = JSON.stringify([block.figure, block.motion?.map(({ path }) => path)]);
    const same = look === this.look;
    this.look = look;
    this.block = block;
    this.tracks = decode(block.motion ?? [], block.values.length);
    this.#moved &&= this.#timer !== null;
    setText(this.heading, block.title);
    // Its name from the first moment, also where nothing is drawn before it comes into view.
    this.root.setAttribute("aria-labelledby", this.heading.id);
    this.plot.setAttribute("role", "img");
    if (!this.plot.hasAttribute("aria-label")) this.plot.setAttribute("aria-label", block.title);
    this.heading.hidden = !block.title;
    this.#setHeight();
    this.#build();
    this.#frame = -1;
    this.lesson.veils.dress(this.name);
    // The words at once, as the title is: a picture out of view may wait long to be drawn while others grow.
    if (!this.#quiet) this.#words(this.wanted);
    if (same && !this.#fresh) this.scheduler.mark(this);
    else this.redraw();
  }

  setStale(stale) {
    if (this.stale === stale) return;
    this.stale = stale;
    this.root.setAttribute("aria-busy", String(stale));
    this.#look();
  }

  /** True while something is to be predicted before what the picture says is seen, or heard. */
  get veiled() {
    return !this.asked.hidden;
  }

  set veiled(veiled) {
    if (veiled === this.veiled) return;
    this.asked.hidden = !veiled;
    this.root.classList.toggle("dpv-veiled", veiled);
    this.tools.classList.toggle("dpv-behind", veiled); // they may stand elsewhere
    this.#measure();
    this.#resized();
    if (this.#frame >= 0) this.#words(this.wanted); // else they come with the picture
  }

  /** Whether something is to be predicted, or only what was said to it is unfolded. */
  get predicting() {
    const { prediction, ...others } = this.parts;
    return this.veiled || (!prediction.body.hidden && Object.values(others).every(({ body }) => body.hidden));
  }

  /** How far a picture made in stages is; below 0 when it is complete. */
  setProgress(fraction, stopped) {
    if (!this.progress) return;
    const ended = this.fraction >= 0 && fraction < 0;
    this.fraction = fraction;
    this.stopped = stopped;
    this.progress.show(fraction, stopped, this.block?.title ?? "");
    for (const hear of [...this.grown]) hear();
    // The reader waited for it, so it is announced as if they had moved it.
    if (!ended) return;
    this.#moved = true;
    this.#timer ??= setTimeout(() => this.#settle(), SETTLED);
  }

  /** The frame the bus asks for. */
  get wanted() {
    const value = this.lesson.bus.get(this.block.axis);
    return value === undefined ? this.block.start : nearest(this.block.values, value);
  }

  draw() {
    if (!this.block || this.#quiet) return;
    const frame = this.wanted;
    if (this.#fresh) {
      const width = this.fixed.width ?? this.plot.clientWidth;
      if (width === 0) return; // not laid out yet: the resize observer calls again
      this.#fresh = false;
      const scale = this.#scale();
      const height = this.#setHeight();
      const family = getComputedStyle(this.root).fontFamily;
      const place = { width, height, scale, family, colours: this.theme.colours, least: this.#projector?.least, ...this.fixed };
      const figure = fit(this.adapt(figureAt(this.block.figure, this.tracks, frame)), place);
      this.#projector?.adapt?.(figure);
      this.width = width;
      this.scale = scale;
      this.plot.querySelector(":scope > .dpviz-still")?.remove();
      drawWhole(this.plot, figure);
      keepWithin(this.plot);
      this.#measure();
    } else if (frame !== this.#frame) {
      drawFrame(this.plot, this.tracks, frame, (value) => recolour(value, this.fixed.colours ?? this.theme.colours));
    }
    this.#words(frame);
    this.#frame = frame;
    for (const hear of this.drawn) hear();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), SETTLED);
  }

  /** Draw all of it at once, as is `fixed` from now on. */
  drawAs(fixed) {
    this.fixed = fixed;
    this.#fresh = true;
    this.draw();
  }

  #words(frame) {
    const sentence = pick(this.block.sentences, frame);
    setText(this.sentence, sentence);
    this.plot.setAttribute("aria-label", `${this.block.title}. ${this.veiled ? "Hidden until you have answered what is asked here, or skipped it." : sentence}`);
    this.card?.show(frame);
  }

  #heard({ axis }) {
    if (axis !== this.block?.axis || (this.wanted === this.#frame && !this.#fresh)) return;
    this.#moved = true;
    this.scheduler.mark(this);
  }

  /** Draw the whole figure again. */
  redraw() {
    this.#fresh = true;
    this.scheduler.mark(this);
  }

  #resized() {
    if (!this.block || this.fixed.width || this.plot.clientWidth === 0) return;
    const height = this.height;
    const same = this.plot.clientWidth === this.width && this.#setHeight() === height && this.#scale() === this.scale;
    if (!same || this.#fresh) this.redraw();
  }

  // As high as its controls leave space for in the window, so that a hand and what it moves are seen at once.
  #setHeight() {
    if (this.#projector && !this.fixed.width) {
      this.plot.style.height = "";
      this.#keepLines();
      this.height = this.plot.clientHeight;
      return this.height;
    }
    const { room, least } = this.lesson.app && !this.fixed.width ? this.#space() : {};
    this.height = this.fixed.height ?? heightOf(this.block.figure, this.#scale(), { room, least, width: this.plot.clientWidth || undefined });
    this.plot.style.height = `${this.height}px`;
    if (this.veiled) this.#measure();
    return this.height;
  }

  // For what is laid over the plot.
  #measure() {
    const { offsetTop: top, offsetLeft: left, offsetWidth: width, offsetHeight: height } = this.plot;
    for (const [name, px] of Object.entries({ top, left, width, height })) this.root.style.setProperty(`--dpviz-plot-${name}`, `${px}px`);
  }

  // On a narrow page words stand under their picture, and what unfolds under them.
  #settleFolds() {
    const under = !this.bare && this.lesson.app && !alone() && !this.#projector && NARROW.matches;
    const step = under ? this.root.closest(".dpviz-step") : null;
    if (step && !this.last) step.append((this.last = make("div", { class: "dpviz dpv-last" })));
    (step ? this.last : this.root).append(this.tools, this.folds.place);
    // What became of a prediction is read with the picture.
    (step ? this.root : this.folds.place).append(this.parts.prediction.body);
  }

  /** Where its place has a height of its own: `least`, as `fit` takes it, and what to `adapt` after it; null elsewhere. */
  set projector(projector) {
    this.#projector = projector;
    this.#settleFolds();
    this.sentence.style.minHeight = "";
    if (this.block) this.redraw();
  }

  #space() {
    if (this.space.beside) this.#keepLines();
    else this.sentence.style.minHeight = "";
    return this.space.measure(readable(this.block.figure, this.#scale()));
  }

  // The plot has what the sentence leaves: room for its longest one, or the plot would jump during a drag.
  #keepLines() {
    const now = [...this.sentence.childNodes];
    this.sentence.style.minHeight = "";
    setText(this.sentence, this.block.sentences.reduce((longest, one) => (one.length > longest.length ? one : longest), ""));
    const height = this.sentence.offsetHeight;
    this.sentence.replaceChildren(...now);
    this.sentence.style.minHeight = `${height}px`;
  }

  // While a link is being restored; what was never seen is not seen in another state first.
  get #quiet() {
    return !this.lesson.ready || (this.stale && this.#frame < 0);
  }

  #look() {
    this.root.classList.toggle("dpv-quiet", this.#quiet);
    this.root.classList.toggle("dpv-stale", this.stale && !this.#quiet);
    if (!this.#quiet && this.block && this.#fresh) this.scheduler.mark(this);
  }

  // Movement has ended: what costs too much, or would say too much, during it.
  #settle() {
    this.#timer = null;
    if (this.block && this.wanted !== this.#frame) return; // about to be drawn: it settles after that
    if (this.#moved && !this.veiled) setText(this.live, this.sentence.textContent);
    this.#moved = false;
    keepWithin(this.plot);
    this.#fill();
  }

  // What is unfolded stays as it is while the picture grows: somebody may be reading it.
  #build() {
    const { card, slots, table, title, code } = this.block;
    const said = JSON.stringify([card ?? null, title, table?.columns, Boolean(code)]);
    if (said === this.said) {
      if (this.card) this.card.slots = slots;
      return;
    }
    this.said = said;
    this.card = card ? new Card(card, slots) : null;
    this.table = table?.columns?.length ? new Table(title, table.columns) : null;
    this.code = code ? new Code() : null;
    for (const [name, part] of Object.entries({ theorem: this.card, table: this.table, code: this.code })) {
      this.parts[name].body.replaceChildren(...(part ? [part.element] : []));
      this.parts[name].button.hidden = !part;
    }
  }

  #fill() {
    if (this.#frame < 0) return;
    const { table, code } = this.parts;
    if (!table.body.hidden) this.table?.show(pick(this.block.table.rows, this.#frame));
    if (!code.body.hidden) this.code?.show(this.block.code, slotsAt(this.block.slots, this.#frame));
  }

  #scale() {
    return this.fixed.scale ?? parseFloat(getComputedStyle(this.root).fontSize) / 16;
  }
}

export function renderChart({ model, el, lesson, theme, scheduler }) {
  const staged = model.get("staged");
  const press = staged ? (stopped) => model.send({ kind: stopped ? "resume" : "cancel" }) : undefined;
  const chart = new Chart({ el, lesson, theme, scheduler, press, name: model.get("name"), bare: model.get("bare") });
  // Begun before anybody comes near it, where something else needs what it says.
  if (staged) chart.begin = () => model.send({ kind: "seen", visible: true });
  let block, changes, whole;
  const show = () => {
    if (block !== model.get("block") || changes !== model.get("changes")) {
      [block, changes] = [model.get("block"), model.get("changes")];
      whole = patched(block, changes ?? []);
    }
    if (chart.block !== whole) chart.setBlock(whole);
    chart.setStale(model.get("stale") ?? false);
    if (staged) grow(); // one that is whole at once has no stage to tell of
  };
  chart.show = show;
  const hear = () => lesson.hear(chart, show);
  const grow = () => chart.setProgress(model.get("progress"), model.get("stopped"));
  const unhear = onChange(model, ["block", "changes", "stale"], hear);
  const unlisten = onChange(model, ["progress", "stopped"], grow);
  show();
  const { again, unwatch } = staged ? watch(el, (visible) => model.send({ kind: "seen", visible })) : { again: null, unwatch: () => {} };
  chart.introduce = again; // to another kernel
  const leave = lesson.app && chart.name ? lesson.inView.watch(el, chart.name) : () => {};
  return () => {
    unhear();
    leave();
    unlisten();
    unwatch();
    chart.dispose();
  };
}

// The kernel works at a picture in stages when somebody looks at it, and first at what is in view.
function watch(element, tell) {
  let last = false;
  const observer = new IntersectionObserver((entries) => {
    const visible = entries.at(-1).isIntersecting;
    if (visible !== last) tell(visible);
    last = visible;
  }, { rootMargin: "50% 0px" }); // a little ahead of the reader
  observer.observe(element);
  const unwatch = () => {
    observer.disconnect();
    if (last) tell(false);
  };
  return { unwatch, again: () => last && tell(true) };
}
