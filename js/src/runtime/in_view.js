// Which pictures the reader is near: the kernel draws those at once, and the others when they come near.

const PAUSE = 150; // ms between what the kernel hears: what is only scrolled past is not drawn

export class InView {
  #names = new Map(); // by element
  #there = new Map(); // elements near the window, by picture
  #said = null;
  #tell = null;
  #observer = null;
  #pause = null;

  /** How the kernel hears of it; until a picture is near, it has to draw none. */
  connect(tell) {
    this.#tell = tell;
    this.again();
  }

  /** Say it once more, to another kernel. */
  again() {
    this.#said = this.#pause = null;
    this.#say();
  }

  /** Follow a picture's element; returns the function that stops it. */
  watch(element, name) {
    this.#observer ??= new IntersectionObserver((entries) => this.#moved(entries), { rootMargin: "100% 0px" }); // a window ahead
    this.#names.set(element, name);
    this.#observer.observe(element);
    return () => {
      this.#observer.unobserve(element);
      this.#set(element, false);
      this.#names.delete(element);
    };
  }

  /** Somebody needs pictures wherever they are. */
  want(...names) {
    for (const name of names) this.#elements(name).add(name);
    clearTimeout(this.#pause);
    this.#pause = null;
    this.#say();
  }

  #elements(name) {
    if (!this.#there.has(name)) this.#there.set(name, new Set());
    return this.#there.get(name);
  }

  #set(element, near) {
    const name = this.#names.get(element);
    if (name === undefined) return;
    if (near) this.#elements(name).add(element);
    else {
      this.#elements(name).delete(element);
      this.#elements(name).delete(name); // it was wanted from afar
    }
  }

  #moved(entries) {
    for (const { target, isIntersecting } of entries) this.#set(target, isIntersecting);
    this.#say();
  }

  #say() {
    const pictures = [...this.#there].filter(([, elements]) => elements.size).map(([name]) => name).sort();
    const said = pictures.join();
    if (said === this.#said || !this.#tell || this.#pause) return;
    this.#said = said;
    this.#pause = setTimeout(() => {
      this.#pause = null;
      this.#say();
    }, PAUSE);
    this.#tell(pictures);
  }
}
