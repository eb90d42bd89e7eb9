/** What became of a schema, as findings: one for each keyword, at the first place. */

import { approximated, equivalent, type Issue, type Path } from "../core/issue.js";
import { type Json, memberAt } from "../core/json.js";

/** Takes a change of the schema: `equivalent` loses no meaning; `approximated` binds less, or reads otherwise. */
export type Change = (kind: "equivalent" | "approximated", keyword: string, path: Path, message: string) => void;

interface Counted {
  readonly issue: Issue;
  count: number;
}

export class ChangeLog {
  private readonly found = new Map<string, Counted>();

  readonly change: Change = (kind, keyword, path, message) => {
    const id = `${kind} ${keyword}`;
    const known = this.found.get(id);
    if (known !== undefined) {
      known.count++;
      return;
    }
    const from = keyword.slice(0, 60);
    const issue =
      kind === "equivalent" ? equivalent(path, message, { from }) : approximated("approximated.schema", path, message, { from });
    this.found.set(id, { issue, count: 1 });
  };

  take(other: ChangeLog): void {
    for (const [id, counted] of other.found) this.found.set(id, counted);
  }

  /** At places of the schema that was given. */
  issues(given: Json): Issue[] {
    return [...this.found.values()].map(({ issue: { path, ...issue }, count }) => ({
      ...issue,
      path: placeIn(given, path),
      message: count === 1 ? issue.message : `${issue.message.slice(0, -1)} (at ${count} places).`,
    }));
  }
}

/** What the schema calls otherwise before it is read. */
const OTHER_NAMES: Readonly<Record<string, string>> = { anyOf: "oneOf", prefixItems: "items" };

/** As much of the path as there is: nodes that were made of others have none of their own. */
function placeIn(given: Json, path: Path): Path {
  const place: (string | number)[] = [];
  let node: unknown = given;
  for (const key of path) {
    const step = memberAt(node, key) === undefined && Object.hasOwn(OTHER_NAMES, key) ? (OTHER_NAMES[key] ?? key) : key;
    node = memberAt(node, step);
    if (node === undefined) return place;
    place.push(step);
  }
  return place;
}
