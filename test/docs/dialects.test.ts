/** The table of docs/dialects.md is the data of the entry. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { dialects } from "../../src/dialects.js";

const PAGE = resolve(import.meta.dirname, "../../docs/dialects.md");

function table(): string {
  const rows = Object.entries(dialects).map(([name, { base, ...members }]) => {
    const changes = Object.entries(members).map(([member, value]) => `\`${member}\`: \`${JSON.stringify(value)}\``);
    return `| \`${name}\` | \`${base}\` | ${changes.join("<br>")} |`;
  });
  return ["| Row | Base | Otherwise |", "|---|---|---|", ...rows].join("\n");
}

it("docs/dialects.md lists the rows", async () => {
  const page = readFileSync(PAGE, "utf8");
  await expect(page.replace(/(<!-- rows -->\n).*(?=<!-- \/rows -->)/s, (_, start) => `${start}${table()}\n`)).toMatchFileSnapshot(PAGE);
});
