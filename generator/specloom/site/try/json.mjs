/* JSON that a reader enters, as data in which numbers keep their digits, and the forms in which it is sent. */

import { encode } from "./encoding.mjs";
import { printableJson } from "./languages.mjs";

/* A number is a text with this before its digits. */
const DIGITS = "\0number ";
export const digitsOf = (value) => (typeof value === "string" && value.startsWith(DIGITS) ? value.slice(DIGITS.length) : null);

/* The data of a text; undefined: it is not JSON. */
export const parsed = (text) => {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return JSON.parse(text.replace(/"(?:\\.|[^"\\])*"|-?\d[\d.eE+-]*/g, (part) => (part[0] === '"' ? part : JSON.stringify(DIGITS + part))));
};

export const isObject = (data) => data !== null && typeof data === "object" && !Array.isArray(data);
/* JSON on one line; `quoted` writes a text. */
const inJsonText = (data, quoted, comma, colon) => {
  if (Array.isArray(data)) return `[${data.map((item) => inJsonText(item, quoted, comma, colon)).join(comma)}]`;
  if (isObject(data)) return `{${Object.entries(data).map(([name, member]) => `${quoted(name)}${colon}${inJsonText(member, quoted, comma, colon)}`).join(comma)}}`;
  return digitsOf(data) ?? (typeof data === "string" ? quoted(data) : String(data));
};
/* As a body has it. */
export const jsonText = (data) => inJsonText(data, printableJson, ", ", ": ");
const dense = (data) => inJsonText(data, JSON.stringify, ",", ":");

/* The first sign, the one between parts, and whether each member is `name=value`. */
const SIGNS = {
  members: ["", ",", false],
  pairs: ["", ",", true],
  label: [".", ",", false],
  "label-pairs": [".", ".", true],
  matrix: [";{}=", ",", false],
  "matrix-pairs": [";", ";", true],
};
const partOf = (data) => (typeof data === "object" && data !== null ? dense(data) : data === null ? "" : digitsOf(data) ?? String(data));
const oneText = (name, style, data, separator, encoded = (text) => text) => {
  const [start, usual, isExploded] = SIGNS[style];
  const between = separator || usual;
  const [label, shown] = [encoded(name), (inner) => encoded(partOf(inner))];
  const before = style === "matrix-pairs" ? `${label}=` : "";
  const parts = isObject(data)
    ? Object.entries(data).map(([inner, member]) => encoded(inner) + (isExploded ? "=" : between) + shown(member))
    : (Array.isArray(data) ? data : [data]).map((item) => before + shown(item));
  return start.replace("{}", label) + parts.join(between);
};
const inBrackets = (name, data) => {
  if (Array.isArray(data)) return data.flatMap((item, place) => inBrackets(`${name}[${place}]`, item));
  if (isObject(data)) return Object.entries(data).flatMap(([inner, member]) => inBrackets(`${name}[${inner}]`, member));
  return [[name, partOf(data)]];
};

const isNested = (data) => isObject(data) || (Array.isArray(data) && data.some((item) => typeof item === "object" && item !== null));
/* A field of a form that has no style: a text, each text of a list, or JSON for what holds an object or a list. */
const field = (name, data) => (isNested(data) ? [[name, dense(data), true]] : (Array.isArray(data) ? data : [data]).map((item) => [name, partOf(item)]));

/* Names and texts of data anywhere but in a path, and true after a text that is JSON: `styled_pairs` of the client. */
export const styledPairs = (name, style, data, separator) => {
  if (style === "json") return [[name, dense(data), true]];
  if (style === "text-or-json") return field(name, data);
  if (style === "fields") return Object.entries(isObject(data) ? data : {}).flatMap(([inner, member]) => (member === null ? [] : field(inner, member)));
  if (style === "deepObject") return inBrackets(name, data);
  if (style === "form") return Object.entries(isObject(data) ? data : { [name]: data }).flatMap(([inner, member]) => (Array.isArray(member) ? member : [member]).map((item) => [inner, partOf(item)]));
  return typeof data === "object" && data !== null && !Object.keys(data).length ? [] : [[name, oneText(name, style, data, separator)]];
};
/* Data in a path, encoded apart from the signs between its parts. */
export const pathText = (name, style, data) => oneText(name, style, data, "", (text) => encode(text).replace(/[:/|]/g, encodeURIComponent));
