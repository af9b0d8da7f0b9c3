// What the reader has seen and answered, kept in this browser and nowhere else. The gallery shows what it `says`.

/** What the key of every lesson begins with; another number when what is kept changes. */
export const PREFIX = "dpviz.progress.1.";

/** A stored text as a record; whatever it is, one comes out. */
export function parse(text) {
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Somebody else's, or half a text: begin anew.
  }
  const words = (list) => (Array.isArray(list) ? list.filter((word) => typeof word === "string") : []);
  return { seen: new Set(words(found?.seen)), answered: new Set(words(found?.answered)) };
}

export class Progress {
  /** `place`: a storage; null where the browser has none for us. */
  constructor(lesson, place = storage()) {
    this.key = PREFIX + lesson;
    this.place = place;
    const { seen, answered } = parse(this.#read());
    this.seen = seen;
    this.answered = answered;
  }

  /** Take note, and keep it; `says` is what the gallery shows of it. */
  keep(says) {
    const record = { seen: [...this.seen], answered: [...this.answered], says };
    try {
      this.place?.setItem(this.key, JSON.stringify(record));
    } catch {
      // Full, or forbidden: it is remembered until the page is closed.
    }
  }

  #read() {
    try {
      return this.place?.getItem(this.key) ?? "";
    } catch {
      return "";
    }
  }
}

function storage() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
