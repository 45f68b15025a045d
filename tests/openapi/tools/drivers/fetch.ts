// Calls a client in TypeScript. Arguments: which one it is, the file with the calls.
import { readFileSync } from "node:fs";

type Call = { operation: string; path: string; method: string; query: Record<string, unknown>; arguments: Record<string, unknown> };
type Asked = { base: string; headers: Record<string, string>; calls: Call[] };
type Reply = { status: number; body: unknown } | { error: string };
type Function_ = (...given: unknown[]) => Promise<unknown>;

const [kind, file] = process.argv.slice(2) as [string, string];
const asked = JSON.parse(readFileSync(file, "utf8")) as Asked;
const real = globalThis.fetch;
let last: Response | undefined;

// What orval makes knows no server, and none is asked for headers in the same way.
globalThis.fetch = async (input, init) => {
  const address = typeof input === "string" && input.startsWith("/") ? asked.base + input : input;
  const request = new Request(address, init);
  for (const [name, value] of Object.entries(asked.headers)) request.headers.set(name, value);
  last = await real(request);
  return last.clone();
};

const camel = (name: string): string => name.replace(/[_-]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

async function openapiFetch(call: Call, joined = true): Promise<void> {
  const { default: createClient } = await import("openapi-fetch");
  const querySerializer = { array: { style: "pipeDelimited", explode: false } } as const;
  const options = { baseUrl: asked.base, ...(joined ? { querySerializer } : {}) };
  const client = createClient(options) as unknown as Record<string, Function_>;
  const form = { params: { query: call.query }, body: call.arguments, headers: { "Content-Type": "application/x-www-form-urlencoded" } };
  const given = call.method === "post" ? form : { params: { query: call.arguments } };
  await client[call.method.toUpperCase()]!(call.path, given);
}

const openapiFetchPlain = (call: Call): Promise<void> => openapiFetch(call, false);

async function heyApi(call: Call): Promise<void> {
  const { client } = (await import("./hey/client.gen.js" as string)) as { client: { setConfig(given: object): void } };
  const operations = (await import("./hey/sdk.gen.js" as string)) as Record<string, Function_>;
  client.setConfig({ baseUrl: asked.base });
  await operations[call.operation]!(call.method === "post" ? { query: call.query, body: call.arguments } : { query: call.arguments });
}

async function oazapfts(call: Call): Promise<void> {
  const client = (await import("./oazapfts.js" as string)) as Record<string, Function_> & { defaults: { baseUrl: string } };
  client.defaults.baseUrl = asked.base;
  const inAddress = call.method === "post" ? call.query : call.arguments;
  const given = Object.fromEntries(Object.entries(inAddress).map(([name, value]) => [camel(name), value]));
  await client[call.operation]!(call.method === "post" ? { ...given, body: call.arguments } : given);
}

async function orval(call: Call): Promise<void> {
  const client = (await import("./orval.js" as string)) as Record<string, Function_>;
  await client[call.operation]!(call.arguments, ...(Object.keys(call.query).length ? [call.query] : []));
}

async function openapiGenerator(call: Call): Promise<void> {
  const client = (await import("./fetch/index.js" as string)) as Record<string, new (...given: unknown[]) => Record<string, Function_>>;
  const configuration = new client["Configuration"]!({ basePath: asked.base });
  const given = Object.fromEntries(Object.entries({ ...call.query, ...call.arguments }).map(([name, value]) => [camel(name), value]));
  for (const [name, Api] of Object.entries(client)) {
    if (name.endsWith("Api") && call.operation in Api.prototype) {
      await new Api(configuration)[call.operation]!(given);
      return;
    }
  }
  throw new Error(`no method ${call.operation}`);
}

const kinds: Record<string, (call: Call) => Promise<void>> = { openapiFetch, openapiFetchPlain, heyApi, oazapfts, orval, openapiGenerator };
const replies: Reply[] = [];
for (const call of asked.calls) {
  try {
    last = undefined;
    await kinds[kind]!(call);
    replies.push({ status: last!.status, body: await last!.json() });
  } catch (error) {
    replies.push({ error: String(error) });
  }
}
console.log(JSON.stringify(replies));
