/* The form of an operation. What a reader fills in becomes code, a command and an address, as the generator prints them;
   the state is in the page's address. */

import { asked, callOf, given, otherMembers, queryPairs, read, wireValue } from "./calls.mjs";
import { NO_ADDRESS, NO_REQUESTS, PAINT_JSON, all, baseAddress, endpoint, loadRequests, make, modulesAddress, paint, realAddress, recall, remember, templates } from "./dom.mjs";
import { encoded } from "./encoding.mjs";
import { asksForTerms, label, remarks } from "./faults.mjs";
import { parsed } from "./json.mjs";
import { pythonText } from "./languages.mjs";
import { laidOutText } from "./layout.mjs";
import { valuesOfWiki } from "./own_values.mjs";
import { run, send, wait } from "./reply.mjs";
import { TELLS_OF_PAGES, combined } from "./requests.mjs";
import { requestOf } from "./rest_request.mjs";
import { samples } from "./templates.mjs";

const NO_LOGIN = "Only logged-in users may read this wiki, and this page sends no login. Copy the program, and log in with wiki.login in it.";
const isRefused = (reply) => ((reply && reply.errors) || []).some(({ code }) => code === "readapidenied");

export function start(panel, call) {
  const form = panel.querySelector("form");
  const section = panel.parentElement;
  const codes = all(".tabbed-block pre > code", section);
  const status = section.querySelector("p[role=status]");
  const wiki = panel.querySelector("[name=wiki]");
  const place = panel.querySelector("[data-address]");  // of a REST API
  const secrets = all("[data-secret]", panel);
  const adding = panel.querySelector("[name=add]");
  const link = section.querySelector("[data-sandbox]");
  const reply = section.querySelector("[data-reply]");
  const body = section.querySelector("[data-body] + .highlight code");
  const joining = panel.querySelector("[name=combine]");
  const ofNotes = all(".sl-main pre > code span").filter((node) => call.server && node.textContent === pythonText(call.server));
  let values = new Map();
  const example = () => new Map(Object.entries(call.example));
  const entered = new Set();  // parameters that the reader has filled in
  let saidOfWiki = [];  // what became of the example's values on the reader's wiki
  let joined = [];  // other modules of the same request, and the data of all
  let data = null;

  const whole = () => {
    const own = joined.flatMap(({ parameters }) => parameters);
    const pages = joined.some(({ ofPages }) => ofPages) ? data.shared.filter(({ wire }) => !call.parameters.some((each) => each.wire === wire)) : [];
    return { ...call, parameters: [...pages, ...call.parameters, ...own] };
  };
  const files = new Map();  // of parameters of a REST API, by name; no address can keep them
  const isChosen = ({ kind, place: part }) => kind === "file" && Boolean(part);
  const known = (wire) => whole().parameters.find((parameter) => parameter.wire === wire);
  /* The parts of the request that say which modules it asks. */
  const modules = () => ["prop", "list", "meta", "generator"].flatMap((group) => {
    const names = [call.fixed.at(-1), ...joined.map(({ pair }) => pair)].filter(([of]) => of === group).map(([, name]) => name);
    return names.length ? [[group, names.join("|")]] : [];
  });
  const pairs = () => {
    if (!joined.length) return queryPairs(call, values);
    const own = given(whole(), values).map((parameter) => [parameter.wire, wireValue(values.get(parameter.wire), call.separators)]);
    return [...call.fixed.slice(0, -1), ...modules(), ...own];
  };
  const beyondPython = () => {
    const others = otherMembers(call, values);
    return others.length ? [`The samples in Python leave out what its classes lack: ${others.join(", ")}.`] : [];
  };
  const printed = () => (joined.length
    ? combined(data, templates, pairs(), server())
    : { remarks: [...remarks(call, values), ...beyondPython()], samples: samples(templates, callOf(call, values, server())) });

  const server = () => (wiki && endpoint(wiki.value.trim())) || (place && baseAddress(place.value.trim())) || call.server;
  const text = (parameter, value) => wireValue(value, call.separators || [",", "\x1f"]);

  const print = (samples) => samples.forEach((sample, number) => {
    if (!codes[number]) return;
    paint(codes[number], `${sample}\n`);
    const firstLine = `${sample}\n`.indexOf("\n");
    codes[number].classList.toggle("sl-long-start", firstLine > 32);  // `site/reachable_code.py`
    codes[number].classList.toggle("sl-longer-start", firstLine > 44);
  });
  const unread = () => given(call, values).some(({ kind, wire }) => kind === "json" && parsed(values.get(wire)) === undefined);
  const draw = () => {
    const made = unread() ? { remarks: remarks(call, values) } : printed();  // the samples stay as they were
    if (made.samples) print(made.samples);
    if (made.samples && body) paint(body, `${laidOutText(callOf(call, values, server()).sent_body)}\n`, PAINT_JSON);
    for (const address of ofNotes) address.textContent = pythonText(server());
    if (link) link.href = `${server().replace(/api\.php$/, "index.php")}?title=Special:ApiSandbox#${encoded(pairs())}`;
    const isOdd = (wiki && wiki.value.trim() && !endpoint(wiki.value.trim())) || (place && place.value.trim() && !baseAddress(place.value.trim()));
    const isOthers = linked && linked === endpoint(wiki.value.trim()) && linked !== recall("specloom.wiki");
    const said = [...(isOdd ? [NO_ADDRESS] : []), ...(isOthers ? [`The link to this page names the wiki ${new URL(linked).host}.`] : [])];
    status.textContent = [...said, ...saidOfWiki, ...made.remarks].join(" ");
    for (const node of all("[data-parameter]")) {
      const parameter = call.parameters.find((each) => label(each) === node.dataset.parameter && !each.shared);
      node.classList.toggle("sl-param--set", Boolean(parameter) && values.get(parameter.wire) !== undefined);
    }
  };
  const written = new Set(["wiki", "prop", "list", "meta", "generator", ...call.parameters.map(({ wire }) => wire)]);  // by this form, into the page's address
  const keep = () => {
    const kept = new URL(location.href);
    for (const name of written) kept.searchParams.delete(name);
    if (wiki && endpoint(wiki.value.trim())) kept.searchParams.set("wiki", endpoint(wiki.value.trim()));
    for (const [group, names] of joined.length ? modules() : []) kept.searchParams.set(group, names);
    const other = kept.searchParams.toString();
    const own = given(whole(), values).filter((parameter) => !isChosen(parameter)).map((parameter) => [parameter.wire, text(parameter, values.get(parameter.wire))]);
    // A form without values is not the example: the first of its parameters says so.
    const emptied = own.length ? [] : Object.keys(call.example).slice(0, 1).map((name) => [name, ""]);
    kept.search = [other, encoded([...own, ...emptied])].filter(Boolean).join("&");
    try { history.replaceState(history.state, "", kept); } catch { /* a file, in some browsers */ }
  };
  const set = (wire, value) => {
    if (value === undefined || value === "" || value.length === 0) values.delete(wire);
    else values.set(wire, value);
    draw();
    keep();
  };

  const field = (wire) => form.elements.namedItem(`try-${wire}`);
  const show = (wire) => {
    const [input, value] = [field(wire), values.get(wire)];
    if (input.type === "checkbox") input.checked = value !== undefined;
    else if (input.type === "file") { if (!files.has(wire)) input.value = ""; }
    else if (known(wire).kind === "json" && document.activeElement !== input) input.value = value === undefined ? "" : laidOutText(value);
    else if (document.activeElement !== input) input.value = value === undefined ? "" : text(known(wire), value);
    for (const chip of all("[data-value]", input.parentElement)) chip.setAttribute("aria-pressed", String(asked(value).includes(chip.dataset.value)));
  };
  /* A row of the form comes from the page, or is made like those. */
  const row = (wire) => {
    const parameter = known(wire);
    let input = field(wire);
    if (!input) {
      const line = make("div", { class: "sl-try__row" });
      const common = { id: `try-${wire}`, name: `try-${wire}`, autocomplete: "off", spellcheck: "false" };
      const kind = parameter.kind === "flag" ? "checkbox" : isChosen(parameter) ? "file" : "text";
      const isLong = ["json", "text", "bytes"].includes(parameter.kind);
      input = isLong ? make("textarea", { ...common, rows: "4" }) : make("input", { ...common, type: kind, ...(kind === "file" && parameter.many ? { multiple: "" } : {}) });
      line.append(make("label", { for: input.id }, label(parameter)), input);
      adding.parentElement.before(line);
    }
    if (input.dataset.ready) return input;
    input.dataset.ready = "1";
    if (parameter.sample) input.placeholder = parameter.sample;
    if (parameter.kind === "integer" && !parameter.many) input.inputMode = "numeric";
    if (parameter.values && !["flag", "json"].includes(parameter.kind)) {
      const chips = make("div", { class: "sl-try__values", role: "group", "aria-label": `Values of ${label(parameter)}` });
      for (const value of parameter.values) {
        const chip = make("button", { type: "button", "data-value": value, "aria-pressed": "false" }, value || "(empty)");
        chip.addEventListener("mousedown", (event) => event.preventDefault());  // the field keeps the focus
        chip.addEventListener("click", () => {
          const now = asked(values.get(wire));
          if (!parameter.many) set(wire, now.includes(value) ? undefined : value);
          else set(wire, now.includes(value) ? now.filter((each) => each !== value) : [...now, value]);
          input.value = values.get(wire) === undefined ? "" : text(parameter, values.get(wire));
          show(wire);
        });
        chips.append(chip);
      }
      input.parentElement.append(chips);
    }
    input.addEventListener("input", () => {
      if (input.type === "file") {
        const names = [...input.files].map(({ name }) => name);
        if (names.length) files.set(wire, [...input.files]);
        else files.delete(wire);
        set(wire, parameter.many || !names.length ? names : names[0]);
        return;
      }
      const filledIn = input.type === "checkbox" ? (input.checked ? "1" : "") : input.value;
      entered.add(wire);
      saidOfWiki = [];
      set(wire, filledIn === "" ? undefined : read(call, parameter, filledIn));
      show(wire);
    });
    return input;
  };
  const options = () => {
    const rest = whole().parameters.filter((parameter) => !parameter.secret && !field(parameter.wire));
    adding.replaceChildren(make("option", { value: "" }, "Add a parameter"), ...rest.map((parameter) => make("option", { value: parameter.wire }, label(parameter) + (parameter.deprecated ? " (deprecated)" : ""))));
    adding.parentElement.hidden = rest.length === 0;
  };
  const fill = (chosen) => {
    values = chosen;
    const { parameters } = whole();
    const shownBefore = parameters.filter((parameter) => field(parameter.wire));
    for (const parameter of [...shownBefore, ...given({ parameters }, values)]) row(parameter.wire);
    for (const parameter of parameters) if (field(parameter.wire)) show(parameter.wire);
    options();
  };

  /* Other modules beside the one of the page, as the request names them: `prop=info`, `generator=links`. */
  const join = (group, name) => {
    const module = data.modules.find(({ call: other }) => other.fixed.at(-1).join("=") === `${group}=${name}`
      || (group === "generator" && other.fixed.at(-1)[1] === name));
    if (!module || (group === "generator" && !module.generator)) return;
    const title = `${group}=${name}`;
    if (joined.some(({ pair }) => pair.join("=") === title || (group === "generator" && pair[0] === group))) return;  // in a link
    const prefix = group === "generator" ? module.generator : "";
    const own = module.call.parameters.filter(({ shared }) => !shared)
      .map((parameter) => ({ ...parameter, wire: prefix + parameter.wire, name: prefix + parameter.wire, required: undefined }));
    const line = make("div", { class: "sl-try__row sl-try__joined" });
    const button = make("button", { type: "button", "aria-label": `Remove ${title}` }, "Remove");
    line.append(make("strong", {}, title), button);
    joining.parentElement.before(line);
    const part = { pair: [group, name], parameters: own, ofPages: group === "generator" || TELLS_OF_PAGES.includes(module.call.gives), line };
    button.addEventListener("click", () => {
      leave([part]);
      draw();
      keep();
      joining.focus();
    });
    joined.push(part);
    for (const { wire } of whole().parameters) written.add(wire);
    const needed = (module.call.rules || []).filter(asksForTerms).map(({ terms }) => terms[0]);
    for (const parameter of module.call.parameters) {
      if (!parameter.shared && (parameter.required || needed.includes(label(parameter)))) row(prefix + parameter.wire);
    }
    offer();
  };
  const leave = (parts) => {
    joined = joined.filter((part) => !parts.includes(part));
    const { parameters } = whole();
    for (const wire of values.keys()) if (!parameters.some((parameter) => parameter.wire === wire)) values.delete(wire);
    for (const input of all("input[name^=try-]", form)) {
      if (!parameters.some(({ wire }) => `try-${wire}` === input.name)) input.parentElement.remove();
    }
    for (const { line } of parts) line.remove();
    offer();
  };
  /* Which modules can join: any but those that are there; one generator, for modules of pages. */
  const offer = () => {
    options();
    if (!joining) return;
    const have = [call.fixed.at(-1), ...joined.map(({ pair }) => pair)].map((pair) => pair.join("="));
    const ofPages = TELLS_OF_PAGES.includes(call.gives) || joined.some(({ pair }) => pair[0] === "prop");
    const isFed = joined.some(({ pair }) => pair[0] === "generator");
    const names = (data ? data.modules : []).map((module) => [module.call.fixed.at(-1), module.generator]);
    const others = names.map(([pair]) => pair.join("=")).filter((title) => !have.includes(title));
    const feeding = ofPages && !isFed ? names.filter(([, generator]) => generator).map(([pair]) => `generator=${pair[1]}`) : [];
    joining.replaceChildren(make("option", { value: "" }, "Add a module"), ...[...feeding, ...others].map((title) => make("option", { value: title }, title)));
  };

  adding.addEventListener("change", () => {
    if (!adding.value) return;
    const input = row(adding.value);
    options();
    input.focus();
  });
  if (joining) {
    const prepare = async () => {
      data ||= await loadRequests(modulesAddress);
      if (!data) status.textContent = NO_REQUESTS;
      else if (joining.options.length < 2) offer();
    };
    joining.addEventListener("focus", prepare);
    joining.addEventListener("pointerenter", prepare);
    joining.addEventListener("change", () => {
      if (!joining.value) return;
      join(...joining.value.split("="));
      draw();
      keep();
    });
  }
  /* The reader's wiki has no page of the example: what it has itself takes the place of values that nobody has filled in. */
  const takeValuesOf = async (server) => {
    const isOfExample = (wire) => !entered.has(wire) && String(values.get(wire)) === String(call.example[wire]);
    const wires = Object.keys(call.replaced || {}).filter(isOfExample);
    if (!wires.length) return;
    const own = await valuesOfWiki(server);
    if (!Object.keys(own).length) return;  // the reply shows why
    const [dropped, needing] = [wires.filter((wire) => !call.replaced[wire]), wires.filter((wire) => call.replaced[wire])];
    const [chosen, lacking] = [needing.filter((wire) => own[call.replaced[wire]]), needing.filter((wire) => !own[call.replaced[wire]])];
    for (const wire of dropped) values.delete(wire);
    for (const wire of chosen) values.set(wire, known(wire).many ? [own[call.replaced[wire]]] : own[call.replaced[wire]]);
    const names = (some) => some.map((wire) => label(known(wire))).join(", ");
    saidOfWiki = [
      ...(chosen.length ? [`Filled in from your wiki: ${names(chosen)}.`] : []),
      ...(dropped.length ? [`Left out, since the value is of another wiki: ${names(dropped)}.`] : []),
      ...(lacking.length ? [`Nothing on your wiki takes the place of the example's ${names(lacking)}.`] : []),
    ];
    for (const wire of [...chosen, ...dropped]) show(wire);
    draw();
    keep();
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    entered.clear();
    saidOfWiki = [];
    for (const input of secrets) input.value = "";
    files.clear();
    leave(joined);
    fill(example());
    draw();
    keep();
  });
  const address = new URLSearchParams(location.search);
  const linked = wiki ? endpoint(address.get("wiki") || "") : "";
  if (wiki) {
    wiki.value = linked || recall("specloom.wiki") || realAddress(call.server);
    wiki.addEventListener("input", () => {
      remember("specloom.wiki", endpoint(wiki.value.trim()));
      draw();
      keep();
    });
    const running = section.querySelector("[data-run]");  // what writes is only shown
    if (running) running.addEventListener("click", async () => {
      const own = endpoint(wiki.value.trim());
      if (!wiki.value.trim() || !own) {  // what is no address sends nothing, and nowhere else
        status.textContent = wiki.value.trim() ? NO_ADDRESS : "Enter the address of your wiki first.";
        wiki.focus();
        return;
      }
      wait(reply);
      await takeValuesOf(own);
      const answered = await run(reply, own, [...pairs(), ["origin", "*"]]);
      if (isRefused(answered)) {
        saidOfWiki = [NO_LOGIN];
        draw();
      }
    });
  }

  if (place) {
    const kept = `specloom.address.${call.package}`;
    place.value = recall(kept) || realAddress(call.base);
    place.addEventListener("input", () => {
      remember(kept, baseAddress(place.value.trim()));
      draw();
    });
    section.querySelector("[data-run]").addEventListener("click", async () => {
      const own = baseAddress(place.value.trim());
      if (!own) {  // what is no address sends nothing, and nowhere else
        status.textContent = place.value.trim() ? NO_ADDRESS : "Enter the address of the API first.";
        place.focus();
        return;
      }
      if (unread()) return;  // the remark says it
      const parts = [...files].flatMap(([wire, chosen]) => chosen.map((file) => [known(wire).sent || wire, file]));
      const request = requestOf(callOf(call, values, own), new Map(secrets.map((input) => [input.dataset.secret, input.value])), parts);
      if (request.fault) status.textContent = request.fault;
      else await send(reply, request);
    });
    const sandbox = section.querySelector("[data-use]");
    if (sandbox) sandbox.addEventListener("click", () => {
      const [address, key] = JSON.parse(sandbox.dataset.use);
      place.value = address;
      for (const input of secrets) input.value = key;
      place.dispatchEvent(new Event("input"));
    });
  }

  const begin = () => {
    const own = whole().parameters.filter((parameter) => address.has(parameter.wire) && !parameter.secret);
    const filledIn = own.filter((parameter) => address.get(parameter.wire) !== "");
    const examples = whole().parameters.filter((parameter) => isChosen(parameter) && call.example[parameter.wire]);
    const stated = new Map([...examples.map(({ wire }) => [wire, call.example[wire]]), ...filledIn.map((parameter) => [parameter.wire, read(call, parameter, address.get(parameter.wire))])]);
    fill(own.length || joined.length ? stated : example());
    if (own.length || joined.length || (wiki && wiki.value) || (place && place.value)) draw();
    else if (link) link.href = `${server().replace(/api\.php$/, "index.php")}?title=Special:ApiSandbox#${encoded(pairs())}`;
  };
  begin();
  /* The page has the first sample; the others are printed when a reader opens one of them. */
  const languages = all(".tabbed-set > input", section);
  const open = () => {
    if (codes.some((code) => !code.textContent) && !languages[0].checked) print(printed().samples);
  };
  for (const language of languages) language.addEventListener("change", open);
  if (languages.length) open();
  const others = ["prop", "list", "meta", "generator"].flatMap((group) => (address.get(group) || "").split("|").filter(Boolean).map((name) => [group, name]));
  if (joining && others.length) {
    loadRequests(modulesAddress).then((found) => {
      data = found;
      if (!found) status.textContent = NO_REQUESTS;
      for (const pair of found ? others : []) if (pair.join("=") !== call.fixed.at(-1).join("=")) join(...pair);
      begin();
    });
  }
}
