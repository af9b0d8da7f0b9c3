// When pictures are drawn: at most once a screen frame, and only those in view. The others follow when the
// page has nothing else to do, so that none is still empty when the reader scrolls to it.

const QUIET = 300; // ms without a new mark before pictures out of view are drawn
const idle = globalThis.requestIdleCallback ?? ((callback) => setTimeout(callback, 50));

/** A picture is anything with `draw()`; `add` it with the element that must be on screen. */
export class Scheduler {
  #dirty = new Set();
  #visible = new Set();
  #pictures = new Map();
  #unseen = new Map(); // elements that the observer has not told of yet: it does so after the frame that they come in
  #frame = null;
  #timer = null;
  #begun = false; // until a picture is drawn there is no movement to keep out of the way of
  #observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: "120px" });

  add(picture, element) {
    this.#pictures.set(element, picture);
    this.#unseen.set(picture, element);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#pictures.delete(element);
      this.#visible.delete(picture);
      this.#unseen.delete(picture);
      this.#dirty.delete(picture);
    };
  }

  /** The picture is out of date; if it is out of view it is drawn when it comes into view. */
  mark(picture) {
    this.#dirty.add(picture);
    if (this.#frame === null && (this.#visible.has(picture) || this.#unseen.has(picture))) {
      this.#frame = requestAnimationFrame(() => this.#flush());
    }
    this.#later(this.#begun ? QUIET : 0);
  }

  #flush() {
    this.#frame = null;
    this.#begun = true;
    for (const picture of [...this.#dirty]) {
      if (!this.#visible.has(picture) && !inView(this.#unseen.get(picture))) continue;
      this.#dirty.delete(picture);
      picture.draw();
    }
  }

  #later(pause) {
    clearTimeout(this.#timer);
    if (this.#dirty.size) this.#timer = setTimeout(() => idle(() => this.#drawOne()), pause);
  }

  // One picture at a time: in between the page can answer its reader.
  #drawOne() {
    const [picture] = this.#dirty;
    if (!picture) return;
    this.#begun = true;
    this.#dirty.delete(picture);
    picture.draw();
    this.#later(0);
  }

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const picture = this.#pictures.get(target);
      if (!picture) continue;
      this.#unseen.delete(picture);
      if (isIntersecting) this.#visible.add(picture);
      else this.#visible.delete(picture);
      if (isIntersecting && this.#dirty.has(picture)) this.mark(picture);
    }
  }
}

function inView(element) {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
