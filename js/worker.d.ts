/** What the build of a site writes above its service worker. */
declare const SITE: {
  build: string;
  files: Record<string, string>;
  first: string[];
  lesson: string[];
  states: Record<string, string>;
};
