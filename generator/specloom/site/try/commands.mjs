/* Requests in commands, programs, lines of logs and raw HTTP, as the address that sends the same. */

/* Options of curl and wget before a value that is not an address. */
const SHORT = "AbcCDeEhHKmoPQrtTuUwxXyYz";
const LONG = /^--(cacert|cert|config|connect-timeout|cookie|cookie-jar|dump-header|header|key|load-cookies|max-time|oauth2-bearer|output|output-document|proxy|referer|request|resolve|retry|save-cookies|user|user-agent|write-out)$/;
const DATA = /^--(data|data-ascii|data-binary|data-raw|post-data|body-data)$/;
const COMMAND = /(?:^|[\n;|(]|\$ )[ \t]*(curl|wget|https?|xh|ask)(?:\.exe)?(?=\s)/g;
const PIECE = /\$'((?:\\[^]|[^'\\])*)'|'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\(\r?\n|[^])|(\s+)|([^\s'"\\$]+|\$)/g;
const ENTRY = /(["']?)([A-Za-z_][\w-]*)\1\s*(?::|=>)\s*("(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|-?\d[\d.]*|true|false|[[(][^\])]*[\])])/gi;
const TEXT = /"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|-?\d[\d.]*/g;
const PART = /name="([^"]*)"(?:; *filename="([^"]*)")?[^]*?\r?\n\r?\n([^]*?)\r?\n--/g;
const NO_JSON = "A wiki reads no JSON: send the parameters as a form.";

const ESCAPED = { n: "\n", r: "\r", t: "\t" };
const unescaped = (text) => text.replace(/\\(?:x([\da-f]{2})|u([\da-f]{4})|([^]))/gi, (_, byte, unit, other) =>
  (other === undefined ? String.fromCharCode(parseInt(byte || unit, 16)) : ESCAPED[other] ?? other));
const contentOf = (file) => `(the content of ${file})`;
const formPairs = (form) => [...new URLSearchParams(form)];

/* The words of the first command of a text, as a shell reads them. */
const shellWords = (text) => {
  const found = [];
  let word = null;
  for (const [piece, ansi, single, double, escaped, space] of text.matchAll(PIECE)) {
    if (space !== undefined || /^\r?\n$/.test(escaped || "")) {
      if (word !== null) found.push(word);
      word = null;
      if (space !== undefined && space.includes("\n")) return found;
    } else if (word === null && /^([|;&)]+|\d?>.*)$/.test(piece)) return found;
    else word = (word || "") + (ansi !== undefined ? unescaped(ansi) : single ?? (double !== undefined ? double.replace(/\\\r?\n/g, "").replace(/\\(["\\$`])/g, "$1") : escaped ?? piece));
  }
  return word === null ? found : [...found, word];
};

/* `name=value` or `name@file` of an option that encodes. */
const encodedPair = (text) => {
  const [, name, mark, rest] = text.match(/^([^=@]*)([=@])([^]*)$/) || [];
  if (!name) return formPairs(mark ? rest : text);
  return [[name, mark === "@" ? contentOf(rest) : rest]];
};
/* A part of a form of parts: `name=value;type=…`, `name=@file`, `name=<file`. */
const formPart = (text, isPlain) => {
  const [, name, value] = text.match(/^([^=]*)=([^]*)$/) || [null, text, ""];
  const plain = isPlain ? value : value.replace(/;(type|filename|headers)=[^]*$/, "");
  const [, mark, file] = (!isPlain && plain.match(/^([@<])([^]*)$/)) || [];
  return [name, mark === "<" ? contentOf(file) : file ?? plain];
};
const ofJson = (text) => [...text.matchAll(ENTRY)].flatMap(([, , name, value]) => {
  if (/^false$/i.test(value)) return [];
  if (/^true$/i.test(value)) return [[name, "1"]];
  const read = (part) => (/^["']/.test(part) ? unescaped(part.slice(1, -1)) : part);
  return [[name, /^[[(]/.test(value) ? (value.match(TEXT) || []).map(read).join("|") : read(value)]];
});
const isJson = (text) => /^\s*\{/.test(text);

/* What a command sends: its address, its pairs, and whether these are JSON. */
const sentByCommand = ([name, ...rest]) => {
  const sent = { address: "", pairs: [], json: false };
  const isOfPairs = /^(https?|xh)$/.test(name);
  const add = (body) => {
    sent.json ||= isJson(body);
    sent.pairs.push(...(isJson(body) ? ofJson(body) : formPairs(body.startsWith("@") ? "" : body)));
  };
  for (let place = 0; place < rest.length; place += 1) {
    let [option, value] = [rest[place], undefined];
    const [, long, after] = option.match(/^(--[a-z0-9-]+)=([^]*)$/) || [];
    const [, letters, data, joined] = option.match(/^-([a-zA-Z#]*?)([dF]|[AbcCDeEhHKmoPQrtTuUwxXyYz])([^]*)$/) || [];
    if (long) [option, value] = [long, after];
    else if (!option.startsWith("--") && data && !/[^fgGiIkLlnNOqsSvV0#]/.test(letters)) [option, value] = [`-${data}`, joined || undefined];
    const next = () => value ?? rest[place += 1] ?? "";
    if (DATA.test(option) || option === "-d") add(next());
    else if (option === "--json") { add(next()); sent.json = true; }
    else if (option === "--data-urlencode" || option === "--url-query") sent.pairs.push(...encodedPair(next()));
    else if (!isOfPairs && (option === "-F" || option === "--form")) sent.pairs.push(formPart(next(), false));
    else if (option === "--form-string") sent.pairs.push(formPart(next(), true));
    else if (option === "--url") sent.address = next();
    else if (LONG.test(option) || (/^-[a-zA-Z]$/.test(option) && SHORT.includes(option[1]))) next();
    else if (!option.startsWith("-")) {
      const [, key, text] = (isOfPairs && option.match(/^(\w[\w-]*)={1,2}([^]*)$/)) || [];
      if (key) sent.pairs.push([key, text]);
      else if (/[/?]|api\.php/.test(option)) sent.address ||= option;
    }
  }
  return sent;
};

const ofCommands = (text) => {
  const shell = text.includes('^"') ? text.replace(/\^(\r?\n|.)/g, (_, after) => (/\n/.test(after) ? " " : after)) : text.replace(/`\r?\n/g, " ");
  const commands = [...shell.matchAll(COMMAND)].map((match) => sentByCommand(shellWords(shell.slice(match.index + match[0].length - match[1].length))));
  const named = commands.filter(({ address, pairs }) => /[?&]action=/.test(address) || pairs.some(([name]) => name === "action"));
  const base = commands.find(({ address }) => address);
  const last = named.at(-1);
  return last && { ...last, address: last.address || (base ? base.address.split("?")[0] : "") };
};
/* A request as it travels: a line with the method, headers, an empty line, the body. */
const ofHttp = (text) => {
  const [, path, rest] = text.match(/^(?:GET|POST)\s+(\S+)(?:\s+HTTP\/[\d.]+)?[ \t]*\r?\n([^]*)$/) || [];
  if (!path) return null;
  const [, head, body] = rest.match(/^([^]*?)(?:\r?\n\r?\n|$)([^]*)$/);
  const [, host] = head.match(/^host:\s*(\S+)/im) || [];
  const parts = [...`${body}\n--`.matchAll(PART)].map(([, name, file, value]) => [name, file ?? value]);
  const json = isJson(body);
  const pairs = parts.length ? parts : json ? ofJson(body) : formPairs(body.trim());
  return { address: host && path.startsWith("/") ? `https://${host}${path}` : path, pairs, json };
};
/* The parameters in a program: an object, a dictionary or an array, or the body of a `fetch`. */
const ofProgram = (text) => {
  const [address = ""] = text.match(/https?:\/\/[^\s"'`<>]*api\.php[^\s"'`<>]*/) || [];
  const [, body] = text.match(/["']?body["']?\s*:\s*("(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*')/) || [];
  if (body && body.includes("=")) return { address, pairs: formPairs(unescaped(body.slice(1, -1))), json: false };
  return /["']?action["']?\s*(:|=>)\s*["']/.test(text) ? { address, pairs: ofJson(text), json: false } : null;
};
/* The address in a line of a log; any other text as it is. */
const inLine = (text) => {
  const [, , quoted, bare] = text.match(/(["'])([^"'\s=?]*\?.*?)\1|([^"'\s=?]*\?[^"'\s]+)/) || [];
  return quoted || bare || text;
};

/* The request in a text: its address, with all that it sends, and remarks on its form. */
export const requestIn = (text) => {
  if (!isJson(text) && (!/\s/.test(text) || /^((https?:|[/?])|[a-z]+=[^\n]*(\n&[^\n]*)*$)/.test(text))) return { address: text, remarks: [] };
  const sent = ofCommands(text) || ofHttp(text) || ofProgram(text);
  if (!sent) return { address: inLine(text), remarks: [] };
  const [address, query = ""] = sent.address.split("#")[0].split("?");
  const all = new URLSearchParams([...new URLSearchParams(query), ...sent.pairs]);
  return { address: `${address}?${all}`, remarks: sent.json ? [NO_JSON] : [] };
};
