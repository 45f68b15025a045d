// Prints what the site's script makes of the addresses of requests that come as JSON: remarks, samples, and the program in Python or null.
import { readFileSync } from "node:fs";

const [, , scripts, ...facts] = process.argv;
const { requestIn } = await import(`${scripts}/commands.mjs`);
const { explained } = await import(`${scripts}/requests.mjs`);
for (const script of facts) await import(script);
const addresses = JSON.parse(readFileSync(0, "utf8"));
const made = (text) => {
  const { address, remarks } = requestIn(text);
  const explanation = explained(globalThis.specloomRequests, globalThis.specloomSamples, address, address.split("?")[0]);
  return { ...explanation, remarks: [...remarks, ...explanation.remarks], code: explanation.samples[0] ?? null };
};
process.stdout.write(JSON.stringify(addresses.map(made)));
