/* Fills the templates of samples, which a page has as trees of data (`rendering/template_tree.py`), as Jinja does. */

import { LANGUAGES } from "./languages.mjs";

const isTrue = (value) => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const folded = (value) => (typeof value === "string" ? value.toLowerCase() : value);
const compare = (one, other) => Number(folded(one) > folded(other)) - Number(folded(one) < folded(other));

export const FILTERS = {
  ...LANGUAGES,
  first: (values) => values[0],
  indent: (text, width = 4, first = false) => (first ? " ".repeat(width) : "") + text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(width)}`),
  join: (values, joint = "") => values.join(joint),
  last: (values) => values[values.length - 1],
  length: (values) => values.length,
  list: (values) => [...values],
  lower: (text) => text.toLowerCase(),
  map: (values, name, ...rest) => values.map((value) => FILTERS[name](value, ...rest)),
  max: (values) => FILTERS.sort(values).at(-1),
  sort: (values) => [...values].sort(compare),
  upper: (text) => text.toUpperCase(),
};

/* A whole number may be a BigInt or not. */
const isEqual = (one, other) => (one ?? null) === (other ?? null) || ([one, other].some((each) => typeof each === "bigint") && one == other);

const EXPRESSIONS = {
  ".": (scope, [name, ...keys]) => keys.reduce((value, key) => value[key], scope[name]),
  "|": (scope, [name, ...values]) => FILTERS[name](...values.map((value) => valueOf(scope, value))),
  "?": (scope, [test, one, other]) => valueOf(scope, isTrue(valueOf(scope, test)) ? one : other),
  "~": (scope, parts) => parts.map((part) => valueOf(scope, part)).join(""),
  "+": (scope, parts) => parts.map((part) => valueOf(scope, part)).reduce((one, other) => (Array.isArray(one) ? [...one, ...other] : one + other)),
  list: (scope, items) => items.map((item) => valueOf(scope, item)),
  not: (scope, [value]) => !isTrue(valueOf(scope, value)),
  and: (scope, [one, other]) => { const value = valueOf(scope, one); return isTrue(value) ? valueOf(scope, other) : value; },
  or: (scope, [one, other]) => { const value = valueOf(scope, one); return isTrue(value) ? value : valueOf(scope, other); },
};
const COMPARISONS = {
  eq: isEqual,
  ne: (one, other) => !isEqual(one, other),
  lt: (one, other) => one < other,
  lteq: (one, other) => one <= other,
  gt: (one, other) => one > other,
  gteq: (one, other) => one >= other,
  in: (one, other) => (typeof other === "string" ? other.includes(one) : other.some((item) => isEqual(one, item))),
  notin: (one, other) => !COMPARISONS.in(one, other),
};
const valueOf = (scope, tree) => {
  if (!Array.isArray(tree)) return tree;
  const [kind, ...rest] = tree;
  if (COMPARISONS[kind]) return COMPARISONS[kind](...rest.map((each) => valueOf(scope, each)));
  return EXPRESSIONS[kind](scope, rest);
};

const inside = (scope, names = {}) => Object.assign(Object.create(scope), names);
const STATEMENTS = {
  if: (fill, scope, [test, body, otherwise = []]) => fill(isTrue(valueOf(scope, test)) ? body : otherwise, scope),
  for(fill, scope, [names, values, body, otherwise = []]) {
    const items = [...valueOf(scope, values)];
    if (!items.length) return fill(otherwise, inside(scope));
    return items.map((item, place) => {
      const loop = { first: place === 0, index: place + 1, index0: place, last: place === items.length - 1, length: items.length };
      const named = names.length > 1 ? names.map((name, part) => [name, item[part]]) : [[names[0], item]];
      return fill(body, inside(scope, { loop, ...Object.fromEntries(named) }));
    }).join("");
  },
  set(fill, scope, [name, value]) {
    scope[name] = valueOf(scope, value);
    return "";
  },
  with: (fill, scope, [names, values, body]) => fill(body, inside(scope, Object.fromEntries(names.map((name, place) => [name, valueOf(scope, values[place])])))),
  filter: (fill, scope, [filters, body]) => filters.reduce(
    (text, [name, ...rest]) => FILTERS[name](text, ...rest.map((each) => valueOf(scope, each))), fill(body, inside(scope))),
};

/* What a template makes of the names. */
export const filled = (templates, template, names) => {
  const fill = (body, scope) => body.map((part) => {
    if (!Array.isArray(part)) return String(part);
    const [kind, ...rest] = part;
    if (kind === "include") return fill(templates[rest[0]], inside(scope));
    return STATEMENTS[kind] ? STATEMENTS[kind](fill, scope, rest) : String(valueOf(scope, part));
  }).join("");
  return fill(templates[template], Object.assign(Object.create(null), names));
};

/* A sample of a call; the page says which there are. */
export const sample = ({ templates }, [template, names], call) => filled(templates, template, { ...names, call }).replace(/\n+$/, "");
export const samples = (told, call) => told.samples.map((each) => sample(told, each, call));
