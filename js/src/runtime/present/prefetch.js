// What the scenes before and after the present one would show: asked of the kernel before they are wanted.

export class ScenePrefetch {
  #known = new Map(); // scene -> {asked, answer}

  constructor(lesson, pictureOf) {
    this.lesson = lesson;
    this.pictureOf = pictureOf;
  }

  /** What is known of a scene, without waiting. */
  known(scene) {
    return this.#known.get(this.#key(scene))?.answer ?? null;
  }

  /** An answer that is on its way; null if none is. */
  coming(scene) {
    return this.#known.get(this.#key(scene))?.asked ?? null;
  }

  /** What is known of others is given up. */
  keep(scenes) {
    const keys = new Set(scenes.map((scene) => this.#key(scene)));
    for (const key of this.#known.keys()) if (!keys.has(key)) this.#known.delete(key);
  }

  /** Resolves to what a scene would show, or to null. */
  ask(scene) {
    const picture = this.pictureOf(scene);
    if (!picture || scene.state === null) return Promise.resolve(null);
    const key = this.#key(scene);
    const entry = this.#known.get(key) ?? {};
    if (!entry.asked) {
      this.#known.set(key, entry);
      const axis = this.lesson.charts.get(picture)?.block?.axis ?? "";
      entry.asked = this.lesson.peek(scene.state, picture, axis).then((answer) => {
        if (answer.block) entry.answer = answer;
        // Made in stages, or the kernel was away: worth another try.
        else if (this.#known.get(key) === entry) this.#known.delete(key);
        return entry.answer ?? null;
      });
    }
    return entry.asked;
  }

  forget() {
    this.#known.clear();
  }

  #key({ section, state }) {
    return `${section}?${state ?? ""}`;
  }
}
