/* What a wiki has in place of the values of examples, which are those of another wiki. */

import { encoded } from "./encoding.mjs";
import { received } from "./reply.mjs";

const ABOUT = [
  ["action", "query"], ["format", "json"], ["formatversion", "2"], ["origin", "*"],
  ["meta", "siteinfo"], ["siprop", "general"],
  ["list", "allrevisions|allcategories|allimages|alltransclusions"],
  ["arvlimit", "10"], ["arvprop", "ids|user"],
  ["aclimit", "1"], ["acmin", "1"],
  ["ailimit", "1"],
  ["atlimit", "1"], ["atnamespace", "10"],
  ["generator", "allpages"], ["gaplimit", "20"], ["gapfilterredir", "nonredirects"],
  ["prop", "links|categories|images|templates|langlinks|iwlinks|redirects|linkshere|pageprops"],
  ...["pl", "cl", "im", "tl", "ll", "iw", "rd", "lh"].map((prefix) => [`${prefix}limit`, "50"]),
];
const OF_PAGES = ABOUT.find(([name]) => name === "prop")[1].split("|");
const KEPT = "specloom.values";
const inSession = (name) => { try { return JSON.parse(sessionStorage.getItem(name) || "{}"); } catch { return {}; } };
const keepInSession = (name, value) => { try { sessionStorage.setItem(name, JSON.stringify(value)); } catch { /* refused: asked again on the next page */ } };

/* Kind → value, of the reply; a wiki without a category has none. */
const valuesOf = ({ query = {} }) => {
  const { general = {}, pages = [], allrevisions = [], allcategories = [], allimages = [], alltransclusions = [] } = query;
  const revisions = allrevisions.flatMap(({ revisions: ofPage = [] }) => ofPage);
  const isAccount = ({ user = "", anon }) => user && !anon && !user.startsWith("~");
  const [revision] = revisions;
  const [category, file, template] = [allcategories, allimages, alltransclusions].map(([first]) => first);
  const told = {
    page: general.mainpage,
    word: general.mainpage?.replace(/^.*:/, "").split(" ")[0],
    text: general.generator?.split(" ")[0],  // the page of a new wiki has the word "MediaWiki", and not its own title
    user: revisions.find(isAccount)?.user,
    revision: revision && String(revision.revid),
    parent: revision && String(revision.parentid || revision.revid),
    category: category && `Category:${category.category}`,
    file: file?.title,
    template: template?.title,
    // A page that has some, since the main page may have none.
    ...Object.fromEntries(OF_PAGES.map((prop) => [prop, pages.find((page) => Object.keys(page[prop] || {}).length)?.title || general.mainpage])),
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value && typeof value === "string"));
};

/* The values of a wiki, asked for once in a session; none where it does not tell them. */
export async function valuesOfWiki(server) {
  const kept = inSession(KEPT);
  if (Object.hasOwn(kept, server)) return kept[server];
  try {
    const response = await fetch(`${server}?${encoded(ABOUT)}`, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(10000) });
    const { text } = await received(response);
    const values = valuesOf(JSON.parse(text));
    keepInSession(KEPT, { ...inSession(KEPT), [server]: values });
    return values;
  } catch {
    return {};  // the request itself shows why
  }
}
