/* What a page with a form begins with. Everything that the script knows is in data attributes, and in scripts of the reference. */

import { start } from "./form.mjs";

const panel = document.querySelector("[data-call]");
if (panel) start(panel, JSON.parse(panel.dataset.call));
