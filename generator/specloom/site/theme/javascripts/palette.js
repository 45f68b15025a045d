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
  const coloursOf = ({ dataset }) => ({ media: dataset.mdColorMedia, scheme: dataset.mdColorScheme, primary: dataset.mdColorPrimary, accent: dataset.mdColorAccent });
  /* Those of the palette for the system, where the choice is to follow it. */
  const current = () => {
    const own = coloursOf(inputs[chosen()]);
    const scheme = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
    const ofSystem = inputs.map(coloursOf).find(({ media }) => media === `(prefers-color-scheme: ${scheme})`);
    return (own.media === "(prefers-color-scheme)" && ofSystem) || own;
  };
  const show = () => inputs.forEach(({ nextElementSibling: label }, place) => { if (label) label.hidden = place !== chosen(); });
  const colour = () => { bar.content = getComputedStyle(document.querySelector(".md-header")).backgroundColor; };
  const change = () => {
    document.body.setAttribute("data-md-color-switching", "");  // without transitions
    for (const [name, value] of Object.entries(current())) document.body.setAttribute(`data-md-color-${name}`, value);
    colour();
    setTimeout(() => document.body.removeAttribute("data-md-color-switching"));
  };
  form.addEventListener("change", ({ target }) => {
    __md_set("__palette", { index: inputs.indexOf(target), color: coloursOf(target) });
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
