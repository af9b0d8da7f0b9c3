// What the reader has seen and answered, kept in this browser and nowhere else. The gallery shows what it `says`.
import { keep, keptJson } from "../../shared/storage.js";

/** What the key of every lesson begins with; another number when what is kept changes. */
export const PREFIX = "dpviz.progress.1.";

export class Progress {
  /** `store`: names a storage; see storage.js. Whatever it holds, there is a record. */
  constructor(lesson, store = () => localStorage) {
    this.key = PREFIX + lesson;
    this.store = store;
    const found = keptJson(store, this.key);
    this.seen = words(found?.seen);
    this.answered = words(found?.answered);
  }

  /** Take note, and keep it while there is room; `says` is what the gallery shows of it. */
  keep(says) {
    keep(this.store, this.key, JSON.stringify({ seen: [...this.seen], answered: [...this.answered], says }));
  }
}

function words(list) {
  return new Set(Array.isArray(list) ? list.filter((word) => typeof word === "string") : []);
}
