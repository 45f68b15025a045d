/* The request form of the reference. What a reader fills in becomes code, a command and an address, as the
   generator prints them; the state is in the page's address. Everything it knows is in data attributes. */
"use strict";
(() => {
  // --- Printing: the templates in templates/samples/, for any values -----------------------------------
  // Values are texts or lists of texts, by the names that they have in a request.

  const UNPRINTABLE =
    /[\0-\x1f\x7f-\xa0\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ud800-\uf8ff\ufdd0-\ufdef\ufeff\ufff9-\ufffb\ufffe\uffff\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0001}\u{e0020}-\u{e007f}\u{f0000}-\u{10ffff}]/u;
  const JOINERS = "\u200c\u200d";
  const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

  const byNumber = (character) => {
    const hex = character.codePointAt(0).toString(16);
    if (hex.length < 3) return `\\x${hex.padStart(2, "0")}`;
    return hex.length < 5 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
  };
  const escaped = (text, quote) => [...text].map((character) => {
    if (character === quote) return `\\${character}`;
    if (ESCAPES[character]) return ESCAPES[character];
    return JOINERS.includes(character) || !UNPRINTABLE.test(character) ? character : byNumber(character);
  }).join("");
  const HIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\ufff9-\ufffb\u{e0001}\u{e0020}-\u{e007f}]/gu;
  const revealed = (text) => text.replace(HIDDEN, byNumber).replace(/[^\S \ufeff]/g, " ");

  const count = (text, mark) => text.split(mark).length - 1;
  const quoted = (text) => {
    const quote = count(text, '"') > count(text, "'") ? "'" : '"';
    return quote + escaped(text, quote) + quote;
  };

  const WHOLE = /^-?[0-9]{1,15}$/;
  const NUMBER = /^-?[0-9]{1,15}(\.[0-9]{1,4})?$/;
  const number = (text) => {
    if (!text.includes(".")) return String(BigInt(text));
    const shown = (Number(text) === 0 && text.startsWith("-") ? "-" : "") + String(Number(text));
    return shown.includes(".") ? shown : `${shown}.0`;
  };
  const isNumber = (kind, text) =>
    kind === "number" ? NUMBER.test(text) : (kind === "integer" || kind === "limit") && WHOLE.test(text);
  const scalar = (kind, text) => (kind === "flag" ? "True" : isNumber(kind, text) ? number(text) : quoted(text));
  const literal = (kind, value) => {
    if (!Array.isArray(value)) return scalar(kind, value);
    const items = value.map((item) => scalar(kind, item));
    return items.length === 1 ? items[0] : `(${items.join(", ")})`;
  };

  const printable = (text) => !UNPRINTABLE.test(text);
  const shellQuoted = (text) => (printable(text) ? `'${text.replaceAll("'", "'\\''")}'` : `$'${escaped(text, "'")}'`);
  const word = (text, variable = "", after = "") => {
    if (!variable) return /^[A-Za-z0-9_:./=,@-]+$/.test(text) ? text : shellQuoted(text);
    if (!after && /^[A-Za-z0-9_:./=,@ -]*$/.test(text)) return `"${text}$${variable}"`;
    return `${shellQuoted(text)}"$${variable}"${shellQuoted(after)}`;
  };

  /* Texts in PHP and JavaScript, where an environment variable may stand in them. */
  const withBraces = (character) => {
    const plain = JOINERS.includes(character) || !UNPRINTABLE.test(character);
    return plain ? character : `\\u{${character.codePointAt(0).toString(16)}}`;
  };
  const quotedFor = (text, quote, special) => quote + [...text].map((character) => (
    special.includes(character) ? `\\${character}` : ESCAPES[character] || withBraces(character)
  )).join("") + quote;
  const phpString = (text) => (printable(text) ? `'${text.replace(/[\\']/g, "\\$&")}'` : quotedFor(text, '"', '$"'));
  const jsString = (text) => {
    const quote = count(text, '"') > count(text, "'") ? "'" : '"';
    return quotedFor(text, quote, quote);
  };
  const withVariable = (string, joint, read) => (text, variable = "", after = "") => [
    ...(text || !variable ? [string(text)] : []),
    ...(variable ? [read(variable)] : []),
    ...(after ? [string(after)] : []),
  ].join(joint);
  const php = withVariable(phpString, " . ", (variable) => `getenv('${variable}')`);
  const js = withVariable(jsString, " + ", (variable) => `process.env.${variable}`);

  const encode = (text) => encodeURIComponent(text.toWellFormed ? text.toWellFormed() : text)
    .replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%3A/g, ":").replace(/%2F/g, "/").replace(/%7C/g, "|");
  const encoded = (pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");

  const given = (call, values) => call.parameters.filter((parameter) => values[parameter.wire] !== undefined);
  const pythonName = (parameter) => parameter.python || parameter.name || parameter.wire;
  const indent = (text) => text.replace(/^(?=.)/gm, "    ");
  const asked = (call, value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

  const isAnswered = (call, values) => call.account.some((terms) => !terms.length || terms.some((term) => {
    const [name, value] = [term.slice(0, term.indexOf("=")), term.slice(term.indexOf("=") + 1)];
    return asked(call, values[name]).includes(value);
  }));

  const query = {
    wire(call, value) {
      if (!Array.isArray(value)) return value;
      const [bar, other] = call.separators;
      return value.some((item) => item.includes(bar)) ? value.map((item) => other + item).join("") : value.join(bar);
    },
    pairs(call, values) {
      const own = given(call, values).map((parameter) => [parameter.wire, query.wire(call, values[parameter.wire])]);
      return [...call.fixed, ...own];
    },
    shown(call, values) {
      const chosen = values[call.selector] === undefined ? call.selected : asked(call, values[call.selector]);
      const fields = call.shown.filter(([, by]) => !by.length || by.some((value) => chosen.includes(value)));
      return fields.slice(0, 3).map(([name]) => `item[${quoted(name)}]`).join(", ") || "item";
    },
    /* How many items a reader wants; null: all. */
    most(call, values) {
      const limit = call.parameters.find((parameter) => parameter.counts && values[parameter.wire] !== undefined);
      return limit && WHOLE.test(values[limit.wire]) ? number(values[limit.wire]) : null;
    },
    argument: (parameter, value) => `${pythonName(parameter)}=${literal(parameter.kind, value)}`,
    own: (call, values) => given(call, values).filter((parameter) => !parameter.shared && (!parameter.counts || parameter.sizes))
      .map((parameter) => query.argument(parameter, values[parameter.wire])),
    python(call, values, server, isAsync, insists = false) {
      const [asynchronous, wait, client] = isAsync ? ["async ", "await ", "AsyncClient"] : ["", "", "Client"];
      const known = given(call, values);
      const own = query.own(call, values);
      const wanted = [own.length ? call.variable : `${call.class}()`];
      for (const parameter of known.filter((each) => each.shared)) {
        wanted.push(query.argument(parameter, values[parameter.wire]));
      }
      const most = query.most(call, values);
      if (most !== null) wanted.push(`max_items=${most}`);
      if (insists) wanted.push("insist=True");
      const asking = known.some((parameter) => parameter.shared) || insists ? `\n${wanted.map((line) => `        ${line},\n`).join("")}    ` : wanted.join(", ");
      const account = isAnswered(call, values);
      const lines = [];
      if (own.length > 1) lines.push(`${call.variable} = ${call.class}(`, ...own.map((line) => `    ${line},`), ")");
      else if (own.length) lines.push(`${call.variable} = ${call.class}(${own[0]})`);
      lines.push(`${asynchronous}with ${client}(`, `    ${quoted(server)},`, `    user_agent=${quoted(call.agent)},`, `) as ${call.client}:`);
      if (account) lines.push(...query.login(call, wait));
      const members = query.shown(call, values);
      lines.push(...{
        items: () => [`    ${asynchronous}for item in ${call.client}.list(${asking}):`, `        print(${members})`],
        "page-items": () => [`    ${asynchronous}for page, item in ${call.client}.prop(${asking}):`, `        print(page.title, ${members})`],
        pages: () => [`    ${asynchronous}for page in ${call.client}.pages(${asking}):`, `        print(page.title, page.get(${call.class}))`],
        "query-items": () => [`    for item in ${isAsync ? "(await " : ""}${call.client}.query(${asking})${isAsync ? ")" : ""}[${call.class}]:`, `        print(${members})`],
        "meta-items": () => [`    for item in ${wait}${call.client}.meta(${asking}):`, `        print(${members})`],
        meta: () => [`    print(${wait}${call.client}.meta(${asking}))`],
      }[call.gives]());
      const names = [client, call.class].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
      return whole(isAsync, account, `from ${call.package} import ${names.join(", ")}`, lines);
    },
    login(call, wait) {
      const read = (name) => `        os.environ[${quoted(`${call.environment}_${name}`)}],`;
      return [`    ${wait}${call.client}.login_bot(`, read("USER"), read("PASSWORD"), "    )"];
    },
    curl(call, pairs, server, account) {
      const cookie = account ? [`--cookie ${word("", `${call.environment}_COOKIES`)}`] : [];
      const data = pairs.map(([name, value]) => `--data-urlencode ${word(`${name}=${value}`)}`);
      return [`curl --get ${word(server)}`, `--user-agent ${word(call.agent)}`, ...cookie, ...data].join(" \\\n  ");
    },
    address: (pairs, server) => `${server}?${encoded(pairs)}`,
    /* The samples without a client. */
    plain(call, pairs, server, account) {
      const headers = [["User-Agent", call.agent], ...(account ? [["Cookie", "", `${call.environment}_COOKIES`]] : [])];
      const sent = { method: "GET", url: server, query: pairs, headers, form: [], body: null, givesJson: true };
      return [query.curl(call, pairs, server, account), inPhp(sent), inJavaScript(sent), query.address(pairs, server)];
    },
    samples(call, values, server) {
      return [
        query.python(call, values, server, false),
        query.python(call, values, server, true),
        ...query.plain(call, query.pairs(call, values), server, isAnswered(call, values)),
      ];
    },
  };

  const whole = (isAsync, readsEnvironment, imports, lines) => {
    const head = [...(isAsync ? ["import asyncio"] : []), ...(readsEnvironment ? ["import os"] : [])];
    const body = lines.join("\n");
    const start = (head.length ? `${head.join("\n")}\n\n` : "") + imports;
    return isAsync ? `${start}\n\n\nasync def main() -> None:\n${indent(body)}\n\n\nasyncio.run(main())` : `${start}\n\n${body}`;
  };

  /* A request in PHP and JavaScript, from its parts. */
  const phpFields = (pairs) => {
    const byName = new Map();
    for (const [name, value, variable] of pairs) byName.set(name, [...(byName.get(name) || []), php(value, variable)]);
    const lines = [...byName].map(([name, items]) => `    ${php(name)} => ${items.length > 1 ? `[${items.join(", ")}]` : items[0]},\n`);
    const built = `http_build_query([\n${lines.join("")}])`;
    return byName.size < pairs.length ? `preg_replace('/%5B\\d+%5D=/', '=', ${built})` : built;
  };
  const inPhp = ({ method, url, query: asking, headers, form, body, givesJson }) => [
    "<?php",
    ...(asking.length ? [`$query = ${phpFields(asking)};`] : []),
    ...(form.length ? [`$form = ${phpFields(form)};`] : []),
    "$context = stream_context_create(['http' => [",
    ...(method === "GET" ? [] : [`    'method' => ${php(method)},`]),
    ...(headers.length ? ["    'header' => [", ...headers.map(([name, value, variable]) => `        ${php(`${name}: ${value}`, variable)},`), "    ],"] : []),
    ...(form.length ? ["    'content' => $form,"] : body ? [`    'content' => ${php(...body)},`] : []),
    "    'ignore_errors' => true, // so that errors have a reply, too",
    "]]);",
    `$reply = file_get_contents(${php(url + (asking.length ? "?" : ""))}${asking.length ? " . $query" : ""}, false, $context);`,
    givesJson ? 'echo json_encode(json_decode($reply), JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE), "\\n";' : 'echo $reply, "\\n";',
  ].join("\n");
  const jsFields = (pairs) => `new URLSearchParams([\n${pairs.map(([name, value, variable]) => `  [${js(name)}, ${js(value, variable)}],\n`).join("")}])`;
  const inJavaScript = ({ method, url, query: asking, headers, form, body, givesJson }) => {
    const options = [
      ...(method === "GET" ? [] : [`  method: ${js(method)},`]),
      ...(headers.length ? ["  headers: {", ...headers.map(([name, value, variable]) => `    ${js(name)}: ${js(value, variable)},`), "  },"] : []),
      ...(form.length ? ["  body: form,"] : body ? [`  body: ${js(...body)},`] : []),
    ];
    const target = js(url + (asking.length ? "?" : "")) + (asking.length ? " + query" : "");
    return [
      ...(asking.length ? [`const query = ${jsFields(asking)};`] : []),
      ...(form.length ? [`const form = ${jsFields(form)};`] : []),
      `const response = await fetch(${[target, ...(options.length ? [`{\n${options.join("\n")}\n}`] : [])].join(", ")});`,
      givesJson ? "console.log(JSON.stringify(await response.json(), null, 2));" : "console.log(await response.text());",
    ].join("\n");
  };

  const rest = {
    // The key first, then everything in the order of the description; lists as several pairs.
    sent(call, values) {
      const places = { query: [], form: [], header: [] };
      let url = call.url;
      if (call.keyed) (places[call.keyed[1]] || []).push([call.keyed[0], call.keyed[2], call.environment]);
      const known = Object.fromEntries(call.parameters.map((parameter) => [parameter.wire, parameter]));
      for (const name of call.order) {
        const parameter = known[name];
        if (!parameter || values[name] === undefined) continue;
        for (const item of asked(call, values[name])) {
          const text = parameter.kind === "flag" ? "true" : item;
          if (parameter.place === "path") url = url.replaceAll(`{${name}}`, encode(text).replace(/[:/|]/g, encodeURIComponent));
          else (places[parameter.place] || []).push([name, text, ""]);
        }
      }
      return { ...places, url, body: rest.body(call, values, known) };
    },
    body(call, values, known) {
      const isKey = (name) => call.keyed && call.keyed[0] === name && call.keyed[1] === "json";
      if (!call.parameters.some((parameter) => parameter.place === "json") && !(call.keyed && call.keyed[1] === "json")) return null;
      const json = (kind, text) => (kind === "flag" ? "true" : isNumber(kind, text) ? number(text) : JSON.stringify(text));
      const members = call.order.filter((name) => isKey(name) || (known[name] && known[name].place === "json" && values[name] !== undefined))
        .map((name) => {
          if (isKey(name)) return `${JSON.stringify(name)}: "\0"`;
          const { kind, many } = known[name];
          const items = asked(call, values[name]).map((item) => json(kind, item));
          return `${JSON.stringify(name)}: ${many ? `[${items.join(", ")}]` : items[0]}`;
        });
      return `{${members.join(", ")}}`.split("\0");
    },
    shown: (pairs) => encoded(pairs.map(([name, value, variable]) => [name, value + (variable && "YOUR-KEY")])),
    python(call, values, server, isAsync) {
      const [asynchronous, wait, client] = isAsync ? ["async ", "await ", "AsyncClient"] : ["", "", "Client"];
      const known = given(call, values);
      const own = known.map((parameter) => {
        const value = values[parameter.wire];
        const text = literal(parameter.kind, value);
        const item = parameter.many && asked(call, value).length < 2 ? `[${text}]` : text;
        return known.length > 1 ? `${pythonName(parameter)}=${item}` : item;
      });
      const made = `${wait}${call.client}.${call.group}.${call.method}(${own.join(", ")})`;
      const shown = `print(${call.variable}${call.attribute ? `.${call.attribute}` : ""})`;
      const lines = [`${asynchronous}with ${client}(`, `    ${quoted(server)},`];
      if (call.key) lines.push(`    ${call.key}=os.environ[${quoted(call.environment)}],`);
      lines.push(`) as ${call.client}:`, ...{
        records: [`    for ${call.variable} in ${made}:`, `        ${shown}`],
        record: [`    ${call.variable} = ${made}`, `    ${shown}`],
        value: [`    print(${made})`],
        nothing: [`    ${made}`],
      }[call.gives]);
      return whole(isAsync, Boolean(call.key), `from ${call.package} import ${client}`, lines);
    },
    curl(call, values) {
      const sent = rest.sent(call, values);
      const hasBody = sent.form.length > 0 || sent.body !== null;
      const method = call.http === (hasBody ? "POST" : "GET") ? "" : ` --request ${call.http}`;
      const url = hasBody && sent.query.length ? `${sent.url}?${rest.shown(sent.query)}` : sent.url;
      const lines = [`curl${sent.query.length && !hasBody ? " --get" : ""}${method} ${word(url)}`];
      lines.push(...sent.header.map(([name, value, variable]) => `--header ${word(`${name}: ${value}`, variable)}`));
      const data = hasBody ? sent.form : sent.query;
      lines.push(...data.map(([name, value, variable]) => `--data-urlencode ${word(`${name}=${value}`, variable)}`));
      if (sent.body) {
        const [before, after] = sent.body;
        lines.push(`--header ${word("Content-Type: application/json")}`, `--data ${after === undefined ? word(before) : word(before, call.environment, after)}`);
      }
      return lines.join(" \\\n  ");
    },
    address(call, values) {
      const sent = rest.sent(call, values);
      const lines = [`${call.http} ${sent.url}${sent.query.length ? `?${rest.shown(sent.query)}` : ""}`];
      lines.push(...sent.header.map(([name, value, variable]) => `${name}: ${revealed(value)}${variable && "YOUR-KEY"}`));
      if (sent.form.length) lines.push("Content-Type: application/x-www-form-urlencoded", "", rest.shown(sent.form));
      else if (sent.body) lines.push("Content-Type: application/json", "", revealed(sent.body.join("YOUR-KEY")));
      return lines.join("\n");
    },
    /* The request in its parts, as PHP and JavaScript send it. */
    parts(call, values) {
      const { url, query: asking, header, form, body } = rest.sent(call, values);
      const kind = form.length ? "application/x-www-form-urlencoded" : "application/json";
      const headers = [...header, ...(form.length || body ? [["Content-Type", kind]] : [])];
      const parted = body && [body[0], body.length > 1 ? call.environment : "", body[1]];
      return { method: call.http, url, query: asking, headers, form, body: parted, givesJson: call.gives !== "nothing" };
    },
    samples: (call, values, server) => [
      rest.python(call, values, server, false),
      rest.python(call, values, server, true),
      rest.curl(call, values),
      inPhp(rest.parts(call, values)),
      inJavaScript(rest.parts(call, values)),
      rest.address(call, values),
    ],
  };

  const samples = (call, values, server = call.server) => (call.fixed ? query : rest).samples(call, values, server);

  // --- What is odd about values ---------------------------------------------------------------------------

  const label = (parameter) => parameter.name || parameter.wire;

  const parameterOf = (call, name) => call.parameters.find((each) => (each.shared ? `query.${label(each)}` : label(each)) === name) || {};
  const textsOf = ({ call, values }, name) => {
    const { wire, default: taken } = parameterOf(call, name);
    return values[wire] === undefined ? taken || [] : asked(call, values[wire]);
  };
  const PAGES = ["titles", "pageids", "revids"];
  const OF_THE_REQUEST = {
    "as generator": ({ isGenerator }) => isGenerator,
    "several pages": ({ call, values }) => PAGES.some((name) => asked(call, values[name]).length > 1),
  };
  /* Whether a term of a rule is true: a parameter is given, has a value (`sort=name`) or another (`sort!=name`). */
  const holds = (request, term) => {
    if (OF_THE_REQUEST[term]) return OF_THE_REQUEST[term](request);
    const [, name, mark, value] = /^([^!=]*)(!?=)?(.*)$/s.exec(term);
    if (!mark) return request.values[parameterOf(request.call, name).wire] !== undefined;
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
  const inPython = (text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    return quote + escaped(text, quote).replace(/[\u200c\u200d]/g, byNumber) + quote;
  };
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
    namespace: (rule, items) => items.filter((item) => rule.namespaces && isOutside(rule, item)).map((item) => [item, rule.namespace]),
  };
  const WAYS = {
    count({ terms = [], others = [] }, way, request) {
      const [given, opposed] = [terms, others].map((each) => each.filter((term) => holds(request, term)));
      const isBroken = fits(way.terms, given.length, terms.length) && (!way.others || fits(way.others, opposed.length, others.length));
      return isBroken ? [said(way.said, { terms, others, given, opposed })] : [];
    },
    value: (rule, way, request) => (rule.terms || []).filter((term) => holds(request, term))
      .flatMap((term) => CLASHES[way.values](rule, textsOf(request, term))
        .map(([item, wrong]) => said(way.said, { term: [term], item: inPython(item), wrong }))),
    order({ terms = [], others = [], value }, way, request) {
      if (terms.length !== 2 || !terms.every((term) => holds(request, term))) return [];
      const order = (compared[value] || compared.title)(...terms.map((term) => textsOf(request, term)[0]));
      const ascends = !others.length || others.some((term) => holds(request, term));
      if (!order || (order > 0) !== ascends) return [];
      if (!others.length) return [said(way.said, { terms })];
      const by = others[0].split("=")[0];
      const values = textsOf(request, by);
      return [said(way.directed, { terms, by: [by], setting: [values.length ? `${by}=${values.join("|")}` : by] })];
    },
  };
  /* Whether a call that gives nothing breaks it. */
  const asksForTerms = (rule) => rule.broken.some((way) => way.by === "count" && !way.others && way.terms[0] === 0);
  const broken = (call, values, isGenerator = false) => (call.rules || []).flatMap((rule) => rule.broken
    .flatMap((way) => WAYS[way.by](rule, way, { call, values, isGenerator }))
    .map((text) => ({ rule, text: `${text}.` })));

  const remarks = (call, values) => [...oddValues(call, values).map(({ text }) => text), ...broken(call, values).map(({ text }) => text)];
  /* What is wrong with values, and whether a wiki answers all the same. */
  const oddValues = (call, values) => call.parameters.flatMap((parameter) => {
    const name = label(parameter);
    const value = values[parameter.wire];
    if (value === undefined) return parameter.required ? [{ text: `${name} is required.`, refused: true }] : [];
    const items = asked(call, value);
    const said = parameter.deprecated ? [{ text: `${name} is deprecated.` }] : [];
    if (parameter.most && items.length > parameter.most) said.push({ text: `${name} takes ${parameter.most} values at most.`, refused: true });
    for (const item of items) {
      if (parameter.all === item || (parameter.kind === "limit" && item === "max")) continue;
      if (parameter.kind === "integer" && parameter.many && item === "*") continue;
      const isOdd = parameter.kind && parameter.kind !== "flag" && !isNumber(parameter.kind, item);
      if (isOdd) said.push({ text: `${name}: ${item} is no number.`, refused: true });
      else if (parameter.min !== undefined && Number(item) < parameter.min) said.push({ text: `${name}: the least is ${parameter.min}.`, refused: parameter.kind !== "limit" });
      else if (parameter.max !== undefined && Number(item) > parameter.max) said.push({ text: `${name}: the most is ${parameter.max}.`, refused: parameter.kind !== "limit" });
      if (parameter.old && parameter.old.includes(item)) said.push({ text: `${name}: ${item} is deprecated.` });
      else if (parameter.values && !parameter.open && !parameter.values.includes(item)) said.push({ text: `${name}: ${item} is unknown.`, refused: true });
    }
    return said;
  });

  const read = (call, parameter, text) => {
    if (!parameter.many) return text;
    const [bar, other] = call.separators || [",", "\x1f"];
    return text.startsWith(other) ? text.slice(1).split(other) : text.split(bar);
  };
  // --- A request that somebody pasted -----------------------------------------------------------------------

  /* Its address → the modules that it asks with their values, the generator, the pages, and what is unknown. */
  const understood = ({ fixed, shared, modules }, address) => {
    const sent = new URL(address, "https://wiki.example.org").searchParams;
    const taken = new Set(fixed);
    const unknown = [];
    const valuesOf = (call, prefix) => Object.fromEntries(call.parameters.flatMap((parameter) => {
      const text = sent.get(prefix + parameter.wire);
      if (text === null) return [];
      taken.add(prefix + parameter.wire);
      if (parameter.secret || (text === "" && parameter.kind !== "flag")) return [];
      return [[parameter.wire, read(call, parameter, text || "1")]];
    }));
    const own = (call) => ({ ...call, parameters: call.parameters.filter((parameter) => !parameter.shared) });
    const separators = modules[0].call.separators;
    const pages = valuesOf({ separators, parameters: shared }, "");
    const part = ({ page, call }, prefix, title) => ({ page, title, call, own: own(call), values: valuesOf(own(call), prefix) });
    const named = (group, module) => modules.find(({ call }) => call.fixed.at(-1).join("=") === `${group}=${module}`);
    const asking = ["prop", "list", "meta"].flatMap((group) => {
      taken.add(group);
      return (sent.get(group) || "").split("|").filter(Boolean).flatMap((name) => {
        const module = named(group, name);
        if (!module) unknown.push(`${group}=${name}`);
        return module ? [part(module, "", `${group}=${name}`)] : [];
      });
    });
    let generator = null;
    const choosing = sent.get("generator");
    taken.add("generator");
    if (choosing) {
      const module = modules.find((each) => each.generator && each.call.fixed.at(-1)[1] === choosing);
      if (module) generator = part(module, module.generator, `generator=${choosing}`);
      else unknown.push(`generator=${choosing}`);
    }
    unknown.push(...[...new Set(sent.keys())].filter((name) => !taken.has(name) && !name.endsWith("continue")));
    const wrong = sent.has("action") && sent.get("action") !== "query"
      ? [`action=${sent.get("action")}: only action=query is described here.`] : [];
    return { asking, generator, pages, unknown: wrong.length ? [] : unknown, wrong, facts: modules[0].call, shared };
  };

  const TELLS_OF_PAGES = ["pages", "page-items"];
  /* What is wrong with it: of each module, and of the whole. `refused`: a wiki does not do it. */
  const faults = (request) => {
    const { asking, generator, pages, shared, unknown, wrong } = request;
    const chosen = PAGES.filter((name) => pages[name] !== undefined);
    const of = (part, isGenerator) => {
      const call = { ...part.call, parameters: [...part.own.parameters, ...shared] };
      const rules = broken(call, { ...part.values, ...pages }, isGenerator);
      return [...oddValues(part.own, part.values), ...rules.map(({ rule, text }) => ({ text, refused: Boolean(rule.refused), insists: true }))];
    };
    const whole = wrong.map((text) => ({ text, refused: true }));
    if (unknown.some((name) => name.startsWith("generator="))) whole.push({ text: "The generator is unknown, or can be none.", refused: true });
    if (chosen.length > 1) whole.push({ text: `Only one of ${chosen.join(", ")}.`, refused: true });
    const needing = asking.find((part) => TELLS_OF_PAGES.includes(part.call.gives));
    if (needing && !generator && !chosen.length) whole.push({ text: `${needing.title} needs pages: titles, pageids, revids or a generator.`, refused: true });
    for (const name of chosen) {
      const count = asked(generator, pages[name]).length;
      if (count > 50) whole.push({ text: `${name}: a request takes 50 values, or 500 with high limits; here are ${count}. The program sends them in batches.` });
      if (count > 1 && generator && generator.call.fixed.at(-1)[0] === "list") whole.push({ text: `generator: it does not look at ${name}.` });
    }
    if (!wrong.length && !asking.length && !generator && !chosen.length) whole.push({ text: "It asks no module that is known here.", refused: true });
    return { parts: [...asking.map((part) => of(part, false)), ...(generator ? [of(generator, true)] : [])], whole };
  };

  /* How many items of a list, or pages of a generator, one such request brings; null: all that it may. */
  const wantedOf = ({ own: call, values }) => {
    const limit = call.parameters.find((parameter) => parameter.counts);
    if (!limit) return null;
    const text = values[limit.wire] === undefined ? limit.default && limit.default[0] : values[limit.wire];
    return text !== undefined && WHOLE.test(text) ? String(within(limit, text)) : null;
  };
  /* A limit as a wiki takes it: what is too high or too low, it corrects. */
  const within = ({ min, max }, text) => Math.min(Math.max(Number(text), min || 0), max || Infinity);
  const made = ({ call, own, values }) => `${call.class}(${query.own(own, values).join(", ")})`;

  /* The request as one program, with one call of the client. */
  const program = (request, server, insists, isAsync = false) => {
    const [asynchronous, wait, client] = isAsync ? ["async ", "await ", "AsyncClient"] : ["", "", "Client"];
    const { asking, generator, pages, facts, shared } = request;
    const selected = shared.filter((parameter) => pages[parameter.wire] !== undefined);
    if (asking.length === 1 && !generator && (!selected.length || TELLS_OF_PAGES.includes(asking[0].call.gives))) {
      const [{ call, values }] = asking;
      const limit = call.parameters.find((parameter) => parameter.counts);
      const most = wantedOf(asking[0]);
      return query.python(call, { ...values, ...pages, ...(most === null ? {} : { [limit.wire]: most }) }, server, isAsync, insists);
    }
    const everyone = generator ? [...asking, generator] : asking;
    const isOfPages = asking.every((part) => TELLS_OF_PAGES.includes(part.call.gives));
    const lists = asking.filter((part) => part.call.gives === "items");
    const bounds = [...lists, ...(generator ? [generator] : [])].map(wantedOf);
    const most = bounds.length && !bounds.includes(null) ? String(Math.max(...bounds.map(Number))) : null;
    const wanted = [
      ...asking.map(made),
      ...selected.filter((parameter) => isOfPages || parameter.wire !== "converttitles").map((parameter) => query.argument(parameter, pages[parameter.wire])),
      ...(generator ? [`generator=${made(generator)}`] : []),
      ...(most === null ? [] : [`max_items=${most}`]),
      ...(insists ? ["insist=True"] : []),
    ].map((line) => `        ${line},`);
    const account = everyone.some((part) => isAnswered(part.call, part.values));
    const lines = [`${asynchronous}with ${client}(`, `    ${quoted(server)},`, `    user_agent=${quoted(facts.agent)},`, `) as ${facts.client}:`];
    if (account) lines.push(...query.login(facts, wait));
    const told = asking.filter((part) => TELLS_OF_PAGES.includes(part.call.gives)).map((part) => `, page.get(${part.call.class})`).join("");
    const page = `        print(page.title${told})`;
    const cut = (part) => {
      const own = wantedOf(part);
      return own !== null && own !== most ? `[:${own}]` : "";
    };
    if (isOfPages) lines.push(`    ${asynchronous}for page in ${facts.client}.pages(`, ...wanted, "    ):", page);
    else {
      lines.push(`    result = ${wait}${facts.client}.query(`, ...wanted, "    )");
      for (const part of asking) {
        const { call, values } = part;
        const items = { items: `[${call.class}]${cut(part)}`, "meta-items": `[${call.class}]`, "query-items": `[${call.class}]` }[call.gives];
        if (items) lines.push(`    for item in result${items}:`, `        print(${query.shown(call, values)})`);
        else if (call.gives === "meta") lines.push(`    print(result[${call.class}])`);
      }
      if (told || generator || selected.length) lines.push("    for page in result.pages:", page);
    }
    const names = [client, ...new Set(everyone.map((part) => part.call.class))];
    names.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    return whole(isAsync, account, `from ${facts.package} import ${names.join(", ")}`, lines);
  };

  /* The address of a request → its modules with remarks, remarks on the whole, and a program; none where a wiki refuses it. */
  const explained = (data, address, server) => {
    const request = understood(data, address);
    const { parts, whole: general } = faults(request);
    const every = [...general, ...parts.flat()];
    const known = request.wrong.length ? [] : [...request.asking, ...(request.generator ? [request.generator] : [])];
    const code = every.some((fault) => fault.refused) ? null : program(request, server, every.some((fault) => fault.insists));
    return {
      modules: known.map(({ page, title, own, values }, place) => ({ page, title, own, values, remarks: parts[place].map(({ text }) => text) })),
      remarks: [...general.map(({ text }) => text), ...(request.unknown.length ? [`Unknown: ${request.unknown.join(", ")}.`] : [])],
      code,
    };
  };

  /* A request of several modules: what is odd about it, and its samples. */
  const combined = (data, pairs, server) => {
    const request = understood(data, `?${encoded(pairs)}`);
    const { parts, whole: general } = faults(request);
    const found = [...general, ...parts.flat()];
    const insists = found.some((fault) => fault.insists);
    const everyone = [...request.asking, ...(request.generator ? [request.generator] : [])];
    const account = everyone.some((part) => isAnswered(part.call, part.values));
    return {
      remarks: found.map(({ text }) => text),
      samples: [
        program(request, server, insists),
        program(request, server, insists, true),
        ...query.plain(request.facts, pairs, server, account),
      ],
    };
  };

  if (typeof module !== "undefined") {
    module.exports = { samples, broken, explained, combined };
    return;
  }

  // --- The page -------------------------------------------------------------------------------------------

  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const make = (tag, attributes = {}, text = "") => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.textContent = text;
    return node;
  };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* refused: not kept */ } };
  const recall = (name) => { try { return localStorage.getItem(name) || ""; } catch { return ""; } };

  const NO_ADDRESS = "This is no address.";

  /* Where a wiki's api.php lies, from what a reader may enter; without a password. */
  const endpoint = (text) => {
    try {
      const scheme = /^(localhost|127\.0\.0\.1)([:/]|$)/.test(text) ? "http" : "https";
      const url = new URL(/^https?:\/\//.test(text) ? text : `${scheme}://${text}`);
      if (/[%\s]/.test(url.hostname)) return "";  // some browsers take blanks in a host
      const folder = url.pathname.replace(/\/wiki\/.*$/, "/w/").replace(/[^/]*\.php.*$/, "").replace(/\/+$/, "");
      return `${url.origin}${folder || (url.pathname.endsWith(".php") ? "" : "/w")}/api.php`;
    } catch {
      return "";
    }
  };

  const PAINT = /(?<s>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?<k>\b(?:from|import|with|as|for|in|async|await|def|const|new|echo|true|false|null)\b)|(?<mi>\b\d+\b)/g;
  const PAINT_JSON = /(?<nt>"(?:\\.|[^"\\])*"(?=\s*:))|(?<s>"(?:\\.|[^"\\])*")|(?<kc>\b(?:true|false|null)\b)|(?<mi>-?\b\d[\d.eE+-]*)|(?<p>[{}[\],:]+)/g;
  const paint = (code, text, pattern = PAINT) => {
    const pieces = [];
    let end = 0;
    for (const match of text.matchAll(pattern)) {
      const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
      pieces.push(text.slice(end, match.index), make("span", { class: kind }, match[0]));
      end = match.index + match[0].length;
    }
    code.replaceChildren(...pieces, text.slice(end));
  };

  let requests;  // a promise of the facts of all modules, once somebody needs them
  const loadRequests = (address) => (requests ||= new Promise((resolve) => {
    const script = make("script", { src: address });
    script.addEventListener("load", () => resolve(globalThis.specloomRequests));
    script.addEventListener("error", () => {
      requests = undefined;  // the next one who needs them asks again
      script.remove();
      resolve(null);
    });
    document.head.append(script);
  }));

  const NO_REQUESTS = "The list of all modules could not be loaded. Try again.";

  const facts = (document.currentScript || {}).dataset?.modules;  // of all modules, where they lie
  const panel = document.querySelector("[data-call]");
  if (panel) start(panel, JSON.parse(panel.dataset.call));
  for (const box of all("[data-requests]")) paste(box);

  function start(panel, call) {
    const form = panel.querySelector("form");
    const section = panel.parentElement;
    const codes = all(".tabbed-block pre > code", section);
    const status = section.querySelector("p[role=status]");
    const wiki = panel.querySelector("[name=wiki]");
    const adding = panel.querySelector("[name=add]");
    const link = section.querySelector("[data-sandbox]");
    const reply = section.querySelector("[data-reply]");
    const joining = panel.querySelector("[name=combine]");
    const ofNotes = all(".sl-main pre > code span").filter((node) => node.textContent === quoted(call.server));
    let values = {};
    let joined = [];  // other modules of the same request, and the data of all
    let data = null;

    const whole = () => {
      const own = joined.flatMap(({ parameters }) => parameters);
      const pages = joined.some(({ ofPages }) => ofPages) ? data.shared.filter(({ wire }) => !call.parameters.some((each) => each.wire === wire)) : [];
      return { ...call, parameters: [...pages, ...call.parameters, ...own] };
    };
    const known = (wire) => whole().parameters.find((parameter) => parameter.wire === wire);
    /* The parts of the request that say which modules it asks. */
    const modules = () => ["prop", "list", "meta", "generator"].flatMap((group) => {
      const names = [call.fixed.at(-1), ...joined.map(({ pair }) => pair)].filter(([of]) => of === group).map(([, name]) => name);
      return names.length ? [[group, names.join("|")]] : [];
    });
    const pairs = () => {
      if (!joined.length) return query.pairs(call, values);
      const own = given(whole(), values).map((parameter) => [parameter.wire, query.wire(call, values[parameter.wire])]);
      return [...call.fixed.slice(0, -1), ...modules(), ...own];
    };
    const printed = () => (joined.length
      ? combined(data, pairs(), server())
      : { remarks: remarks(call, values), samples: samples(call, values, server()) });

    const server = () => (wiki && endpoint(wiki.value.trim())) || call.server;
    const text = (parameter, value) => (Array.isArray(value) ? query.wire({ separators: [",", "\x1f"], ...call }, value) : value);

    const draw = () => {
      const made = printed();
      made.samples.forEach((sample, number) => { if (codes[number]) paint(codes[number], `${sample}\n`); });
      for (const address of ofNotes) address.textContent = quoted(server());
      if (link) link.href = `${server().replace(/api\.php$/, "index.php")}?title=Special:ApiSandbox#${encoded(pairs())}`;
      const isOdd = wiki && wiki.value.trim() && !endpoint(wiki.value.trim());
      const isOthers = linked && linked === endpoint(wiki.value.trim()) && linked !== recall("specloom.wiki");
      const said = [...(isOdd ? [NO_ADDRESS] : []), ...(isOthers ? [`The link to this page names the wiki ${new URL(linked).host}.`] : [])];
      status.textContent = [...said, ...made.remarks].join(" ");
      for (const node of all("[data-parameter]")) {
        const parameter = call.parameters.find((each) => label(each) === node.dataset.parameter && !each.shared);
        node.classList.toggle("sl-param--set", Boolean(parameter) && values[parameter.wire] !== undefined);
      }
    };
    const written = new Set(["wiki", "prop", "list", "meta", "generator", ...call.parameters.map(({ wire }) => wire)]);  // by this form, into the page's address
    const keep = () => {
      const kept = new URL(location.href);
      for (const name of written) kept.searchParams.delete(name);
      if (wiki && endpoint(wiki.value.trim())) kept.searchParams.set("wiki", endpoint(wiki.value.trim()));
      for (const [group, names] of joined.length ? modules() : []) kept.searchParams.set(group, names);
      const other = kept.searchParams.toString();
      const own = given(whole(), values).map((parameter) => [parameter.wire, text(parameter, values[parameter.wire])]);
      // A form without values is not the example: the first of its parameters says so.
      const emptied = own.length ? [] : Object.keys(call.example).slice(0, 1).map((name) => [name, ""]);
      kept.search = [other, encoded([...own, ...emptied])].filter(Boolean).join("&");
      try { history.replaceState(history.state, "", kept); } catch { /* a file, in some browsers */ }
    };
    const set = (wire, value) => {
      if (value === undefined || value === "" || value.length === 0) delete values[wire];
      else values[wire] = value;
      draw();
      keep();
    };

    const field = (wire) => form.elements.namedItem(`try-${wire}`);
    const show = (wire) => {
      const [input, value] = [field(wire), values[wire]];
      if (input.type === "checkbox") input.checked = value !== undefined;
      else if (document.activeElement !== input) input.value = value === undefined ? "" : text(known(wire), value);
      for (const chip of all("[data-value]", input.parentElement)) chip.setAttribute("aria-pressed", String(asked(call, value).includes(chip.dataset.value)));
    };
    /* A row of the form comes from the page, or is made like those. */
    const row = (wire) => {
      const parameter = known(wire);
      let input = field(wire);
      if (!input) {
        const line = make("div", { class: "sl-try__row" });
        const kind = parameter.kind === "flag" ? "checkbox" : "text";
        input = make("input", { id: `try-${wire}`, name: `try-${wire}`, type: kind, autocomplete: "off", spellcheck: "false" });
        line.append(make("label", { for: input.id }, label(parameter)), input);
        adding.parentElement.before(line);
      }
      if (input.dataset.ready) return input;
      input.dataset.ready = "1";
      if (parameter.kind === "integer" && !parameter.many) input.inputMode = "numeric";
      if (parameter.values && parameter.kind !== "flag") {
        const chips = make("div", { class: "sl-try__values", role: "group", "aria-label": `Values of ${label(parameter)}` });
        for (const value of parameter.values) {
          const chip = make("button", { type: "button", "data-value": value, "aria-pressed": "false" }, value || "(empty)");
          chip.addEventListener("mousedown", (event) => event.preventDefault());  // the field keeps the focus
          chip.addEventListener("click", () => {
            const now = asked(call, values[wire]);
            if (!parameter.many) set(wire, now.includes(value) ? undefined : value);
            else set(wire, now.includes(value) ? now.filter((each) => each !== value) : [...now, value]);
            input.value = values[wire] === undefined ? "" : text(parameter, values[wire]);
            show(wire);
          });
          chips.append(chip);
        }
        input.parentElement.append(chips);
      }
      input.addEventListener("input", () => {
        const entered = input.type === "checkbox" ? (input.checked ? "1" : "") : input.value;
        set(wire, entered === "" ? undefined : read(call, parameter, entered));
        show(wire);
      });
      return input;
    };
    const options = () => {
      const rest = whole().parameters.filter((parameter) => !parameter.secret && !field(parameter.wire));
      adding.replaceChildren(make("option", { value: "" }, "Add a parameter"), ...rest.map((parameter) => make("option", { value: parameter.wire }, label(parameter) + (parameter.deprecated ? " (deprecated)" : ""))));
      adding.parentElement.hidden = rest.length === 0;
    };
    const fill = (chosen) => {
      values = chosen;
      const { parameters } = whole();
      const shownBefore = parameters.filter((parameter) => field(parameter.wire));
      for (const parameter of [...shownBefore, ...given({ parameters }, values)]) row(parameter.wire);
      for (const parameter of parameters) if (field(parameter.wire)) show(parameter.wire);
      options();
    };

    /* Other modules beside the one of the page, as the request names them: `prop=info`, `generator=links`. */
    const join = (group, name) => {
      const module = data.modules.find(({ call: other }) => other.fixed.at(-1).join("=") === `${group}=${name}`
        || (group === "generator" && other.fixed.at(-1)[1] === name));
      if (!module || (group === "generator" && !module.generator)) return;
      const title = `${group}=${name}`;
      if (joined.some(({ pair }) => pair.join("=") === title || (group === "generator" && pair[0] === group))) return;  // in a link
      const prefix = group === "generator" ? module.generator : "";
      const own = module.call.parameters.filter(({ shared }) => !shared)
        .map((parameter) => ({ ...parameter, wire: prefix + parameter.wire, name: prefix + parameter.wire, required: undefined }));
      const line = make("div", { class: "sl-try__row sl-try__joined" });
      const button = make("button", { type: "button", "aria-label": `Remove ${title}` }, "Remove");
      line.append(make("strong", {}, title), button);
      joining.parentElement.before(line);
      const part = { pair: [group, name], parameters: own, ofPages: group === "generator" || TELLS_OF_PAGES.includes(module.call.gives), line };
      button.addEventListener("click", () => {
        leave([part]);
        draw();
        keep();
        joining.focus();
      });
      joined.push(part);
      for (const { wire } of whole().parameters) written.add(wire);
      const needed = (module.call.rules || []).filter(asksForTerms).map(({ terms }) => terms[0]);
      for (const parameter of module.call.parameters) {
        if (!parameter.shared && (parameter.required || needed.includes(label(parameter)))) row(prefix + parameter.wire);
      }
      offer();
    };
    const leave = (parts) => {
      joined = joined.filter((part) => !parts.includes(part));
      const { parameters } = whole();
      for (const wire of Object.keys(values)) if (!parameters.some((parameter) => parameter.wire === wire)) delete values[wire];
      for (const input of all("input[name^=try-]", form)) {
        if (!parameters.some(({ wire }) => `try-${wire}` === input.name)) input.parentElement.remove();
      }
      for (const { line } of parts) line.remove();
      offer();
    };
    /* Which modules can join: any but those that are there; one generator, for modules of pages. */
    const offer = () => {
      options();
      if (!joining) return;
      const have = [call.fixed.at(-1), ...joined.map(({ pair }) => pair)].map((pair) => pair.join("="));
      const ofPages = TELLS_OF_PAGES.includes(call.gives) || joined.some(({ pair }) => pair[0] === "prop");
      const isFed = joined.some(({ pair }) => pair[0] === "generator");
      const names = (data ? data.modules : []).map((module) => [module.call.fixed.at(-1), module.generator]);
      const others = names.map(([pair]) => pair.join("=")).filter((title) => !have.includes(title));
      const feeding = ofPages && !isFed ? names.filter(([, generator]) => generator).map(([pair]) => `generator=${pair[1]}`) : [];
      joining.replaceChildren(make("option", { value: "" }, "Add a module"), ...[...feeding, ...others].map((title) => make("option", { value: title }, title)));
    };

    adding.addEventListener("change", () => {
      if (!adding.value) return;
      const input = row(adding.value);
      options();
      input.focus();
    });
    if (joining) {
      const prepare = async () => {
        data ||= await loadRequests(facts);
        if (!data) status.textContent = NO_REQUESTS;
        else if (joining.options.length < 2) offer();
      };
      joining.addEventListener("focus", prepare);
      joining.addEventListener("pointerenter", prepare);
      joining.addEventListener("change", () => {
        if (!joining.value) return;
        join(...joining.value.split("="));
        draw();
        keep();
      });
    }
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      leave(joined);
      fill({ ...call.example });
      draw();
      keep();
    });
    const address = new URLSearchParams(location.search);
    const linked = wiki ? endpoint(address.get("wiki") || "") : "";
    if (wiki) {
      wiki.value = linked || recall("specloom.wiki");
      wiki.addEventListener("input", () => {
        remember("specloom.wiki", endpoint(wiki.value.trim()));
        draw();
        keep();
      });
      section.querySelector("[data-run]").addEventListener("click", async () => {
        const own = endpoint(wiki.value.trim());
        if (!wiki.value.trim() || !own) {  // what is no address sends nothing, and nowhere else
          status.textContent = wiki.value.trim() ? NO_ADDRESS : "Enter the address of your wiki first.";
          wiki.focus();
          return;
        }
        await run(reply, own, [...pairs(), ["origin", "*"]]);
      });
    }

    const begin = () => {
      const own = whole().parameters.filter((parameter) => address.has(parameter.wire) && !parameter.secret);
      const entered = own.filter((parameter) => address.get(parameter.wire) !== "");
      const stated = Object.fromEntries(entered.map((parameter) => [parameter.wire, read(call, parameter, address.get(parameter.wire))]));
      fill(own.length || joined.length ? stated : { ...call.example });
      if (own.length || joined.length || (wiki && wiki.value)) draw();
      else if (link) link.href = `${server().replace(/api\.php$/, "index.php")}?title=Special:ApiSandbox#${encoded(pairs())}`;
    };
    begin();
    const others = ["prop", "list", "meta", "generator"].flatMap((group) => (address.get(group) || "").split("|").filter(Boolean).map((name) => [group, name]));
    if (joining && others.length) {
      loadRequests(facts).then((found) => {
        data = found;
        if (!found) status.textContent = NO_REQUESTS;
        for (const pair of found ? others : []) if (pair.join("=") !== call.fixed.at(-1).join("=")) join(...pair);
        begin();
      });
    }
  }

  const MOST_READ = 1_000_000;  // bytes of a reply
  const MOST_SHOWN = 100_000;

  /* The text of a reply, up to a limit, and whether there was more. */
  async function received(response) {
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

  /* One request, without cookies, at the reader's click; the next one at another. */
  async function run(place, server, pairs, continued = []) {
    const [head, body, more] = [place.querySelector("figcaption > span"), place.querySelector("code"), place.querySelector("[data-continue]")];
    place.hidden = false;
    place.closest(".sl-call").classList.add("sl-call--ran");  // its reply takes the place of the recorded one
    more.hidden = true;
    head.textContent = "Waiting for the reply …";
    body.textContent = "";
    const { host } = new URL(server);
    try {
      const response = await fetch(`${server}?${encoded(continuedBy(pairs, continued))}`, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(20000) });
      const { text, isWhole } = await received(response);
      head.textContent = `Reply of ${host}, status ${response.status}`;
      let shown = text;
      let next = [];
      if (!isWhole) head.textContent += `, cut after ${MOST_READ / 1_000_000} MB`;
      else if (!text) head.textContent += ", empty";
      else {
        try {
          const reply = JSON.parse(text);
          shown = JSON.stringify(reply, null, 2);
          next = following(reply);
        } catch { head.textContent += ", no JSON: is this the address of api.php?"; }
      }
      const whole = `${shown.length.toLocaleString("en")}${isWhole ? "" : " or more"}`;
      const end = `\n… cut here, after ${MOST_SHOWN.toLocaleString("en")} of ${whole} characters`;
      paint(body, shown.length > MOST_SHOWN ? shown.slice(0, MOST_SHOWN) + end : shown, PAINT_JSON);
      body.parentElement.scrollTop = 0;
      more.hidden = !next.length;
      more.onclick = () => run(place, server, pairs, next);
    } catch (error) {
      const reason = error.name === "TimeoutError" ? "nothing came within 20 seconds" : "it cannot be reached, or lets no other site ask it";
      head.textContent = `No reply of ${host}: ${reason}.`;
    }
  }

  /* A box of the overview: the address of a request becomes the call of each module that it asks. */
  function paste(box) {
    const [field, found] = [box.querySelector("textarea"), box.querySelector("[data-found]")];
    field.addEventListener("input", async () => {
      const text = field.value.trim();
      if (!text) { found.replaceChildren(); return; }
      const modules = await loadRequests(box.dataset.requests);
      if (text !== field.value.trim()) return;
      if (!modules) {
        found.replaceChildren(make("p", { class: "sl-try__remark" }, NO_REQUESTS));
        return;
      }
      const server = /^https?:/.test(text) ? endpoint(text) : recall("specloom.wiki") || modules.modules[0].call.server;
      let result;
      try {
        result = explained(modules, text, server);
      } catch {
        found.replaceChildren(make("p", {}, NO_ADDRESS));
        return;
      }
      const said = (remark) => make("p", { class: "sl-try__remark" }, remark);
      const parts = result.modules.flatMap(({ page, title, own, values, remarks }) => {
        const sent = given(own, values).map((parameter) => [parameter.wire, query.wire(own, values[parameter.wire])]);
        const plain = (link) => link.pathname.replace(/(\/index)?\.html$|\/$/, "");
        const beside = all("article a[href]").find((link) => plain(link).endsWith(`/${page}`));
        const target = new URL(beside ? beside.href : "", location.href);
        target.search = encoded(sent);
        const head = make("h3");
        head.append(make("a", { href: target.href }, title));
        return [head, ...remarks.map(said)];
      });
      parts.push(...result.remarks.map(said));
      if (result.code) {
        const code = make("code");
        paint(code, result.code);
        const block = make("pre", { tabindex: "0", "aria-label": "The request in Python", role: "region" });
        block.append(code);
        const coloured = make("div", { class: "highlight" });
        coloured.append(block);
        parts.push(coloured);
      }
      found.replaceChildren(...parts);
    });
  }
})();
