// What one start of the worker leaves for the next: all of it only saves time. A site's pages keep it in the browser's Cache
// Storage. The bench's frame may keep nothing: the page around it hands in what there is, and hears what is new.

import { unpacked } from "../shared/gzip.js";

export class StartCache {
  used = false;
  #files;
  #release;

  /** `files`: the addresses of what was started; with another release, nothing is known. */
  constructor(files) {
    this.#files = files;
    this.#release = [files.wasm, files.library, files.numpy, files.python].map((address) => address.split("/").at(-1)).join("+");
  }

  #open() {
    return caches.open(`dpviz start ${this.#files.pyodide}`); // `caches` is there on https and on localhost
  }

  #address(name) {
    return `${this.#files.pyodide}?${name}=${this.#release}`;
  }

  /** Resolves to bytes, or to null. */
  async get(name) {
    try {
      const answer = await (await this.#open()).match(this.#address(name));
      if (!answer) return null;
      this.used = true;
      return new Uint8Array(await unpacked(answer));
    } catch {
      return null;
    }
  }

  async put(name, bytes) {
    try {
      const cache = await this.#open();
      for (const { url } of await cache.keys()) if (!url.endsWith(`=${this.#release}`)) await cache.delete(url);
      const small = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
      await cache.put(this.#address(name), new Response(small));
    } catch {
      // No room, or no such cache.
    }
  }

  async clear() {
    try {
      await caches.delete(`dpviz start ${this.#files.pyodide}`);
    } catch {
      // There is none.
    }
  }
}

export class HandedIn {
  used = false;
  #files;

  constructor(files) {
    this.#files = files;
  }

  /** Resolves to bytes, or to null. */
  async get(name) {
    const address = this.#files[name];
    if (!address) return null;
    this.used = true;
    return new Uint8Array(await (await fetch(address)).arrayBuffer());
  }

  async put(name, bytes) {
    postMessage({ kept: { name, content: new Blob([bytes]) } });
  }

  async clear() {
    for (const name of ["memory", "bytecode"]) postMessage({ kept: { name } });
  }
}
