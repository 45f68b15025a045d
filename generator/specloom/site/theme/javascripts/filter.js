/* The filter above tables of many modules: by words, by kind, by what the account needs. Without this script the
   tables are whole. */
"use strict";
(() => {
  const element = (name, attributes, ...inside) => {
    const made = Object.assign(document.createElement(name), attributes);
    made.append(...inside);
    return made;
  };
  const option = (value, text) => element("option", { value, textContent: text });

  const ALWAYS = /(login|right)(?! for some values)/;

  const began = (place) => {
    const { many } = place.dataset;
    const sections = [];
    for (let at = place.nextElementSibling; at && at.tagName !== "H2"; at = at.nextElementSibling) {
      if (at.tagName === "H3") sections.push({ parts: [], rows: [] });
      const section = sections.at(-1);
      if (!section) continue;
      section.parts.push(at);
      section.rows.push(...at.querySelectorAll("tbody tr"));
    }
    const rows = sections.flatMap((section) => section.rows);
    const kindOf = (row) => row.cells[1].textContent.trim();
    const kinds = [...new Set(rows.map(kindOf))].sort();

    const words = element("input", { type: "search", placeholder: "name, or what it does" });
    const kind = element("select", {}, option("", "any kind"), ...kinds.map((name) => option(name, name)));
    const need = element("select", {},
      option("", "any"), option("nothing", "works without a login"),
      option("login", "needs a login"), option("right", "needs a right, or has values that do"));
    const status = element("p", { className: "sl-filter-found" });
    status.setAttribute("aria-live", "polite");

    const matches = (row) => {
      const text = row.textContent.toLowerCase(), needs = row.cells[3].textContent;
      return words.value.toLowerCase().split(/\s+/).every((word) => text.includes(word)) &&
        (!kind.value || kindOf(row) === kind.value) &&
        (!need.value || (need.value === "nothing" ? !ALWAYS.test(needs) : needs.includes(need.value)));
    };
    const show = () => {
      let left = 0;
      for (const section of sections) {
        const found = section.rows.filter((row) => !(row.hidden = !matches(row)));
        for (const part of section.parts) part.hidden = !found.length;
        left += found.length;
      }
      const all = left === rows.length;
      status.textContent = all ? `${left} ${many}` : left ? `${left} of ${rows.length} ${many}` : `None of ${rows.length} ${many}`;
    };
    for (const control of [words, kind, need]) control.addEventListener("input", show);
    place.append(
      element("label", {}, "Filter ", words), element("label", {}, "Kind ", kind), element("label", {}, "Account ", need), status);
    show();
  };

  const start = () => document.querySelectorAll(".sl-filter:empty").forEach(began);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
