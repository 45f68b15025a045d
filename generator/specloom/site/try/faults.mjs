/* What is odd about values, and which rules between them are broken: in the words of the Python client. */

import { asked, isNumber } from "./calls.mjs";
import { lackingMembers } from "./expressions.mjs";
import { parsed } from "./json.mjs";
import { byNumber, pythonText } from "./languages.mjs";

export const label = (parameter) => parameter.name || parameter.wire;

const parameterOf = (call, name) => call.parameters.find((each) => (each.shared ? `query.${label(each)}` : label(each)) === name) || {};
const textsOf = ({ call, values }, name) => {
  const { wire, default: taken } = parameterOf(call, name);
  return values.get(wire) === undefined ? taken || [] : asked(values.get(wire));
};
export const PAGES = ["titles", "pageids", "revids"];
const OF_THE_REQUEST = {
  "as generator": ({ isGenerator }) => isGenerator,
  "several pages": ({ call, values }) => PAGES.some((name) => asked(values.get(name)).length > 1),
};
/* Whether a term of a rule is true: a parameter is given, has a value (`sort=name`) or another (`sort!=name`). */
const holds = (request, term) => {
  if (Object.hasOwn(OF_THE_REQUEST, term)) return OF_THE_REQUEST[term](request);
  const [, name, mark, value] = /^([^!=]*)(!?=)?(.*)$/s.exec(term);
  if (!mark) return request.values.get(parameterOf(request.call, name).wire) !== undefined;
  return textsOf(request, name).includes(value) === (mark === "=");
};
const listed = (terms, last) => terms.map((term) => term.replace("query.", "")).join(", ").replace(/, ([^,]*)$/, ` ${last} $1`);
/* Which of two values comes first, below or above 0; 0 as well where that is not the same on every wiki. */
const order = (first, last) => Number(first > last) - Number(first < last);
const both = (form, read) => (first, last) => (form.test(first) && form.test(last) ? order(read(first), read(last)) || 0 : 0);
const compared = {
  time: both(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/, (text) => Math.floor(Date.parse(text.replace(" ", "T").replace(/\d$/, "$&Z").replace(/([+-]\d\d:\d\d)Z$/, "$1")) / 1000)),
  number: both(/^-?\d{1,15}$/, Number),
  title: (first, last) => {
    const forms = [(text) => text, (text) => text.slice(0, 1).toUpperCase() + text.slice(1), (text) => text.toLowerCase()];
    const orders = forms.map((form) => both(/^[A-Za-z0-9]+$/, form)(first, last));
    return orders.every((each) => each === orders[0]) ? orders[0] : 0;
  },
};
/* What breaks a rule, by the ways that the page tells of: as `breaches.py` of the client finds it, in its words. */
const inPython = (text) =>
  pythonText(text, text.includes("'") && !text.includes('"') ? '"' : "'").replace(/[\u200c\u200d]/g, byNumber);
const said = (form, parts) => form.replace(/^[a-z]/, (first) => first.toUpperCase())
  .replace(/{(\w+):?(\w*)}/g, (_, name, word) => (Array.isArray(parts[name]) ? listed(parts[name], word || "and") : parts[name]));
const fits = ([least, most], count, of) => of > 0 && count >= least && count <= (most === null ? of : most < 0 ? of + most : most);
const isOutside = ({ value, namespaces }, title) => {
  const [, prefix] = /^([^:]*):/.exec(title.replace(/^[ _:]+/, "")) || [];
  if (prefix === undefined) return true;
  const name = prefix.replace(/^[ _]+|[ _]+$/g, "").replaceAll(" ", "_").toUpperCase();
  return Object.hasOwn(namespaces, name) && namespaces[name] !== value;
};
const CLASHES = {
  pair: ({ pairs = [] }, items) => pairs.filter((pair) => pair.every((value) => items.includes(value))).map(([one, other]) => [one, inPython(other)]),
  part: ({ value }, items) => items.filter((item) => typeof value === "string" && item.includes(value)).map((item) => [item, inPython(value)]),
  lacking: ({ value }, items) => items.filter((item) => typeof value === "string" && !item.includes(value)).map((item) => [item, inPython(value)]),
  namespace: (rule, items) => items.filter((item) => rule.namespaces && isOutside(rule, item)).map((item) => [item, rule.namespace]),
};
const WAYS = {
  count({ terms = [], others = [] }, way, request) {
    const [given, opposed] = [terms, others].map((each) => each.filter((term) => holds(request, term)));
    const isBroken = fits(way.terms, given.length, terms.length) && (!way.others || fits(way.others, opposed.length, others.length));
    return isBroken ? [said(way.message, { terms, others, given, opposed })] : [];
  },
  value: (rule, way, request) => (rule.terms || []).filter((term) => holds(request, term))
    .flatMap((term) => CLASHES[way.values](rule, textsOf(request, term))
      .map(([item, wrong]) => said(way.message, { term: [term], item: inPython(item), wrong }))),
  order({ terms = [], others = [], value }, way, request) {
    if (terms.length !== 2 || !terms.every((term) => holds(request, term))) return [];
    const order = (compared[value] || compared.title)(...terms.map((term) => textsOf(request, term)[0]));
    const ascends = !others.length || others.some((term) => holds(request, term));
    if (!order || (order > 0) !== ascends) return [];
    if (!others.length) return [said(way.message, { terms })];
    const by = others[0].split("=")[0];
    const values = textsOf(request, by);
    return [said(way.directed, { terms, by: [by], setting: [values.length ? `${by}=${values.join("|")}` : by] })];
  },
};
/* Whether a call that gives nothing breaks it. */
export const asksForTerms = (rule) => rule.broken.some((way) => way.by === "count" && !way.others && way.terms[0] === 0);
export const broken = (call, values, isGenerator = false) => (call.rules || []).flatMap((rule) => rule.broken
  .flatMap((way) => WAYS[way.by](rule, way, { call, values, isGenerator }))
  .map((text) => ({ rule, text: `${text}.` })));

export const remarks = (call, values) => [...oddValues(call, values).map(({ text }) => text), ...broken(call, values).map(({ text }) => text)];
const NUMBERS = ["integer", "limit", "number"];
const counted = (number) => (number === 1 ? "1 value" : `${number} values`);

/* What is wrong with values, and whether a wiki answers all the same. */
export const oddValues = (call, values) => call.parameters.flatMap((parameter) => {
  const name = label(parameter);
  const value = values.get(parameter.wire);
  if (value === undefined) return parameter.required ? [{ text: `${name} is required.`, refused: true }] : [];
  const items = asked(value);
  const said = parameter.deprecated ? [{ text: `${name} is deprecated.` }] : [];
  if (parameter.most && items.length > parameter.most) said.push({ text: `${name} takes ${counted(parameter.most)} at most.`, refused: true });
  if (parameter.fewest && items.length < parameter.fewest) said.push({ text: `${name} takes ${counted(parameter.fewest)} at least.`, refused: true });
  if (parameter.once && new Set(items).size < items.length) said.push({ text: `${name} takes no value twice.`, refused: true });
  if (parameter.kind === "json" && parsed(value) === undefined) return [{ text: `${name} is not JSON. Put a text between quotes, as in "a".`, refused: true }];
  if (parameter.kind === "json") said.push(...lackingMembers(call.types || {}, parameter.shape, parsed(value), name).map((way) => ({ text: `${way} is required.`, refused: true })));
  for (const item of parameter.kind === "json" ? [] : items) {
    if (parameter.all === item || (parameter.kind === "limit" && item === "max")) continue;
    if (parameter.kind === "integer" && parameter.many && item === "*") continue;
    const isOdd = NUMBERS.includes(parameter.kind) && !isNumber(parameter.kind, item);
    if (isOdd) said.push({ text: `${name}: ${item} is not a number.`, refused: true });
    else if (parameter.min !== undefined && Number(item) < parameter.min) said.push({ text: `${name}: the minimum is ${parameter.min}.`, refused: parameter.kind !== "limit" });
    else if (parameter.max !== undefined && Number(item) > parameter.max) said.push({ text: `${name}: the maximum is ${parameter.max}.`, refused: parameter.kind !== "limit" });
    if (parameter.old && parameter.old.includes(item)) said.push({ text: `${name}: ${item} is deprecated.` });
    else if (parameter.values && !parameter.open && !parameter.values.includes(item)) said.push({ text: `${name}: ${item} is unknown.`, refused: true });
  }
  return said;
});
