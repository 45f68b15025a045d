/* The choice of colours in the header. The theme's own script computes the styles of the whole page four times while a page loads. */
"use strict";
(() => {
  const form = document.querySelector("[data-palette]");
  if (!form) return;
  const inputs = [...form.querySelectorAll("input")];
  const bar = document.createElement("meta");  // of a phone's browser, in the colour of the header
  bar.name = "theme-color";
  document.head.append(bar);
  const chosen = () => Math.max(0, (__md_get("__palette") || { index: inputs.findIndex(({ dataset }) => matchMedia(dataset.mdColorMedia).matches) }).index) % inputs.length;
  const show = () => inputs.forEach(({ nextElementSibling: label }, place) => { if (label) label.hidden = place !== chosen(); });
  const colour = () => { bar.content = getComputedStyle(document.querySelector(".md-header")).backgroundColor; };
  const change = () => {
    document.body.setAttribute("data-md-color-switching", "");  // without transitions
    __md_colours();
    colour();
    setTimeout(() => document.body.removeAttribute("data-md-color-switching"));
  };
  form.addEventListener("change", ({ target }) => {
    const { mdColorMedia: media, mdColorScheme: scheme, mdColorPrimary: primary, mdColorAccent: accent } = target.dataset;
    __md_set("__palette", { index: inputs.indexOf(target), color: { media, scheme, primary, accent } });
    show();
    change();
  });
  form.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter") return;
    const next = inputs[(chosen() + 1) % inputs.length];
    next.click();
    next.focus();
  });
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", change);
  show();
  addEventListener("load", colour);
})();
