// Runs a Postman collection with Newman, each request filled in as a user would. Arguments: the collection, the file with the calls.
const { readFileSync } = require("node:fs");
const newman = require("newman");

const [collection, file] = process.argv.slice(2);
const whole = JSON.parse(readFileSync(collection, "utf8"));
const asked = JSON.parse(readFileSync(file, "utf8"));

const requests = (item) => (item.item ? item.item.flatMap(requests) : [item]);
const known = new Map(requests(whole).map((item) => [`${item.request.method} /${item.request.url.path.join("/")}`, item]));

function filledIn(call) {
  const item = known.get(`${call.method.toUpperCase()} ${call.path}`);
  const { request } = item;
  const given = { ...call.query, ...call.arguments };
  const fields = [...request.url.query, ...(call.method === "post" ? request.body.urlencoded : [])];
  for (const field of fields) {
    field.disabled = !(field.key in given);
    const value = given[field.key];
    if (!field.disabled) field.value = Array.isArray(value) ? value.join("|") : String(value); // as the collection shows it
  }
  const missing = Object.keys(given).filter((name) => !fields.some((field) => field.key === name));
  if (missing.length) throw new Error(`${call.operation} has no ${missing}`);
  request.header.push(...Object.entries(asked.headers).map(([key, value]) => ({ key, value })));
  return { ...item, name: call.operation, response: [] };
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const replies = new Map();
const run = { ...whole, item: asked.calls.map(filledIn) };
newman
  .run({ collection: run, envVar: [{ key: "base_url", value: asked.base }] })
  .on("request", (error, { item, response }) => {
    replies.set(item.name, error ? { error: String(error) } : { status: response.code, body: read(response.text()) });
  })
  .on("done", (error) => {
    if (error) throw error;
    console.log(JSON.stringify(asked.calls.map((call) => replies.get(call.operation))));
  });
