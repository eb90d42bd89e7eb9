/** Renders the public surface as the page `docs/api.md`. */
import type { Comment, Exported } from "./api.js";

const HEAD = `# API reference

Generated from the source and its doc comments; \`npm run docs\` writes it again. [guide.md](guide.md) has the whole in a few pages;
[issues.md](issues.md) has the codes of findings and [rules.md](rules.md) the rules of validation.

No function throws on bad input, changes its arguments, or reads a clock, random numbers, the environment or the network. A wrong
*call* (an unknown style name, missing options) is a \`TypeError\` that says what to write.
`;

export function apiPage(entries: readonly (readonly [entry: string, exported: readonly Exported[]])[]): string {
  const contents = entries.map(([entry, exported]) => `- \`${entry}\`: ${names(exported)}`).join("\n");
  // A type that two entries export is explained where it stands first.
  const told = new Set<string>();
  const sections = entries.map(([entry, exported]) => {
    const news = exported.filter(({ file, name }) => !told.has(`${file} ${name}`));
    for (const { file, name } of news) told.add(`${file} ${name}`);
    return section(entry, news);
  });
  return `${HEAD}\n${contents}\n${sections.join("")}`;
}

function names(exported: readonly Exported[]): string {
  const values = exported.filter(({ kind }) => kind !== "type");
  return `${values.map(({ name }) => `[\`${name}\`](#${name.toLowerCase()})`).join(", ")}, and types`;
}

function section(entry: string, exported: readonly Exported[]): string {
  const values = exported.filter(({ kind }) => kind !== "type");
  const types = exported.filter(({ kind }) => kind === "type");
  return `\n## ${entry}\n${values.map((value) => item(value)).join("")}${types.length === 0 ? "" : `\n### Types of ${entry}\n${types.map((type) => item(type, "####")).join("")}`}`;
}

function item({ name, declaration, comment, kind }: Exported, level = "###"): string {
  // A schema's type is inferred; what it is inferred from is an affair of the source.
  const shown = kind === "type" && declaration.includes("Infer<") ? "" : `\n\`\`\`ts\n${declaration}\n\`\`\`\n`;
  return `\n${level} ${name}\n${comment === undefined ? "" : `\n${prose(comment)}`}${shown}${examples(comment)}`;
}

function prose({ text, params, returns, throws }: Comment): string {
  const lines = [
    ...params.map(({ name, text: said }) => `- \`${name}\`: ${flat(said)}`),
    ...(returns === undefined ? [] : [`- Returns ${flat(returns)}`]),
    ...(throws === undefined ? [] : [`- Throws \`TypeError\`${flat(throws).replace(/^TypeError/, "")}`]),
  ];
  const list = lines.length === 0 ? "" : `${text === "" ? "" : "\n"}${lines.join("\n")}\n`;
  return `${text === "" ? "" : `${text}\n`}${list}`;
}

function flat(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

function examples(comment: Comment | undefined): string {
  return (comment?.examples ?? []).map((code) => `\n\`\`\`js\n${code}\n\`\`\`\n`).join("");
}
