/* A keyboard scrolls code: code that has to be scrolled can have the focus. The theme's script lets it have the focus
   only where a mouse can hover, and takes away elsewhere what `site/reachable_code.py` gave it. */
"use strict";
(() => {
  const keep = (code) => {
    if (code.scrollWidth > code.clientWidth && !code.hasAttribute("tabindex")) code.setAttribute("tabindex", "0");
  };
  const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => keep(target)));
  const attributes = new MutationObserver((records) => records.forEach(({ target }) => keep(target)));
  const start = () => document.querySelectorAll("pre > code").forEach((code) => {
    sizes.observe(code);
    attributes.observe(code, { attributeFilter: ["tabindex"] });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
