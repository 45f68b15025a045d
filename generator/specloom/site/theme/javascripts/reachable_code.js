/* A keyboard scrolls code: code that has to be scrolled can have the focus. The theme's script lets it have the focus
   only where a mouse can hover, and takes away elsewhere what `site/reachable_code.py` gave it. */
"use strict";
(() => {
  /* All sizes are read before anything is written, or the browser would lay the page out again for each. */
  const keep = (records) => records.map(({ target }) => target)
    .filter((code) => !code.hasAttribute("tabindex") && code.scrollWidth > code.clientWidth)
    .forEach((code) => code.setAttribute("tabindex", "0"));
  const sizes = new ResizeObserver(keep);
  const attributes = new MutationObserver(keep);
  const start = () => document.querySelectorAll("pre > code").forEach((code) => {
    sizes.observe(code);
    attributes.observe(code, { attributeFilter: ["tabindex"] });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
