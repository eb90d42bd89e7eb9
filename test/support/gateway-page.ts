/** The table of `docs/gateway.md`: what the rules of the two profiles require of the same place. */
import type { Rule } from "../../src/core/check.js";
import { styleNames } from "../../src/style-lists.js";
import { rules } from "../../src/validate.js";

export function profileTables(): string {
  return styleNames.map((style) => `## ${style}\n\n${table(rules.filter((rule) => rule.style === style))}`).join("\n\n");
}

/** Places that a rule of one profile alone looks at. */
function table(ofStyle: readonly Rule[]): string {
  const places = new Map<string, { readonly gateway: string[]; readonly vendor: string[] }>();
  for (const { document, path, profile, id, statement, severity } of ofStyle) {
    if (profile === undefined) continue;
    const place = `${document === "request" ? "" : `${document}: `}\`${path}\``;
    const row = places.get(place) ?? { gateway: [], vendor: [] };
    places.set(place, row);
    row[profile].push(`${statement} (${severity === "error" ? "" : `${severity}, `}${id})`);
  }
  const rows = [...places].map(([place, { gateway, vendor }]) => `| ${place} | ${cell(gateway)} | ${cell(vendor)} |`);
  return ["| Place | `gateway` | `vendor` |", "|---|---|---|", ...rows].join("\n");
}

function cell(statements: readonly string[]): string {
  return statements.join(" ").replace(/\|/g, "\\|");
}
