/* What a page with a box for a request begins with. */

import { all } from "./dom.mjs";
import { paste } from "./paste.mjs";

for (const box of all("[data-requests]")) paste(box);
