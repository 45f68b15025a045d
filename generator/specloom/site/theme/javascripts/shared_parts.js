/* The parts of the theme that are the same on each page, before the theme's script looks for them. The search reads its index,
   which weighs more than any page, once somebody searches; the theme has no setting for that. The copy button of a block of
   code is no landmark. */
"use strict";
(() => {
const PARTS = {};
  const script = document.currentScript;
  const base = script.getAttribute("src").replace(/\/?javascripts\/shared_parts\.js$/, "") || ".";
  for (const place of document.querySelectorAll("template[data-part]")) {
    place.outerHTML = PARTS[place.dataset.part].replaceAll("{base}", base);
  }
  for (const heading of PARTS.section ? document.querySelectorAll(".md-content :is(h1, h2, h3, h4, h5, h6)[id]") : []) {
    if (heading.querySelector(".headerlink")) continue;
    heading.insertAdjacentHTML("beforeend", PARTS.section);
    heading.lastChild.setAttribute("href", `#${heading.id}`);
  }
  const buttons = () => document.querySelectorAll(".md-code__nav:not([role])");
  new MutationObserver(() => buttons().forEach((nav) => nav.setAttribute("role", "none")))
    .observe(document.body, { childList: true, subtree: true });
  const open = XMLHttpRequest.prototype.open;
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    open.call(this, method, address, ...rest);
    if (!String(address).endsWith("/search/search_index.json")) return;
    const search = document.getElementById("__search"), send = this.send.bind(this);
    this.send = () => (search.checked ? send() : search.addEventListener("change", () => send(), { once: true }));
  };
})();
