/** The tables of docs/models.md are the data of the entry. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { type ModelFacts, models } from "../../src/models/index.js";

const PAGE = resolve(import.meta.dirname, "../../docs/models.md");
/** What is refused where the fact is false, in the words of the page. */
const REFUSED = {
  sampling: "sampling",
  temperatureWithTopP: "`temperature` beside `top_p`",
  penalties: "penalties",
  stop: "stop sequences",
  prefill: "prefilled answers",
  tools: "functions",
  forced: "forced calls",
  schema: "schemas for answers",
  jsonWithTools: "JSON beside functions",
  instructions: "instructions",
  webSearch: "`web_search_options`",
  chat: "chat-completions",
} as const satisfies Partial<Record<keyof ModelFacts, string>>;

function refusals(facts: ModelFacts): string {
  const of: Readonly<Record<string, unknown>> = { ...facts };
  const plain = Object.entries(REFUSED).flatMap(([fact, words]) => (of[fact] === false ? [words] : []));
  const sampling = facts.sampling === "off" ? ["sampling while it thinks"] : [];
  const beside = { omit: ["an effort beside functions"], none: ["an effort but `none` beside functions"] };
  const { toolsWithEffort: word } = facts;
  return [...sampling, ...plain, ...(word === "omit" || word === "none" ? beside[word] : [])].join(", ");
}

function thinking({ reasoning, efforts = [], off, offMaxEffort, budget }: ModelFacts): readonly string[] {
  if (reasoning === false) return ["does not think", "", ""];
  const ways = off === undefined || off === true ? "" : off === false ? "no" : `\`${off}\``;
  const [min, max] = Array.isArray(budget) ? budget : [];
  const range = budget === false ? "refused" : min === undefined ? "" : `${min ?? 0} to ${max ?? "the limit"}`;
  return [efforts.join(", "), offMaxEffort === undefined ? ways : `${ways} up to ${offMaxEffort}`, range];
}

function table(lab: string): string {
  const rows = new Map<string, string[]>();
  for (const [name, facts] of Object.entries(models.models)) {
    if (facts.lab !== lab) continue;
    const row = [...thinking(facts), refusals(facts)].join(" | ");
    rows.set(row, [...(rows.get(row) ?? []), `\`${name}\``]);
  }
  const lines = [...rows].map(([row, names]) => `| ${names.join(", ")} | ${row} |`);
  return [`### ${lab}`, "", "| Models | Efforts | Thinking off | Budget | Refused |", "|---|---|---|---|---|", ...lines].join("\n");
}

it("docs/models.md lists what each vendor takes", async () => {
  const page = readFileSync(PAGE, "utf8");
  const labs = [...new Set(Object.values(models.models).map(({ lab }) => lab))].sort();
  const tables = labs.map(table).join("\n\n");
  await expect(page.replace(/(<!-- models -->\n).*(?=<!-- \/models -->)/s, (_, start) => `${start}${tables}\n`)).toMatchFileSnapshot(PAGE);
});
