// What the sources take from elsewhere, as far as they use it.

declare module "*.css" {
  const text: string;
  export default text;
}

/** A hash of the sources, which the build puts in. */
declare const DPVIZ_VERSION: string;

interface Window {
  /** What the document itself has begun before its scripts came; see index.html.j2. */
  dpvizPage: { kernel: Promise<string>; cells: Promise<boolean>; asked?: Promise<Response>; sealed?: boolean };
  dpvizKernel: string;
}

interface DocumentEventMap {
  "dpviz-kernel": CustomEvent<{ status: string; another: boolean; missed: boolean }>;
}

/** What is looked for in a page is HTML. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
