/**
 * Ids of calls and names of tools, made legal for this style. An id is rewritten on the call and on its results; the names
 * are told to the answer's translation, which restores them.
 */
import { portableCallId } from "../../canonical/ids.js";
import { portableToolName } from "../../canonical/tool-names.js";
import { approximated, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { TOOL_ID, TOOL_NAME } from "./limits.js";

export interface Names {
  callId(id: string, path: Path): string;
  resultId(id: string, path: Path): string;
  toolName(name: string, path: Path): string;
  /** Names of the tools that were called so far, by the id of the call. */
  readonly called: Map<string, string>;
  /** Rewritten names, to the names that the client declared. */
  readonly aliases: ReadonlyMap<string, string>;
}

export function createNames(report: (issue: Issue) => void): Names {
  const seen = new Map<string, number>();
  /** The id that the latest call of an id got. */
  const latest = new Map<string, string>();
  const aliases = new Map<string, string>();

  function rewritten(from: string, to: string, path: Path, why: string): string {
    report(approximated("rewritten.tool_id", path, why, { from: from.slice(0, 200), to: to.slice(0, 200) }));
    return to;
  }
  const legal = (id: string) => (TOOL_ID.test(id) ? id : portableCallId(id));
  return {
    aliases,
    called: new Map(),
    callId(id, path) {
      const occurrence = (seen.get(id) ?? 0) + 1;
      seen.set(id, occurrence);
      const own = occurrence === 1 ? legal(id) : portableCallId(`${id}#${occurrence}`);
      latest.set(id, own);
      if (own === id) return id;
      const why =
        occurrence === 1
          ? "Ids of this style have letters, digits, `_` and `-` only."
          : "An earlier call has the same id, and ids must be unique here.";
      return rewritten(id, own, path, why);
    },
    resultId(id, path) {
      const own = latest.get(id) ?? legal(id);
      return own === id ? id : rewritten(id, own, path, "The id of the call that this answers was rewritten.");
    },
    toolName(name, path) {
      const own = portableToolName(name, TOOL_NAME);
      if (own === name) return name;
      aliases.set(own, name);
      report(
        approximated(
          "rewritten.tool_name",
          path,
          "Tool names of this style have letters, digits, `_` and `-` only; the answer gets the name back.",
          {
            from: name.slice(0, 200),
            to: own,
          },
        ),
      );
      return own;
    },
  };
}
