// What Safari 12 and Chromium 70 do not understand in the files that are named: a line for each, of file, line and what.
//
// Scripts must have no syntax, name or method that one of them lacks. Styles may have what is only ignored, if it is
// listed here as harmless or follows another value of the same property; and space between the parts of a flexible
// row, if a rule within `@supports not (inset: 0)` makes it by margins.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const load = createRequire(import.meta.url);
const acorn = load("acorn"), walk = load("acorn-walk"), css = load("css-tree"), data = load("@mdn/browser-compat-data");
const OLD = { safari: 12, safari_ios: 12, chrome: 70 };
// Harmless without it: a colour, a shape, a little speed, or a line where paper is cut is another one.
const IGNORED = new Set([
  "break-after", "color-scheme", "contain-intrinsic-size", "content-visibility", "cursor", "overflow-anchor", "scroll-padding-top",
  "scroll-padding-bottom", "text-size-adjust", "text-underline-offset", "touch-action", "align-content: start", "overflow: clip",
  "position: sticky",
]);
const IGNORED_SELECTORS = new Set([":focus-visible", "::details-content"]);
const IGNORED_QUERIES = new Set(["prefers-color-scheme", "prefers-contrast", "prefers-reduced-motion"]);
// Each has a branch for browsers without it.
const ASKED_FIRST = new Set(["animate", "submitter", "AudioContext"]);
// Of our own messages, and not of an object of the browser.
const OWN = new Set(["number", "part"]);

const version = (text) => (typeof text === "string" ? Number.parseFloat(text.replace("≤", "")) : Infinity);
const knows = (compat) => Object.entries(OLD).every(([browser, oldest]) => {
  const told = [compat.support[browser] ?? []].flat();
  return told.some((each) => !each.prefix && !each.flags && !each.alternative_name && version(each.version_added) <= oldest && !(version(each.version_removed) <= oldest));
});

// Each name of an object: whether the old browsers know it of some object. Those of one object alone are "Object.name".
const members = (trees) => {
  const found = new Map();
  for (const [object, tree] of trees) for (const [name, inner] of Object.entries(tree)) {
    if (!inner.__compat) continue;
    const plain = name.endsWith("_static") ? `${object}.${name.slice(0, -7)}` : name.replace(/_event$/, "");
    found.set(plain, found.get(plain) || knows(inner.__compat));
  }
  return found;
};
const BASIC = ["Array", "Date", "Number", "Object", "Promise", "RegExp", "String"];
const language = members(BASIC.map((name) => [name, data.javascript.builtins[name]]));
const browser = members([...Object.entries(data.api), ...Object.entries(data.javascript.builtins)]);
const globals = new Map([...Object.entries(data.api), ...Object.entries(data.api.Window), ...Object.entries(data.javascript.builtins)]
  .filter(([, inner]) => inner.__compat).map(([name, inner]) => [name, knows(inner.__compat)]));

const script = (source, say) => {
  let tree;
  try {
    tree = acorn.parse(source, { ecmaVersion: 2019, locations: true });
  } catch (error) {
    say(error.loc.line, error.message);
    return;
  }
  const own = new Set();
  const lacking = (name) => (language.has(name) ? !language.get(name) : browser.get(name) === false) && !ASKED_FIRST.has(name) && !OWN.has(name);
  walk.full(tree, (node) => { if (node.type === "VariableDeclarator" && node.id.type === "Identifier") own.add(node.id.name); });
  walk.full(tree, (node) => {
    const line = node.loc.start.line;
    if (node.type === "MemberExpression" && !node.computed && (node.object.property || {}).name !== "dataset") {
      const { name } = node.property, of = `${node.object.name}.${name}`;
      if (browser.has(of) ? !browser.get(of) : lacking(name)) say(line, `.${name}`);
    }
    if (node.type === "Identifier" && globals.get(node.name) === false && !own.has(node.name)) say(line, node.name);
    if (node.type === "Literal" && node.regex && /\(\?<[=!]/.test(node.regex.pattern)) say(line, "(?<=");
  });
};

const compatOf = (part) => (part ? part.__compat : undefined);
const style = (source, say) => {
  const tree = css.parse(source, { positions: true, onParseError: (error) => say(error.line, error.message) });
  const supported = (part) => { const known = compatOf(part); return !known || knows(known); };
  const inOld = [], spaced = [];
  const selectors = (rule) => rule.prelude.children.toArray().map((each) => css.generate(each));
  css.walk(tree, { visit: "Rule", enter(rule) {
    const asked = this.atrule && this.atrule.name === "supports" ? css.generate(this.atrule.prelude) : "";
    if (asked === "not (inset:0)") inOld.push(...selectors(rule));
    else if (asked) return;
    const line = rule.loc.start.line, names = rule.prelude.children.toArray();
    css.walk(rule.prelude, (node) => {
      const name = `${node.type === "PseudoElementSelector" ? "::" : ":"}${node.name}`;
      if (!/^Pseudo/.test(node.type)) return;
      const alone = names.length === 1 && IGNORED_SELECTORS.has(name);
      if (!supported(data.css.selectors[node.name]) && !alone) say(line, name);
      if (name === ":not" && css.generate(node).replace(/\([^()]*\)\)$/, ")").includes(",")) say(line, "a list in :not()");
    });
    const before = new Set();
    let flexible = false, space = false;
    for (const each of rule.block.children.toArray().filter((part) => part.type === "Declaration")) {
      const { property } = each, value = css.generate(each.value), part = data.css.properties[property], here = each.loc.start.line;
      flexible = flexible || (property === "display" && /flex/.test(value));
      space = space || property === "gap";
      if (property.startsWith("--")) { if (/\brgba?\([^,]*\)/.test(value)) say(here, value); continue; }
      if (property.startsWith("-webkit-")) continue;
      if (!part) say(here, `${property}: unknown`);
      else if (!supported(part) && !IGNORED.has(property)) say(here, property);
      const lacking = [];
      css.walk(each.value, (node) => {
        if (node.type === "Identifier" && part && !supported(part[node.name])) lacking.push(node.name);
        if (node.type === "Function" && !supported(data.css.types[node.name])) lacking.push(`${node.name}()`);
        if (node.type === "Function" && /^(rgb|hsl)a?$/.test(node.name) && !css.generate(node).includes(",")) lacking.push(`${node.name}() without commas`);
      });
      for (const what of lacking) if (!before.has(property) && !IGNORED.has(property) && !IGNORED.has(`${property}: ${what}`)) say(here, `${property}: ${what}`);
      before.add(property);
    }
    if (flexible && space) spaced.push(...selectors(rule).map((each) => [line, each]));
  } });
  css.walk(tree, { visit: "Feature", enter(node) {
    if (!supported(data.css["at-rules"].media[node.name]) && !IGNORED_QUERIES.has(node.name)) say(node.loc.start.line, `@media (${node.name})`);
  } });
  for (const [line, each] of spaced) if (!inOld.some((rule) => rule.startsWith(`${each}>`))) say(line, `gap of ${each}`);
};

for (const path of process.argv.slice(2)) {
  const say = (line, what) => { console.log(`${basename(path)}:${line}: ${what}`); };
  (path.endsWith(".css") ? style : script)(readFileSync(path, "utf-8"), say);
}
