/* Calls as the templates of samples get them, from what a form says of its operation and the values in it: what
   `views/samples/` makes of an example. Values are texts or lists of texts, in a
   `Map` by the names that they have in a request: an object has a `constructor` and a `__proto__` already. */

import { number, printableJson } from "./languages.mjs";

export const WHOLE = /^-?[0-9]{1,15}$/;
const NUMBER = /^-?[0-9]{1,15}(\.[0-9]{1,4})?$/;
export const isNumber = (kind, text) =>
  kind === "number" ? NUMBER.test(text) : (kind === "integer" || kind === "limit") && WHOLE.test(text);

export const asked = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
export const given = (facts, values) => facts.parameters.filter((parameter) => values.get(parameter.wire) !== undefined);

const encode = (text) => encodeURIComponent(text.toWellFormed ? text.toWellFormed() : text)
  .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
  .replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%7C/g, "|");
export const encoded = (pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");

/* Whether a value is the path of a file. */
const isFile = ({ kind }) => kind === "file";
/* A value as Python writes it. */
const scalar = (kind, text) => {
  if (kind === "flag") return true;
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
  return { name, encoded_name: encode(name), value: text, variable, placeholder, media: "", quoted_value: `"${text.replace(/["\\]/g, "\\$&")}"`, visible: shown, lines: shown.split("\n") };
};
const byName = (pairs) => {
  const found = new Map();
  for (const each of pairs) found.set(each.name, [...(found.get(each.name) || []), each]);
  return [...found];
};
const sent = (parts) => ({ ...parts, texts: parts.form, documents: [], query_fields: byName(parts.query), form_fields: byName(parts.form) });

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
  const form = posted ? [...told, ...(token ? [pair(token, "YOUR-TOKEN")] : [])] : [];
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
    posted,
    token,
    token_type: tokenType,
    gives_json: !plain,
    address: posted ? server : `${server}?${encoded(pairs)}`,
    sent: sent({ method, url: server, query: posted ? [] : told, headers: [...headers, ...typed], form: posted ? told : [], files, body: null, gives_json: !plain }),
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

/* A parameter that no field can hold, as the sample has it. */
const constant = ({ constants = [] }, name) => constants.find(({ wire }) => wire === name);

/* The key first, then everything in the order of the description; several values as several pairs. */
const carried = (facts, values, known, address) => {
  const places = { query: [], form: [], header: [] };
  const cookies = [];
  let url = address + facts.url.slice(facts.base.length);
  if (facts.keyed) (places[facts.keyed[1]] || []).push(pair(facts.keyed[0], facts.keyed[2], facts.environment));
  for (const name of facts.order) {
    for (const [sent, text] of constant(facts, name)?.pairs || []) places[constant(facts, name).place].push(pair(sent, text));
    if (!known.has(name) || values.get(name) === undefined) continue;
    const { kind, place, separator, sent = name } = known.get(name);
    const text = (item) => (kind === "flag" ? "true" : item);
    const isJoined = place === "path" || place === "header";
    for (const item of isJoined ? [wireValue(values.get(name))] : separated(asked(values.get(name)), separator)) {
      if (place === "path") url = url.replaceAll(`{${name}}`, encode(text(item)).replace(/[:/|]/g, encodeURIComponent));
      else if (place === "cookie") cookies.push(`${sent}=${cookieValue(text(item))}`);
      else (places[place] || []).push(pair(sent, text(item)));
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

/* The JSON body; the key stands between its two parts. */
const jsonBody = (facts, values, known) => {
  const isKey = (name) => facts.keyed && facts.keyed[0] === name && facts.keyed[1] === "json";
  const isInside = (name) => isKey(name) || (known.get(name) || constant(facts, name))?.place === "json";
  const whole = (facts.constants || []).find(({ place }) => place === "body");
  if (whole) return pair("", whole.json);
  if (!facts.order.some(isInside)) return null;
  const json = (kind, text) => (kind === "flag" ? "true" : isNumber(kind, text) ? number(scalar(kind, text)) : printableJson(text));
  const members = facts.order.filter((name) => isInside(name) && (isKey(name) || constant(facts, name) || values.get(name) !== undefined)).map((name) => {
    if (isKey(name)) return `${printableJson(name)}: "\0"`;
    const { sent = name, json: written } = constant(facts, name) || known.get(name);
    if (written !== undefined) return `${printableJson(sent)}: ${written}`;
    const items = asked(values.get(name)).map((item) => json(known.get(name).kind, item));
    return `${printableJson(sent)}: ${known.get(name).many ? `[${items.join(", ")}]` : items[0]}`;
  });
  const [before, after = ""] = `{${members.join(", ")}}`.split("\0");
  return pair(after, before, members.some((member) => member.endsWith('"\0"')) ? facts.environment : "");
};

export const restCall = (facts, values, server) => {
  const isOther = Boolean(server) && server !== facts.base;
  const known = new Map(facts.parameters.map((parameter) => [parameter.wire, parameter]));
  const { query, form, header, url } = carried(facts, values, known, isOther ? server : facts.base);
  const body = jsonBody(facts, values, known);
  const inOrder = (facts.passing || facts.order).map((name) => constant(facts, name) || known.get(name));
  const passed = facts.constants ? inOrder.filter((each) => each && (each.argument || values.get(each.wire) !== undefined)) : given(facts, values);
  const media = facts.media || "application/json";
  const kind = form.length ? FORM : media;
  const isJson = facts.gives !== "nothing" && !facts.plain;
  const headers = [...header, ...(form.length || body ? [pair("Content-Type", kind)] : [])];
  const told = (pairs) => encoded(pairs.map((each) => [each.name, each.visible]));
  return {
    is_query: false,
    is_action: false,
    has_session: false,
    in_address: false,
    package: facts.package,
    client: facts.client,
    server: isOther ? server : facts.server,
    key: facts.key,
    key_variable: facts.environment,
    group: facts.group,
    method: facts.method,
    arguments: passed.map((parameter) => parameter.argument || {
      ...argument(parameter, values.get(parameter.wire)),
      expression: "",
      multiple: Boolean(parameter.many) && asked(values.get(parameter.wire)).length < 2,
      made_by: parameter.made_by || null,
      texts: parameter.made_by ? asked(values.get(parameter.wire)) : [],
    }),
    records: facts.records || [],
    library: (facts.library || []).filter(([, type]) => (facts.made_of || []).includes(type) || given(facts, values).some(({ made_by: maker = "" }) => maker.split(".")[0] === type)),
    gives: facts.gives,
    variable: facts.variable,
    attribute: facts.attribute,
    http_method: facts.http,
    url,
    query,
    headers: header,
    form,
    files: [],
    body,
    media,
    gives_json: isJson,
    address: url + (query.length ? `?${told(query)}` : ""),
    user_variable: facts.login?.[0] || "",
    password_variable: facts.login?.[1] || "",
    sent_form: told(form),
    sent_body: body ? body.visible + body.name : "",
    sent: sent({ method: facts.http, url, query, headers, form, files: [], body: form.length ? null : body, gives_json: isJson }),
  };
};

export const callOf = (facts, values, server = facts.server) => (facts.fixed ? queryCall(facts, values, server) : restCall(facts, values, server));
