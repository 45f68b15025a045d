/* Requests that a reader pastes. */

import { encoded, given, wireValue } from "./calls.mjs";
import { NO_ADDRESS, NO_REQUESTS, all, endpoint, loadRequests, make, paint, recall, templates } from "./dom.mjs";
import { explained } from "./requests.mjs";

/* A box of the overview: the address of a request becomes the call of each module that it asks. */
export function paste(box) {
  const [field, found] = [box.querySelector("textarea"), box.querySelector("[data-found]")];
  field.addEventListener("input", async () => {
    const text = field.value.trim();
    if (!text) { found.replaceChildren(); return; }
    const modules = await loadRequests(box.dataset.requests);
    if (text !== field.value.trim()) return;
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
    parts.push(...result.remarks.map(said));
    if (result.code) {
      const code = make("code");
      paint(code, result.code);
      const block = make("pre", { tabindex: "0", "aria-label": "The request in Python", role: "region" });
      block.append(code);
      const coloured = make("div", { class: "highlight" });
      coloured.append(block);
      parts.push(coloured);
    }
    found.replaceChildren(...parts);
  });
}
