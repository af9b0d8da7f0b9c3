// What a page asks its server of its kernel, and how the answer is read.

const PATIENCE = 15_000; // ms for a server to answer at all
const GONE = new Set([404, 424]); // no such kernel; on a hub, no server
const REFUSED = new Set([401, 403]);

/** The token by which a server knows that it is its own page that asks; a JupyterHub answers nobody without it. */
export function xsrfToken() {
  return document.cookie.match(/\b_xsrf=([^;]*)/)?.[1] ?? "";
}

/** The server's answer, as a number, when it is asked for the kernel at an address. */
export async function askFor(address, headers = {}) {
  const all = { "X-XSRFToken": xsrfToken(), ...headers };
  return (await fetch(address, { cache: "no-store", headers: all, signal: AbortSignal.timeout(PATIENCE) })).status;
}

/** Reads the server's answers; one refusal alone may be a hiccup. */
export class Answers {
  refusals = 0;

  /** "there", "gone", "refused" (it wants to know who asks), or "" where the answer says nothing. */
  read(status) {
    this.refusals = REFUSED.has(status) ? this.refusals + 1 : 0;
    if (GONE.has(status)) return "gone";
    if (this.refusals >= 2) return "refused";
    return status === 200 ? "there" : "";
  }
}
