/* Requests of several modules: that of an address, and that of a form to which others have been added. */

import { WHOLE, argument, asked, isPerPage, moduleArguments, needsAccount, queryCall, read, sentQuery, shown } from "./calls.mjs";
import { encoded } from "./encoding.mjs";
import { PAGES, broken, oddValues } from "./faults.mjs";
import { samples } from "./templates.mjs";

/* What a request sends: that of an address, or of a form. */
const sentBy = (text) => new URL(/^[a-z]+=/.test(text) ? `?${text}` : text, "https://wiki.example.org").searchParams;
/* The values of a call in a request; the names of its parameters are taken then. */
const valuesIn = (sent, taken, call, prefix = "") => new Map(call.parameters.flatMap((parameter) => {
  const text = sent.get(prefix + parameter.wire);
  if (text === null) return [];
  taken.add(prefix + parameter.wire);
  if (parameter.secret || (text === "" && parameter.kind !== "flag")) return [];
  return [[parameter.wire, read(call, parameter, text || "1")]];
}));

/* Its address → the modules that it asks with their values, the generator, the pages, and what is unknown. */
const understood = ({ fixed, shared, modules }, address) => {
  const sent = sentBy(address);
  const taken = new Set(fixed);
  const unknown = [];
  const valuesOf = (call, prefix) => valuesIn(sent, taken, call, prefix);
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
    ? [`action=${sent.get("action")}: it is not described here.`] : [];
  return { asking, generator, pages, unknown: wrong.length ? [] : unknown, wrong, facts: modules[0].call, shared };
};

export const TELLS_OF_PAGES = ["pages", "page-items"];
/* What is wrong with it: of each module, and of the whole. `refused`: a wiki does not do it. */
const faults = (request) => {
  const { asking, generator, pages, shared, unknown, wrong } = request;
  const chosen = PAGES.filter((name) => pages.get(name) !== undefined);
  const of = (part, isGenerator) => {
    const call = { ...part.call, parameters: [...part.own.parameters, ...shared] };
    const rules = broken(call, new Map([...part.values, ...pages]), isGenerator);
    return [...oddValues(part.own, part.values), ...rules.map(({ rule, text }) => ({ text, refused: Boolean(rule.refused), insists: true }))];
  };
  const whole = wrong.map((text) => ({ text, refused: true }));
  if (unknown.some((name) => name.startsWith("generator="))) whole.push({ text: "The generator is unknown, or cannot be a generator.", refused: true });
  if (chosen.length > 1) whole.push({ text: `Only one of ${chosen.join(", ")}.`, refused: true });
  const needing = asking.find((part) => TELLS_OF_PAGES.includes(part.call.gives));
  if (needing && !generator && !chosen.length) whole.push({ text: `${needing.title} needs pages: titles, pageids, revids or a generator.`, refused: true });
  for (const name of chosen) {
    const count = asked(pages.get(name)).length;
    if (count > 50) whole.push({ text: `${name}: a request takes 50 values, or 500 with high limits; this request has ${count}. The program sends them in batches.` });
    if (count > 1 && generator && generator.call.fixed.at(-1)[0] === "list") whole.push({ text: `generator: it ignores ${name}.` });
  }
  for (const part of isOfOne(request) ? [] : asking.filter(({ call }) => call.gives === "page-items" && !isPerPage(call))) {
    const limit = part.own.parameters.find(({ counts }) => counts);
    const isOfSeveral = generator || chosen.some((name) => asked(pages.get(name)).length > 1);
    if (isOfSeveral && limit && part.values.has(limit.wire) && wantedOf(part) !== null) {
      whole.push({ text: `${limit.wire}: a reply has ${wantedOf(part)} for all pages together; the program returns as many for each page.` });
    }
  }
  if (!wrong.length && !asking.length && !generator && !chosen.length) whole.push({ text: "No known module in this request.", refused: true });
  return { parts: [...asking.map((part) => of(part, false)), ...(generator ? [of(generator, true)] : [])], whole };
};

/* How many items of a list, or pages of a generator, one such request brings; null: all that it may. */
const wantedOf = ({ own: call, values }) => {
  const limit = call.parameters.find((parameter) => parameter.counts);
  if (!limit) return null;
  const text = values.get(limit.wire) === undefined ? limit.default && limit.default[0] : values.get(limit.wire);
  return text !== undefined && WHOLE.test(text) ? within(limit, text) : null;
};
/* A limit as a wiki takes it: what is too high or too low, it corrects. */
const within = ({ min, max }, text) => BigInt(Math.min(Math.max(Number(text), min || 0), max || Infinity));
/* The values of a module, with its limit as a wiki takes it, or another that is sent instead. */
const corrected = (part, sent = wantedOf(part)) => {
  const limit = part.own.parameters.find(({ counts }) => counts);
  const isCorrected = limit && part.values.has(limit.wire) && wantedOf(part) !== null;
  return isCorrected ? new Map(part.values).set(limit.wire, String(sent)) : part.values;
};
const FORCE = { name: "force", value: true };

/* The request as one call of the client, for the templates of samples. */
const callOfRequest = (asking, pairs, server, insists) => (isOfOne(asking) ? callOfOne : callOfSeveral)(asking, pairs, server, insists ? [FORCE] : []);
const selectedOf = ({ pages, shared }) => shared.filter((parameter) => pages.get(parameter.wire) !== undefined);
const isOfOne = (request) => request.asking.length === 1 && !request.generator
  && (!selectedOf(request).length || TELLS_OF_PAGES.includes(request.asking[0].call.gives));
const callOfOne = ({ asking: [part], pages }, pairs, server, more) => {
  const { call } = part;
  const most = wantedOf(part);
  const made = queryCall(call, new Map([...corrected(part), ...pages]), server);
  const bound = isPerPage(call) ? { max_per_page: most } : { max_items: most };
  return { ...made, ...bound, selection: [...made.selection, ...more] };
};
const callOfSeveral = (request, pairs, server, more) => {
  const { asking, generator, pages, facts } = request;
  const generators = generator ? [generator] : [];
  const everyone = [...asking, ...generators];
  const selected = selectedOf(request);
  const lists = asking.filter((part) => part.call.gives === "items");
  const bounds = [...lists, ...generators].map(wantedOf);
  // The client has one bound for all lists and the generator. Of a list, more can be cut off; others are calls of their own.
  const areApart = lists.length > 0 && bounds.some((bound) => bound !== bounds.at(-1)) && (generator || bounds.includes(null));
  const together = areApart ? asking.filter((part) => !lists.includes(part)) : asking;
  const common = areApart ? generators.map(wantedOf) : bounds;
  const most = common.length && !common.includes(null) ? common.reduce((one, other) => (one > other ? one : other)) : null;
  const isOfPages = together.every((part) => TELLS_OF_PAGES.includes(part.call.gives));
  const part = (each) => {
    const isList = lists.includes(each);
    const wanted = isList ? wantedOf(each) : null;
    return {
      class_name: each.call.class,
      // As many at a time as the client asks for, or it would ask again.
      arguments: moduleArguments(each.own, isList && !areApart ? corrected(each, most) : corrected(each)),
      gives: each.call.gives,
      shown: shown(each.call, each.values),
      max_items: !areApart && wanted === most ? null : wanted,
    };
  };
  return {
    ...sentQuery(facts, pairs, server, everyone.some((each) => needsAccount(each.call, each.values))),
    classes: [...new Set(everyone.map((each) => each.call.class))],
    gives: "several",
    arguments: [],
    parts: together.map(part),
    lists: areApart ? lists.map(part) : [],
    options: more,
    is_together: together.length > 0 || generators.length > 0 || selected.length > 0,
    generators: generators.map(part),
    selection: [
      ...selected.filter((parameter) => isOfPages || parameter.wire !== "converttitles").map((parameter) => argument(parameter, pages.get(parameter.wire))),
      ...more,
    ],
    max_items: most,
    max_per_page: together.filter((each) => each.call.gives === "page-items" && wantedOf(each) !== null).map((each) => [each.call.class, wantedOf(each)]),
    of_pages: isOfPages,
    tells_of_pages: isOfPages || together.some((each) => TELLS_OF_PAGES.includes(each.call.gives)) || generators.length > 0 || selected.length > 0,
  };
};

/* The pairs of an address as they are sent again: in the form that samples read, and without what is secret. */
const pairsOf = (sent, { modules, shared }) => {
  const form = modules[0].call.fixed.slice(0, -1);
  const secret = [...shared, ...modules.flatMap(({ call }) => call.parameters)].filter((parameter) => parameter.secret);
  const left = new Set([...form, ...secret.map(({ wire }) => [wire])].map(([name]) => name));
  return [...form, ...[...sent].filter(([name]) => !left.has(name))];
};

/* The same of an action. */
const explainedAction = ({ page, call }, { fixed }, templates, sent, server) => {
  const taken = new Set([...fixed, call.token, "generator"]);
  const values = valuesIn(sent, taken, call);
  const rules = broken(call, values, false);
  const unknown = call.dynamic ? [] : [...new Set(sent.keys())].filter((name) => !taken.has(name));
  const remarks = [...oddValues(call, values), ...rules.map(({ text }) => text)];
  const isRefused = rules.some(({ rule }) => rule.refused);
  return {
    modules: [{ page, title: call.fixed.at(-1).join("="), own: call, values, remarks }],
    remarks: unknown.length ? [`Unknown: ${unknown.join(", ")}.`] : [],
    samples: isRefused ? [] : samples(templates, queryCall(call, values, server)),
  };
};

/* The address of a request → its modules with remarks, remarks on the whole, and its samples; none where a wiki refuses it. */
export const explained = (data, templates, address, server) => {
  const sent = sentBy(address);
  const action = data.actions.find(({ call }) => call.fixed.at(-1)[1] === sent.get("action"));
  if (action) return explainedAction(action, data, templates, sent, server);
  const request = understood(data, address);
  const { parts, whole: general } = faults(request);
  const every = [...general, ...parts.flat()];
  const known = request.wrong.length ? [] : [...request.asking, ...(request.generator ? [request.generator] : [])];
  const isRefused = every.some((fault) => fault.refused);
  const call = isRefused ? null : callOfRequest(request, pairsOf(sent, data), server, every.some((fault) => fault.insists));
  return {
    modules: known.map(({ page, title, own, values }, place) => ({ page, title, own, values, remarks: parts[place].map(({ text }) => text) })),
    remarks: [...general.map(({ text }) => text), ...(request.unknown.length ? [`Unknown: ${request.unknown.join(", ")}.`] : [])],
    samples: call ? samples(templates, call) : [],
  };
};

/* A request of several modules: what is odd about it, and its samples. */
export const combined = (data, templates, pairs, server) => {
  const request = understood(data, `?${encoded(pairs)}`);
  const { parts, whole: general } = faults(request);
  const found = [...general, ...parts.flat()];
  return {
    remarks: found.map(({ text }) => text),
    samples: samples(templates, callOfRequest(request, pairs, server, found.some((fault) => fault.insists))),
  };
};
