/* Text in the languages of samples: the filters in `languages/` of the generator. */

const UNPRINTABLE =
  /[\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}\u{f0000}-\u{10ffff}]/u;
const HIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0001}\u{e0020}-\u{e007f}]/gu;
const JOINERS = "\u200c\u200d";
const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const isPrintable = (text) => !UNPRINTABLE.test(text);
export const byNumber = (character) => {
  const hex = character.codePointAt(0).toString(16);
  if (hex.length < 3) return `\\x${hex.padStart(2, "0")}`;
  return hex.length < 5 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
};
/* Between quotes; `form` writes what does not show, and `special` needs a backslash. */
const escaped = (text, special, form) => [...text].map((character) => {
  if (special.includes(character)) return `\\${character}`;
  if (ESCAPES[character]) return ESCAPES[character];
  return JOINERS.includes(character) || isPrintable(character) ? character : form(character);
}).join("");
const count = (text, mark) => text.split(mark).length - 1;
const rarer = (text) => (count(text, '"') > count(text, "'") ? "'" : '"');

export const pythonText = (text, quote = rarer(text)) => quote + escaped(text, quote, byNumber) + quote;

/* Whole numbers are BigInt, so that `1.0` is another value than `1`. */
const python = (value) => {
  if (Array.isArray(value)) return `(${value.map(python).join(", ")}${value.length === 1 ? "," : ""})`;
  if (typeof value === "string") return pythonText(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : number(value);
};
export const number = (value) => {
  const shown = Object.is(value, -0) ? "-0" : String(value);
  return typeof value === "bigint" || shown.includes(".") ? shown : `${shown}.0`;
};

/* Bytes, since shells read `\u` by their locale; no argument holds a NUL, or half of a pair. */
const inOctal = (character) => [...new TextEncoder().encode(character)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
const shellText = (given) => {
  const text = given.replace(/[\0\ud800-\udfff]/gu, "\ufffd");
  return isPrintable(text) ? `'${text.replaceAll("'", "'\\''")}'` : `$'${escaped(text, "'", inOctal)}'`;
};
const word = (text, variable = "", after = "") => {
  if (!variable) return /^[A-Za-z0-9_:./=,@-]+$/.test(text) ? text : shellText(text);
  if (!after && /^[A-Za-z0-9_:./=,@ -]*$/.test(text)) return `"${text}$${variable}"`;
  return `${shellText(text)}"$${variable}"${shellText(after)}`;
};

const withBraces = (character) => `\\u{${character.codePointAt(0).toString(16)}}`;
const phpText = (text) => (isPrintable(text) ? `'${text.replace(/[\\']/g, "\\$&")}'` : `"${escaped(text, '"$', withBraces)}"`);
const javascriptText = (text) => rarer(text) + escaped(text, rarer(text), withBraces) + rarer(text);
/* An expression for a text, in which an environment variable may stand. */
const withVariable = (quoted, joint, read) => (text, variable = "", after = "") => [
  ...(text || !variable ? [quoted(text)] : []),
  ...(variable ? [read(variable)] : []),
  ...(after ? [quoted(after)] : []),
].join(joint);

/* JSON in characters that show. */
const jsonEscaped = (character) => character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
export const printableJson = (value) => [...JSON.stringify(value)].map((character) => (JOINERS.includes(character) || isPrintable(character) ? character : jsonEscaped(character))).join("");

const verbatim = (text) => text.replace(HIDDEN, byNumber).replace(/[^\S \ufeff]/g, " ");
const asItIs = (text) => text;

export const LANGUAGES = {
  dotted: asItIs,
  js: withVariable(javascriptText, " + ", (variable) => `process.env.${variable}`),
  name: asItIs,
  php: withVariable(phpText, " . ", (variable) => `getenv('${variable}')`),
  py: python,
  verbatim,
  word,
};
