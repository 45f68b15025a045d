/* Calls as the templates of samples get them, from what a form says of its operation and the values in it: what
   `views/samples/` makes of an example. Values are texts or lists of texts, in a
   `Map` by the names that they have in a request: an object has a `constructor` and a `__proto__` already. */

import { encode, encoded } from "./encoding.mjs";
import { expression, indented } from "./expressions.mjs";
import { jsonText, parsed, pathText, styledPairs } from "./json.mjs";
import { number, printableJson, pythonText } from "./languages.mjs";

export const WHOLE = /^-?[0-9]{1,15}$/;
const NUMBER = /^-?[0-9]{1,15}(\.[0-9]{1,4})?$/;
export const isNumber = (kind, text) =>
  kind === "number" ? NUMBER.test(text) : (kind === "integer" || kind === "limit") && WHOLE.test(text);

export const asked = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
export const given = (facts, values) => facts.parameters.filter((parameter) => values.get(parameter.wire) !== undefined);

/* Whether a value is the path of a file. */
const isFile = ({ kind }) => kind === "file";
/* A value as Python writes it. */
const scalar = (kind, text) => {
  if (kind === "flag") return true;
  if (kind === "boolean" && ["true", "false"].includes(text)) return text === "true";
  if (!isNumber(kind, text)) return text;
  return text.includes(".") ? Number(text) : BigInt(text);
};
const pythonValue = (kind, entered) => {
  if (!Array.isArray(entered)) return scalar(kind, entered);
  return entered.length === 1 ? scalar(kind, entered[0]) : entered.map((item) => scalar(kind, item));
};
/* A value as it is sent. */
export const wireValue = (entered, [bar, other] = [",", ","]) => {
  if (!Array.isArray(entered)) return entered;
  return entered.some((item) => item.includes(bar)) ? entered.map((item) => other + item).join("") : entered.join(bar);
};
/* A field's text as a value: one, or several. */
export const read = (facts, parameter, text) => {
  if (!parameter.many) return text;
  const [bar, other] = facts.separators || [",", "\x1f"];
  return text.startsWith(other) ? text.slice(1).split(other) : text.split(bar);
};
export const argument = (parameter, entered) => ({
  name: parameter.python || parameter.name || parameter.wire,
  value: pythonValue(parameter.kind, entered),
  is_file: isFile(parameter),
});

const pair = (name, text, variable = "", placeholder = "YOUR-KEY") => {
  const shown = text + (variable && placeholder);
  return { name, encoded_name: encode(name), value: text, variable, placeholder, media: "", file_name: text.slice(text.lastIndexOf("/") + 1), quoted_value: `"${text.replace(/["\\]/g, "\\$&")}"`, visible: shown, lines: shown.split("\n") };
};
const byName = (pairs) => {
  const found = new Map();
  for (const each of pairs) found.set(each.name, [...(found.get(each.name) || []), each]);
  return [...found];
};
const moduleOf = ({ method, url, form, body, is_multipart }) =>
  method !== "GET" || is_multipart || !(form.length || body) ? "" : url.startsWith("http:") ? "node:http" : "node:https";

const sent = (parts) => ({ ...parts, module: moduleOf(parts), texts: parts.form.filter(({ media }) => !media), documents: parts.form.filter(({ media }) => media), query_fields: byName(parts.query), form_fields: byName(parts.form) });

// --- A query of a wiki --------------------------------------------------------------------------------------

export const queryPairs = (facts, values) =>
  [...facts.fixed, ...given(facts, values).filter((parameter) => !isFile(parameter)).map((parameter) => [parameter.wire, wireValue(values.get(parameter.wire), facts.separators)])];

export const needsAccount = (facts, values) => facts.account.some((terms) => !terms.length || terms.some((term) => {
  const place = term.indexOf("=");
  return asked(values.get(term.slice(0, place))).includes(term.slice(place + 1));
}));

/* Of an item, the fields worth printing. */
export const shown = (facts, values) => {
  const chosen = values.get(facts.selector) === undefined ? facts.selected : asked(values.get(facts.selector));
  return facts.shown.filter(([, by]) => !by.length || by.some((each) => chosen.includes(each))).slice(0, 3).map(([name]) => name);
};

/* How many items a reader wants, at all or of each page; null: all. */
const wanted = (facts, values) => {
  const limit = facts.parameters.find((parameter) => parameter.counts && values.get(parameter.wire) !== undefined);
  return limit && WHOLE.test(values.get(limit.wire)) ? BigInt(values.get(limit.wire)) : null;
};
export const isPerPage = ({ gives, parameters }) => gives === "page-items" && parameters.some(({ sizes }) => sizes);

export const moduleArguments = (facts, values) => given(facts, values)
  .filter((parameter) => !parameter.shared && (!parameter.counts || parameter.sizes))
  .map((parameter) => argument(parameter, values.get(parameter.wire)));

const FORM = "application/x-www-form-urlencoded";

/* Files that are sent: their names, and where each lies. */
const filesOf = (facts, values) => given(facts, values).filter(isFile).map(({ wire }) => pair(wire, wireValue(values.get(wire))));

/* What every query and every action has: how it is sent. */
export const sentQuery = (facts, pairs, server, account, files = []) => {
  const { token = "", token_type: tokenType = "", plain } = facts;
  const posted = Boolean(facts.posted) || files.length > 0;
  const variable = (name) => (account ? `${facts.environment}_${name}` : "");
  const hasSession = Boolean(account || token);
  const headers = [pair("User-Agent", facts.agent), ...(hasSession ? [pair("Cookie", "YOUR-COOKIES")] : [])];
  const told = pairs.map(([name, text]) => pair(name, text));
  const form = posted ? [...told, ...(account ? [pair("assert", "user")] : []), ...(token ? [pair(token, "YOUR-TOKEN")] : [])] : [];
  const method = posted ? "POST" : "GET";
  const typed = posted && !files.length ? [pair("Content-Type", FORM)] : [];
  return {
    is_query: true,
    is_action: facts.gives === "action",
    has_session: hasSession,
    in_address: !posted,
    http_method: method,
    query: [],
    headers,
    form,
    body: null,
    sent_form: encoded(form.map((each) => [each.name, each.visible])),
    package: facts.package,
    client: facts.client,
    server,
    agent: facts.agent,
    user_variable: variable("USERNAME"),
    password_variable: variable("BOT_PASSWORD"),
    pairs,
    files,
    is_multipart: files.length > 0,
    posted,
    token,
    token_type: tokenType,
    gives_json: !plain,
    address: posted ? server : `${server}?${encoded(pairs)}`,
    sent: sent({ method, url: server, query: posted ? [] : told, headers: [...headers, ...typed], form: posted ? told : [], files, is_multipart: files.length > 0, body: null, gives_json: !plain, gives_bytes: false }),
  };
};

export const queryCall = (facts, values, server) => ({
  ...sentQuery(facts, queryPairs(facts, values), server, needsAccount(facts, values), filesOf(facts, values)),
  class_name: facts.class,
  classes: [facts.class],
  variable: facts.variable,
  arguments: moduleArguments(facts, values),
  selection: given(facts, values).filter((parameter) => parameter.shared).map((parameter) => argument(parameter, values.get(parameter.wire))),
  max_items: isPerPage(facts) ? null : wanted(facts, values),
  max_per_page: isPerPage(facts) ? wanted(facts, values) : null,
  gives: facts.gives,
  shown: shown(facts, values),
});

// --- A call of a REST operation -----------------------------------------------------------------------------

/* Several values as one text, where the API joins them. */
const separated = (items, separator) => (separator ? [items.map((item) => wireValue(item)).join(separator)] : items);

/* A text as a cookie has it. */
const cookieValue = (text) => text.replace(/[^A-Za-z0-9!#$&'()*+\-./:<=>?@[\]^_`{|}~]+/g, encodeURIComponent);

/* A value in a JSON body. */
const memberJson = ({ kind, many }, value) => {
  if (kind === "json") return jsonText(parsed(value));
  const items = asked(value).map((text) => (kind === "boolean" && ["true", "false"].includes(text) ? text : isNumber(kind, text) ? number(scalar(kind, text)) : printableJson(text)));
  return many ? `[${items.join(", ")}]` : items[0];
};
const dataOf = (parameter, value) => parsed(memberJson(parameter, value));

/* Names and texts of a parameter outside of a JSON body. */
const textPairs = (parameter, value) => {
  const { wire, sent = wire, place, style, separator } = parameter;
  if (style) return styledPairs(sent, style, dataOf(parameter, value), separator);
  const isJoined = place === "path" || place === "header";
  const items = isJoined ? [wireValue(value)] : separated(asked(value), separator);
  return items.map((item) => [sent, item]);
};
const inPath = (parameter, value) => (parameter.style
  ? pathText(parameter.sent || parameter.wire, parameter.style, dataOf(parameter, value))
  : encode(textPairs(parameter, value)[0][1]).replace(/[:/|]/g, encodeURIComponent));

/* The key first, then everything in the order of the description; several values as several pairs. */
const carried = (facts, values, known, address) => {
  const places = { query: (facts.fixed_query || []).map(([name, text]) => pair(name, text)), form: [], header: [], file: [] };
  const cookies = [];
  let url = address + facts.url.slice(facts.base.length);
  if (facts.keyed) (places[facts.keyed[1]] || []).push(pair(facts.keyed[0], facts.keyed[2], facts.environment));
  for (const name of facts.order) {
    if (!known.has(name) || values.get(name) === undefined) continue;
    const [parameter, value] = [known.get(name), values.get(name)];
    if (parameter.place === "path") {
      url = url.replaceAll(`{${parameter.sent || name}}`, inPath(parameter, value));
      continue;
    }
    const texts = ["json", "body"].includes(parameter.place) ? [] : textPairs(parameter, value);
    for (const [sent, text, isJson] of texts) {
      const media = isJson && facts.multipart ? "application/json" : "";
      if (parameter.place === "cookie") cookies.push(`${sent}=${cookieValue(text)}`);
      else places[isFile(parameter) ? "file" : parameter.place].push({ ...pair(sent, text), media });
    }
  }
  if (cookies.length) places.header.push(pair("Cookie", cookies.join("; ")));
  for (const [place, name, before, variable] of facts.credentials || []) {
    const last = places[place].at(-1);
    const isFurther = name === "Cookie" && last?.name === "Cookie" && !last.variable;
    if (isFurther) places[place].pop();
    places[place].push(pair(name, isFurther ? `${last.value}; ${before}` : before, variable));
  }
  return { ...places, url };
};

/* The body that is no form; the key stands between its two parts. */
const wholeBody = (facts, values, known) => {
  const parameters = facts.order.map((name) => known.get(name)).filter(Boolean);
  const whole = parameters.find(({ place }) => place === "body");
  if (whole) {
    const value = values.get(whole.wire);
    if (value === undefined) return null;
    return pair("", ["text", "bytes"].includes(whole.kind) ? value : memberJson(whole, value));
  }
  const isKey = (name) => facts.keyed && facts.keyed[0] === name && facts.keyed[1] === "json";
  const inside = facts.order.filter((name) => isKey(name) || known.get(name)?.place === "json");
  if (!inside.length) return null;
  const members = inside.filter((name) => isKey(name) || values.get(name) !== undefined).map((name) => {
    const { sent = name } = known.get(name) || {};
    return `${printableJson(sent)}: ${isKey(name) ? '"\0"' : memberJson(known.get(name), values.get(name))}`;
  });
  const [before, after = ""] = `{${members.join(", ")}}`.split("\0");
  return pair(after, before, members.some((member) => member.endsWith('"\0"')) ? facts.environment : "");
};

/* An argument of a method; `used` collects what a program imports for it. */
const restArgument = (facts, parameter, value, used) => {
  const { kind, many, shape, made_by: maker = null } = parameter;
  const ofObject = { name: argument(parameter, "").name, value: "", multiple: false, made_by: null, texts: [] };
  if (kind === "json") return { ...ofObject, expression: indented(expression(facts.types || {}, shape, parsed(value), used)) };
  if (kind === "bytes") return { ...ofObject, expression: `${pythonText(value)}.encode()` };
  const { name, value: written } = argument(parameter, value);
  if (maker) used.makers.add(maker.split(".")[0]);
  return { name, value: written, expression: "", multiple: Boolean(many) && asked(value).length < 2, made_by: maker, texts: maker ? asked(value) : [] };
};

const nothingUsed = () => ({ classes: new Set(), makers: new Set(), others: new Set() });
/* Members of objects that the classes of the Python client lack. */
export const otherMembers = (facts, values) => {
  const used = nothingUsed();
  for (const parameter of given(facts, values)) if (parameter.kind === "json") restArgument(facts, parameter, values.get(parameter.wire), used);
  return [...used.others];
};

/* Whether clients take an address with `allow_http` only, as `runtime/rest/loopback.py` says. */
const isUnencrypted = (address) => address.startsWith("http://") && !/^http:\/\/(([^/:]+\.)?localhost|127(\.\d+){3}|\[::1\])(?=[:/]|$)/.test(address);

export const restCall = (facts, entered, server) => {
  const isOther = Boolean(server) && server !== facts.base;
  const { always = [] } = facts;
  const known = new Map([...facts.parameters, ...always].map((parameter) => [parameter.wire, parameter]));
  const values = new Map([...entered, ...always.map(({ wire, text }) => [wire, text])]);
  const { query, form, header, file, url } = carried(facts, values, known, isOther ? server : facts.base);
  const body = wholeBody(facts, values, known);
  const used = nothingUsed();
  const passed = given(facts, values).map((parameter) => restArgument(facts, parameter, values.get(parameter.wire), used));
  const media = facts.media || "application/json";
  const isMultipart = Boolean(facts.multipart) && form.length + file.length > 0;
  const kind = form.length ? FORM : media;
  const isJson = facts.gives !== "nothing" && !facts.plain;
  const headers = [...header, ...((form.length || body) && !isMultipart ? [pair("Content-Type", kind)] : [])];
  const told = (pairs) => encoded(pairs.map((each) => [each.name, each.visible]));
  return {
    is_query: false,
    is_action: false,
    has_session: false,
    in_address: false,
    package: facts.package,
    client: facts.client,
    server: isOther ? server : facts.server,
    allow_http: isOther ? isUnencrypted(server) : Boolean(facts.allow_http),
    key: facts.key,
    key_variable: facts.environment,
    group: facts.group,
    method: facts.method,
    arguments: passed,
    records: [...used.classes].sort(),
    library: (facts.library || []).filter(([, type]) => used.makers.has(type)),
    gives: facts.gives,
    variable: facts.variable,
    attribute: facts.attribute,
    http_method: facts.http,
    url,
    query,
    headers: header,
    form,
    files: file,
    is_multipart: isMultipart,
    body,
    media,
    gives_json: isJson,
    gives_bytes: Boolean(facts.bytes),
    address: url + (query.length ? `?${told(query)}` : ""),
    user_variable: facts.login?.[0] || "",
    password_variable: facts.login?.[1] || "",
    sent_form: told(form),
    sent_body: body ? body.visible + body.name : "",
    sent: sent({ method: facts.http, url, query, headers, form, files: file, is_multipart: isMultipart, body: form.length ? null : body, gives_json: isJson, gives_bytes: Boolean(facts.bytes) }),
  };
};

export const callOf = (facts, values, server = facts.server) => (facts.fixed ? queryCall(facts, values, server) : restCall(facts, values, server));
