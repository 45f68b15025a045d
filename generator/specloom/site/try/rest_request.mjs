/* The request of a REST call for `fetch`, with what is secret in its places. */

import { encoded } from "./calls.mjs";

const inBase64 = (text) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const inJson = (text) => JSON.stringify(text).slice(1, -1);

/* Secrets are a `Map` by the variables that programs read them from. `fault`: why a page cannot send it. */
export const requestOf = (call, secrets) => {
  const { method, url, query, headers, form, body } = call.sent;
  const secret = (variable) => (variable && secrets.get(variable)) || "";
  const pairs = (list) => encoded(list.map(({ name, value, variable }) => [name, value + secret(variable)]));
  const sent = headers.map(({ name, value, variable }) => [name, value + secret(variable)]);
  if (call.user_variable) sent.push(["Authorization", `Basic ${inBase64(`${secret(call.user_variable)}:${secret(call.password_variable)}`)}`]);
  if (sent.some(([name]) => name.toLowerCase() === "cookie")) return { fault: "A page cannot send cookies to another address: use one of the programs." };
  const content = form.length ? pairs(form) : body ? body.value + inJson(secret(body.variable)) + body.name : undefined;
  if (content !== undefined && method === "GET") return { fault: "A page cannot send a body with GET: use one of the programs." };
  try {
    const options = { method, headers: new Headers(sent), ...(content === undefined ? {} : { body: content }) };
    return { address: url + (query.length ? `?${pairs(query)}` : ""), options };
  } catch {
    return { fault: "A header has a character that cannot be sent." };
  }
};
