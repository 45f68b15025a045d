/* Requests that a reader pastes. */

import { given, wireValue } from "./calls.mjs";
import { requestIn } from "./commands.mjs";
import { NO_ADDRESS, NO_REQUESTS, all, endpoint, loadRequests, make, paint, recall, templates } from "./dom.mjs";
import { encoded } from "./encoding.mjs";
import { explained } from "./requests.mjs";

/* The samples as tabs, each with a button to copy it; the theme's script copies. */
const tabs = (samples, titles, chosen) => {
  const set = make("div", { class: "tabbed-set tabbed-alternate" });
  const labels = make("div", { class: "tabbed-labels" });
  const blocks = make("div", { class: "tabbed-content" });
  samples.forEach((sample, place) => {
    const [id, title] = [`__explained_${place}`, titles[place] || String(place + 1)];
    const input = make("input", { type: "radio", name: "__explained", id, ...(place === chosen.place ? { checked: "" } : {}) });
    input.addEventListener("change", () => { chosen.place = place; });
    set.append(input);
    labels.append(make("label", { for: id }, title));
    const code = make("code", { id: `${id}_code`, tabindex: "0" });
    paint(code, `${sample}\n`);
    const buttons = make("div", { class: "md-code__nav" });
    buttons.append(make("button", { type: "button", class: "md-code__button", title: "Copy to clipboard", "aria-label": `Copy the request: ${title}`, "data-clipboard-target": `#${id}_code`, "data-md-type": "copy" }));
    const block = make("pre");
    block.append(buttons, code);
    const coloured = make("div", { class: place === samples.length - 1 ? "language-http highlight" : "highlight" });  // wrapped
    coloured.append(block);
    const tab = make("div", { class: "tabbed-block" });
    tab.append(coloured);
    blocks.append(tab);
  });
  set.append(labels, blocks);
  const panel = make("div", { class: "sl-call" });
  panel.append(set);
  return panel;
};

/* A box of the overview: the address of a request becomes the call of each module that it asks. */
export function paste(box) {
  const [field, found] = [box.querySelector("textarea"), box.querySelector("[data-found]")];
  const titles = box.dataset.titles.split(",");
  const chosen = { place: 0 };
  field.addEventListener("input", async () => {
    const entered = field.value.trim();
    const { address: text, remarks } = requestIn(entered);
    if (!text) { found.replaceChildren(); return; }
    const modules = await loadRequests(box.dataset.requests);
    if (entered !== field.value.trim()) return;
    if (!modules) {
      found.replaceChildren(make("p", { class: "sl-try__remark" }, NO_REQUESTS));
      return;
    }
    const server = /^https?:/.test(text) ? endpoint(text) : recall("specloom.wiki") || modules.modules[0].call.server;
    let result;
    try {
      result = explained(modules, templates, text, server);
    } catch {
      found.replaceChildren(make("p", {}, NO_ADDRESS));
      return;
    }
    const said = (remark) => make("p", { class: "sl-try__remark" }, remark);
    const parts = result.modules.flatMap(({ page, title, own, values, remarks }) => {
      const sent = given(own, values).map((parameter) => [parameter.wire, wireValue(values.get(parameter.wire), own.separators)]);
      const plain = (link) => link.pathname.replace(/(\/index)?\.html$|\/$/, "");
      const beside = all("article a[href]").find((link) => plain(link).endsWith(`/${page}`));
      const target = new URL(beside ? beside.href : "", location.href);
      target.search = encoded(sent);
      const head = make("h3");
      head.append(make("a", { href: target.href }, title));
      return [head, ...remarks.map(said)];
    });
    parts.push(...[...remarks, ...result.remarks].map(said));
    if (result.samples.length) parts.push(tabs(result.samples, titles, chosen));
    found.replaceChildren(...parts);
  });
}
