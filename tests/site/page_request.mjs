// Sends what a page sends for calls that come as JSON (facts, values, the address of an API, secrets by variable), and prints why it sends none.
import { readFileSync } from "node:fs";

const [, , scripts] = process.argv;
const [{ callOf }, { requestOf }] = await Promise.all(["calls", "rest_request"].map((name) => import(`${scripts}/${name}.mjs`)));
const faults = [];
for (const { facts, values, server, secrets } of JSON.parse(readFileSync(0, "utf8"))) {
  const { address, options, fault = "" } = requestOf(callOf(facts, new Map(Object.entries(values)), server), new Map(Object.entries(secrets)));
  if (!fault) await fetch(address, options);
  faults.push(fault);
}
process.stdout.write(JSON.stringify(faults));
