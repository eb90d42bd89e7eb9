/**
 * Makes the bundled declarations smaller, for every program that imports them reads them: tabs for spaces, plain names for the
 * letters under which the bundler's files know each other's types, no list of what a file can say where it declares it, and
 * examples for the calls that programs begin with alone; docs/api.md has the others.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const SHOWN = /^(?:translate(?:Request|Response|Events)|create\w+|collectStream|validateRequest)$/;
const EXAMPLE = /\n[\t ]*\* @example(?:(?!\*\/)[\s\S])*?(\n[\t ]*\*\/\n(?:declare )?(?:const|function|class) (\w+))/g;
const FROM = /^(import|export)(?: type)? \{ (.*) \} from '(\.\/.*)';$/gm;
const LIST = /^export (?:type )?\{ (.*) \};$/m;
const DECLARED = /^(?:declare )?(?:interface|type|const|function|class) ([\w$]+)/gm;

const folder = new URL("dist/", import.meta.url);
const files = new Map(
  readdirSync(folder).flatMap((name) => (/\.d\.c?ts$/.test(name) ? [[name, smaller(readFileSync(new URL(name, folder), "utf8"))]] : [])),
);
/** The names of what each file gives to others, by its letters. */
const letters = new Map(
  [...files].flatMap(([name, text]) => {
    const list = /\.d-/.test(name) ? LIST.exec(text)?.[1] : undefined;
    return list === undefined ? [] : [[name, new Map(items(list).map(({ own, alias }) => [alias, own]))]];
  }),
);
for (const [name, text] of files) writeFileSync(new URL(name, folder), named(name, text));

function smaller(text) {
  return text
    .replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))
    .replace(EXAMPLE, (all, rest, name) => (SHOWN.test(name) ? all : rest));
}

function items(list) {
  return list.split(", ").map((item) => {
    const [own = "", alias = own] = item.replace(/^type /, "").split(" as ");
    return { own, alias };
  });
}

function named(name, text) {
  const linked = text.replace(FROM, (line, word, list, path) => {
    const theirs = letters.get(path.slice(2).replace(/\.(c?)js$/, ".d.$1ts"));
    if (theirs === undefined) return line;
    const taken = items(list).map(({ own, alias }) => ({ own: theirs.get(own) ?? own, alias }));
    if (word === "export" && taken.length === theirs.size && taken.every(({ own, alias }) => own === alias))
      return `export * from '${path}';`;
    return `${word} { ${taken.map(({ own, alias }) => (own === alias ? own : `${own} as ${alias}`)).join(", ")} } from '${path}';`;
  });
  const given = new Set(letters.get(name)?.values());
  if (given.size === 0) return linked;
  const passed = new Set(given);
  const exported = linked.replace(DECLARED, (line, own) => {
    passed.delete(own);
    return given.has(own) ? `export ${line}` : line;
  });
  return exported.replace(LIST, `export { ${[...passed].join(", ")} };`);
}
