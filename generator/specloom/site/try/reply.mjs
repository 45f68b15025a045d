/* A request to the reader's wiki or API, and its reply. */

import { encoded } from "./encoding.mjs";
import { PAINT_JSON, paint } from "./dom.mjs";
import { laidOut, withDigits } from "./layout.mjs";

const MOST_READ = 1_000_000;  // bytes of a reply
const MOST_SHOWN = 100_000;

/* The text of a reply, up to a limit, and whether there was more. */
export async function received(response) {
  if (!response.body) return { text: "", isWhole: true };  // as of status 204
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (let size = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isWhole: true };
    size += value.length;
    text += decoder.decode(value.subarray(0, value.length - Math.max(0, size - MOST_READ)), { stream: true });
    if (size > MOST_READ) {
      reader.cancel().catch(() => {});
      return { text, isWhole: false };
    }
  }
}

/* What a reply says that the next request has to send as well; none: nothing follows. */
const following = (reply) => {
  const told = reply && typeof reply.continue === "object" ? Object.entries(reply.continue || {}) : [];
  return told.filter(([, value]) => ["string", "number"].includes(typeof value)).map(([name, value]) => [name, String(value)]);
};
/* A request with what continues it. What continued an earlier reply is not kept: its module may begin anew. */
const continuedBy = (pairs, next) => [...pairs.filter(([name]) => !next.some(([other]) => other === name)), ...next];

const partsOf = (place) => [place.querySelector("figcaption > span"), place.querySelector("code"), place.querySelector("[data-continue]")];

const mediaType = ({ headers }) => (headers.get("content-type") || "not JSON").split(";")[0].trim();

/* The place of a reply, before it comes. */
export function wait(place) {
  const [head, body, more] = partsOf(place);
  place.hidden = false;
  place.closest(".sl-call").classList.add("sl-call--ran");  // its reply takes the place of the recorded one
  more.hidden = true;
  head.textContent = "Waiting for the reply …";
  body.textContent = "";
}

/* One request, without cookies, and its reply, which `offer` gets too; null if it is not JSON. */
async function exchange(place, address, options, describeOther, offer) {
  const [head, body, more] = partsOf(place);
  wait(place);
  const { host } = new URL(address);
  try {
    const response = await fetch(address, { ...options, credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(20000) });
    const { text, isWhole } = await received(response);
    head.textContent = `Reply from ${host}, status ${response.status}`;
    let shown = text;
    let reply = null;
    if (!isWhole) head.textContent += `, cut after ${MOST_READ / 1_000_000} MB`;
    else if (!text) head.textContent += ", empty";
    else {
      try {
        reply = JSON.parse(text);
        shown = laidOut(JSON.parse(text, withDigits));
      } catch { head.textContent += `, ${describeOther(mediaType(response))}`; }
    }
    const whole = `${shown.length.toLocaleString("en")}${isWhole ? "" : " or more"}`;
    const end = `\n… cut here, after ${MOST_SHOWN.toLocaleString("en")} of ${whole} characters`;
    paint(body, shown.length > MOST_SHOWN ? shown.slice(0, MOST_SHOWN) + end : shown, PAINT_JSON);
    body.parentElement.scrollTop = 0;
    offer(reply, more);
    return reply;
  } catch (error) {
    const reason = error.name === "TimeoutError" ? "nothing came within 20 seconds" : "it cannot be reached, or lets no other site ask it";
    head.textContent = `No reply from ${host}: ${reason}.`;
    return null;
  }
}

/* A page of a site; of api.php, only `help` replies with one. */
const isPage = (type, pairs) => type === "text/html" && !pairs.some(([name, value]) => name === "action" && value === "help");

/* One request to a wiki, at the reader's click; the next one at another. */
export const run = (place, server, pairs, continued = []) => exchange(
  place, `${server}?${encoded(continuedBy(pairs, continued))}`, {},
  (type) => (isPage(type, pairs) ? "not JSON: is this the address of api.php?" : type),
  (reply, more) => {
    const next = following(reply);
    more.hidden = !next.length;
    more.onclick = () => run(place, server, pairs, next);
  },
);

/* One request to an API. */
export const send = (place, { address, options }) => exchange(place, address, options, ", no JSON", () => {});
