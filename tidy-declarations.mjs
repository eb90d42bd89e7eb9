/**
 * Makes the bundled declarations smaller, for every program that imports them reads them: tabs for spaces, comments without margins
 * and line breaks, plain names for the letters under which the bundler's files know each other's types, no list of what a file can
 * say where it declares it, examples for the calls that programs begin with alone, and no word on unknown styles, which the
 * compiler refuses; docs/api.md has both.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const SHOWN = /^(?:translate(?:Request|Events)|create(?:Exchange|Handler|Fetch|StreamTranslator))$/;
const EXAMPLE = /\n[\t ]*\* @example(?:(?!\*\/)[\s\S])*?(\n[\t ]*\*\/\n(?:declare )?(?:const|function|class|interface|type) (\w+))/g;
const COMMENT = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/(\n\n|\n(?=\/\*\*))?/g;
/** Where a line of a comment begins that has to stay one: a tag, a list, a paragraph. */
const BREAK = /^(?:@|- |$)/;
const FROM = /^(import|export)(?: type)? \{ (.*) \} from '(\.\/.*)';$/gm;
const LIST = /^export (?:type )?\{ (.*) \};$/m;
const DECLARED = /^(?:declare )?(interface|type|const|function|class) ([\w$]+)/gm;

const folder = new URL("dist/", import.meta.url);
const files = new Map(
  readdirSync(folder).flatMap((name) => (/\.d\.c?ts$/.test(name) ? [[name, smaller(readFileSync(new URL(name, folder), "utf8"))]] : [])),
);
/** The names of what each file gives to others, by its letters. */
const letters = new Map(
  [...files].flatMap(([name, text]) => (/\.d-/.test(name) ? [[name, new Map(listed(text).map(({ own, alias }) => [alias, own]))]] : [])),
);
for (const [name, text] of files) writeFileSync(new URL(name, folder), named(name, text));

function smaller(text) {
  return text
    .replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4))
    .replace(EXAMPLE, (all, rest, name) => (SHOWN.test(name) ? all : rest))
    .replace(COMMENT, (_all, comment, apart) => (apart === undefined ? `/** ${said(comment)} */` : ""))
    .replace(/\n\n+/g, "\n")
    .replace(/^(\t+\/\*\* .* \*\/)\n\t+/gm, "$1 ")
    .replace(/\{\n\t+([^\n{}]*);\n\t+\}/g, "{ $1 }");
}

/** What a comment says, in as few lines as mean the same. A comment that stands apart is of a file that was bundled, and of nobody's interest. */
function said(comment) {
  const [text = "", ...examples] = comment.split(/(?=@example)/);
  const lines = text.split("\n").map((line) => line.replace(/^[\t ]*\* ?/, "").trim());
  const joined = lines.reduce((all, line) => (all === "" || BREAK.test(line) || all.endsWith("\n") ? `${all}\n${line}` : `${all} ${line}`));
  const kept = joined
    .replace(/^@(?:throws TypeError for an unknown style|defaultValue none)$/gm, "")
    .replace(/\n+/g, "\n")
    .trim();
  return [kept, ...examples.map((example) => example.replace(/\n[\t ]*\* ?/g, "\n").trim())].join("\n");
}

function items(list) {
  return list.split(", ").map((item) => {
    const [own = "", alias = own] = item.replace(/^type /, "").split(" as ");
    return { own, alias };
  });
}

function listed(text) {
  const list = LIST.exec(text)?.[1];
  return list === undefined ? [] : items(list);
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
  const given = new Set(listed(text).map(({ own, alias }) => (letters.has(name) || own === alias ? own : `${own} as ${alias}`)));
  const declared = new Set();
  const exported = linked.replace(DECLARED, (line, keyword, own) => {
    if (!given.has(own)) return line;
    declared.add(own);
    return `export ${keyword} ${own}`;
  });
  // Without any list a file would give away all that it declares.
  return exported.replace(LIST, `export { ${[...given].filter((own) => !declared.has(own)).join(", ")} };`);
}
