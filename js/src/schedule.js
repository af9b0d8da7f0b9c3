// When pictures are drawn: at most once a screen frame, and only those in view.

/** A picture is anything with `draw()`; `add` it with the element that must be on screen. */
export class Scheduler {
  #dirty = new Set();
  #visible = new Set();
  #pictures = new Map();
  #frame = null;
  #observer = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: "120px" });

  add(picture, element) {
    this.#pictures.set(element, picture);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#pictures.delete(element);
      this.#visible.delete(picture);
      this.#dirty.delete(picture);
    };
  }

  /** The picture is out of date; if it is out of view it is drawn when it comes into view. */
  mark(picture) {
    this.#dirty.add(picture);
    if (this.#frame === null && this.#visible.has(picture)) {
      this.#frame = requestAnimationFrame(() => this.#flush());
    }
  }

  isVisible(picture) {
    return this.#visible.has(picture);
  }

  #flush() {
    this.#frame = null;
    for (const picture of [...this.#dirty]) {
      if (!this.#visible.has(picture)) continue;
      this.#dirty.delete(picture);
      picture.draw();
    }
  }

  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const picture = this.#pictures.get(target);
      if (!picture) continue;
      if (isIntersecting) this.#visible.add(picture);
      else this.#visible.delete(picture);
      if (isIntersecting && this.#dirty.has(picture)) this.mark(picture);
    }
  }
}
