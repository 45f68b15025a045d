// Prints the samples in all languages that the site's form makes of requests that come as JSON: the server, then names and values.
import { readFileSync } from "node:fs";

const [, , scripts, ...facts] = process.argv;
const { combined } = await import(`${scripts}/requests.mjs`);
for (const script of facts) await import(script);
const requests = JSON.parse(readFileSync(0, "utf8"));
const made = ([server, pairs]) => combined(globalThis.specloomRequests, globalThis.specloomSamples, pairs, server);
process.stdout.write(JSON.stringify(requests.map(made)));
