// Prints what the site's script makes of calls that come as JSON (facts, values, the address of a server) with the templates of samples, and which rules it finds broken. Without an address, only the rules.
import { readFileSync } from "node:fs";

const [, , scripts] = process.argv;
const [{ callOf }, { broken }, { samples }] = await Promise.all(["calls", "faults", "templates"].map((name) => import(`${scripts}/${name}.mjs`)));
const { templates, calls } = JSON.parse(readFileSync(0, "utf8"));
const made = ({ facts, values: entered, server, generator }) => {
  const values = new Map(Object.entries(entered));
  const call = server ? callOf(facts, values, server) : null;
  return { call, samples: call && templates ? samples(templates, call) : [], broken: broken(facts, values, generator) };
};
const plain = (_, value) => (typeof value === "bigint" ? Number(value) : value);
process.stdout.write(JSON.stringify(calls.map(made), plain));
