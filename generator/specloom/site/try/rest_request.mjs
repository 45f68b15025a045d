/* The request of a REST call for `fetch`, with what is secret in its places. */

import { encoded } from "./encoding.mjs";

const inBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const inJson = (text) => JSON.stringify(text).slice(1, -1);

/* A form in parts. */
const inParts = ({ texts, documents, files }, secret, fileOf) => {
  const form = new FormData();
  for (const { name, value, variable } of texts) form.append(name, value + secret(variable));
  for (const { name, value, media } of documents) form.append(name, new Blob([value], { type: media }));
  for (const { name, value } of files) form.append(name, fileOf(name, value));
  return form;
};

/* Secrets are a `Map` by the variables that programs read them from, files those that the reader chose, each after
   the name of its part. `fault`: why a page cannot send it. */
export const requestOf = (call, secrets, chosen = []) => {
  const { method, url, query, headers, form, body } = call.sent;
  const secret = (variable) => (variable && secrets.get(variable)) || "";
  const pairs = (list) => encoded(list.map(({ name, value, variable }) => [name, value + secret(variable)]));
  const sent = headers.map(({ name, value, variable }) => [name, value + secret(variable)]);
  if (call.user_variable) sent.push(["Authorization", `Basic ${inBase64(`${secret(call.user_variable)}:${secret(call.password_variable)}`)}`]);
  if (sent.some(([name]) => name.toLowerCase() === "cookie")) return { fault: "A page cannot send cookies to another address: use one of the programs." };
  const fileOf = (part, name) => chosen.find(([of, file]) => of === part && file.name === name)?.[1];
  const lacking = call.sent.files.find(({ name, value }) => !fileOf(name, value));
  if (lacking) return { fault: `Choose a file for ${lacking.name} first.` };
  const content = call.is_multipart ? inParts(call.sent, secret, fileOf) : form.length ? pairs(form) : body ? body.value + inJson(secret(body.variable)) + body.name : undefined;
  if (content !== undefined && method === "GET") return { fault: "A page cannot send a body with GET: use one of the programs." };
  try {
    const options = { method, headers: new Headers(sent), ...(content === undefined ? {} : { body: content }) };
    return { address: url + (query.length ? `?${pairs(query)}` : ""), options };
  } catch {
    return { fault: "A header has a character that cannot be sent." };
  }
};
