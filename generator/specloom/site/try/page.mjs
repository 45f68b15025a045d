/* What a page begins with: its form, or its box for a request. Everything that the script knows is in data attributes,
   and in scripts of the reference. */

import { all } from "./dom.mjs";
import { start } from "./form.mjs";
import { paste } from "./paste.mjs";

const panel = document.querySelector("[data-call]");
if (panel) start(panel, JSON.parse(panel.dataset.call));
for (const box of all("[data-requests]")) paste(box);
