/* What the parts of a page share: elements, colours, what a browser keeps, where a wiki is, and the facts of all modules. */

export const all = (selector, from = document) => [...from.querySelectorAll(selector)];
export const make = (tag, attributes = {}, text = "") => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.textContent = text;
  return node;
};
export const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* refused: not kept */ } };
export const recall = (name) => { try { return localStorage.getItem(name) || ""; } catch { return ""; } };

export const NO_ADDRESS = "This is not an address.";

/* An address that a reader enters, as a `URL`; null: it is none. */
const urlOf = (text) => {
  try {
    const scheme = /^(localhost|127\.0\.0\.1)([:/]|$)/.test(text) ? "http" : "https";
    const url = new URL(/^https?:\/\//.test(text) ? text : `${scheme}://${text}`);
    return /[%\s]/.test(url.hostname) ? null : url;  // some browsers take blanks in a host
  } catch {
    return null;
  }
};

/* Where a wiki's api.php lies, from what a reader may enter; without a password. */
export const endpoint = (text) => {
  const url = urlOf(text);
  if (!url) return "";
  const folder = url.pathname.replace(/\/wiki\/.*$/, "/w/").replace(/[^/]*\.php.*$/, "").replace(/\/+$/, "");
  return `${url.origin}${folder || (url.pathname.endsWith(".php") ? "" : "/w")}/api.php`;
};

/* Where the paths of an API begin, from what a reader may enter; without a password and a query. */
export const baseAddress = (text) => {
  const url = urlOf(text);
  return url ? url.origin + url.pathname.replace(/\/+$/, "") : "";
};

/* The address of a server that is there; none for a name or a part that stands for others, such as example.org. */
export const realAddress = (text = "") => {
  const url = urlOf(text);
  return url && !/[{}]/.test(text) && !/(^|\.)(example(\.(com|net|org))?|test|invalid)$/.test(url.hostname) ? text : "";
};

const PAINT = /(?<s>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<k>\b(?:from|import|with|as|for|in|async|await|def|const|new|echo|true|false|null)\b)|(?<mi>\b\d+\b)/g;
export const PAINT_JSON = /(?<nt>"(?:\\.|[^"\\])*"(?=\s*:))|(?<s>"(?:\\.|[^"\\])*")|(?<kc>\b(?:true|false|null)\b)|(?<mi>-?\b\d[\d.eE+-]*)|(?<p>[{}[\],:]+)/g;
export const paint = (code, text, pattern = PAINT) => {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    pieces.push(text.slice(end, match.index), make("span", { class: kind }, match[0]));
    end = match.index + match[0].length;
  }
  code.replaceChildren(...pieces, text.slice(end));
};

export const templates = globalThis.specloomSamples;
let requests;  // a promise of the facts of all modules, once somebody needs them
export const loadRequests = (address) => (requests ||= new Promise((resolve) => {
  const script = make("script", { src: address });
  script.addEventListener("load", () => resolve(globalThis.specloomRequests));
  script.addEventListener("error", () => {
    requests = undefined;  // the next one who needs them asks again
    script.remove();
    resolve(null);
  });
  document.head.append(script);
}));

export const NO_REQUESTS = "The list of all modules could not be loaded. Try again.";

export const modulesAddress = (document.currentScript || {}).dataset?.modules;  // of all modules, where they lie
