/* JSON as pages lay recorded replies out (`compact` in `views/reference/reply.py`), but whole. */

import { digitsOf, parsed } from "./json.mjs";

const WIDTH = 52;  // columns of the panel beside the text
const isList = Array.isArray;
const onOneLine = (value) => {
  if (digitsOf(value)) return digitsOf(value);
  if (isList(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (value === null || typeof value !== "object" || JSON.isRawJSON?.(value)) return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`).join(", ")}}`;
};

/* Values that fit the width on one line; `used` characters are before or after the value. */
export const laidOut = (value, indent = 0, used = 0) => {
  const line = onOneLine(value);
  if (indent + used + line.length <= WIDTH || !/^[[{]./.test(line) || line.length === 2) return line;
  const parts = isList(value)
    ? value.map((item) => laidOut(item, indent + 2, 1))
    : Object.entries(value).map(([name, member]) => {
      const key = `${JSON.stringify(name)}: `;
      return key + laidOut(member, indent + 2, key.length + 1);
    });
  const margin = " ".repeat(indent);
  return `${line[0]}\n${parts.map((part) => `${margin}  ${part}`).join(",\n")}\n${margin}${line.at(-1)}`;
};

/* JSON that a reader may not have finished. */
export const laidOutText = (text) => {
  const data = parsed(text);
  return data === undefined ? text : laidOut(data);
};

/* For `JSON.parse`: numbers keep their digits, where the browser can do that. */
export const withDigits = (_, value, context) => (typeof value === "number" && JSON.rawJSON && context?.source ? JSON.rawJSON(context.source) : value);
