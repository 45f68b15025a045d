/* Data of JSON as expressions of Python, by the shape of its type: `views/samples/expression.py`. */

import { digitsOf, isObject } from "./json.mjs";
import { pythonText } from "./languages.mjs";

const LONGEST = 40;  // characters of an object or a list on one line
export const indented = (text) => text.replaceAll("\n", "\n    ");
const inLines = (opening, parts, closing) => {
  const text = opening + parts.join(", ") + closing;
  if (!parts.length || ([...text].length <= LONGEST && !text.includes("\n"))) return text;
  return `${opening}${parts.map((part) => indented(`\n${part},`)).join("")}\n${closing}`;
};
const isFor = ([kind], data) => (isObject(data) ? ["record", "map"].includes(kind) : (kind === "list") === Array.isArray(data));

const resolved = (types, shape) => (shape[0] === "type" ? resolved(types, types[shape[1]]) : shape);
const fitting = (types, options, data) => options.filter((each) => (each === "object" ? !Array.isArray(data) : isFor(resolved(types, each), data)));
const taggedBy = (data, tag, records) => (isObject(data) && tag && Object.hasOwn(records, data[tag]) ? records[data[tag]] : undefined);

/* Whether an alternative has all members of an object, and the object all that a record needs. */
const takesWhole = ([kind, , members], data) => kind !== "record" || (
  members.every(([name, , , isRequired]) => !isRequired || Object.hasOwn(data, name))
  && Object.keys(data).every((name) => members.some(([member]) => member === name))
);

/* Members that objects need and lack, each with its way: `device.size`, `people[0].name`. */
export const lackingMembers = (types, shape, data, way) => {
  const [kind, of, tag, records = {}] = resolved(types, shape);
  const inside = (each, value, part) => lackingMembers(types, each, value, way + part);
  if (kind === "record" && isObject(data)) {
    return tag.flatMap(([name, , each, isRequired]) => {
      if (Object.hasOwn(data, name)) return inside(each, data[name], `.${name}`);
      return isRequired ? [`${way}.${name}`] : [];
    });
  }
  if (kind === "list" && Array.isArray(data)) return data.flatMap((item, place) => inside(of, item, `[${place}]`));
  if (kind === "map" && isObject(data)) return Object.entries(data).flatMap(([name, member]) => inside(of, member, `.${name}`));
  if (kind !== "one") return [];
  const tagged = taggedBy(data, tag, records);
  const lacking = (tagged ? [tagged] : fitting(types, of, data)).map((each) => inside(each, data, ""));
  return lacking.some((each) => !each.length) ? [] : lacking[0] || [];
};

/* `used` collects the classes and makers that a program imports, and members that no class has. */
export const expression = (types, shape, data, used) => {
  const inside = (each, value) => expression(types, each, value, used);
  const [kind, of, tag, records = {}] = resolved(types, shape);
  if (kind === "record" && isObject(data)) {
    used.classes.add(of.split(".")[0]);
    for (const name of Object.keys(data)) if (!tag.some(([member]) => member === name)) used.others.add(`${of}.${name}`);
    const members = tag.filter(([name]) => Object.hasOwn(data, name));
    return inLines(`${of}(`, members.map(([name, attribute, each]) => `${attribute}=${inside(each, data[name])}`), ")");
  }
  if (kind === "list" && Array.isArray(data)) return inLines("[", data.map((item) => inside(of, item)), "]");
  if (kind === "map" && isObject(data)) return inLines("{", Object.entries(data).map(([name, member]) => `${pythonText(name)}: ${inside(of, member)}`), "}");
  if (kind === "one") {
    const options = fitting(types, of, data);
    const whole = options.find((each) => takesWhole(resolved(types, each), data));
    return inside(taggedBy(data, tag, records) || whole || options[0] || "plain", data);
  }
  if (kind === "made" && (digitsOf(data) || typeof data === "string")) {
    used.makers.add(of.split(".")[0]);
    return `${of}(${pythonText(digitsOf(data) || data)})`;
  }
  if (Array.isArray(data)) return inLines("[", data.map((item) => inside("plain", item)), "]");
  if (isObject(data)) return inLines("{", Object.entries(data).map(([name, member]) => `${pythonText(name)}: ${inside("plain", member)}`), "}");
  if (digitsOf(data)) return digitsOf(data);
  if (typeof data === "string") return pythonText(data);
  return { true: "True", false: "False", null: "None" }[String(data)];
};
