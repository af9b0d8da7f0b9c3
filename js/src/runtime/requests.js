// What the page asks of the kernel and waits for: a question has an id, which its answer carries.

export class Requests {
  #waiting = new Map(); // who waits, by the id of what was asked
  #count = 0;

  /** Resolves to the answer, or to `{}` if none will come. */
  ask(send, question) {
    this.#count += 1;
    const id = `${this.#count}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send({ ...question, id });
    });
  }

  answer(id, answer) {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  /** No answer will come any more. */
  forget() {
    for (const resolve of this.#waiting.values()) resolve({});
    this.#waiting.clear();
  }
}
