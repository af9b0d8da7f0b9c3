// The formulas' font where it came too late for the first paint: what is in view keeps what it was set in until it is
// out of view, so that no line jumps under a reader.
const NEAR = "50%";

const width = (family) => {
  const probe = document.createElement("span");
  probe.style.cssText = `position:absolute;visibility:hidden;font:99px ${family}, monospace`;
  probe.textContent = "∑∏√";
  document.body.append(probe);
  const wide = probe.offsetWidth;
  probe.remove();
  return wide;
};

/** Once the font is here: set in it what comes into view from now on, if it is not in use already. */
export async function setLate() {
  const link = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel=preload][as=font]'));
  if (!link) return;
  const late = new FontFace("dpviz maths late", `url(${JSON.stringify(link.href)})`);
  document.fonts.add(await late.load());
  if (width('"dpviz maths"') === width('"dpviz maths late"')) return;
  const unseen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        target.toggleAttribute("data-dpviz-seen", isIntersecting);
        if (!isIntersecting) unseen.unobserve(target);
      }
      document.documentElement.toggleAttribute("data-dpviz-late-font", true);
    },
    { rootMargin: NEAR },
  );
  for (const formula of document.querySelectorAll("math")) unseen.observe(formula);
}
