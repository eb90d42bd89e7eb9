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

/** The ids of the calls of one document: legal, and each different from the others. */
export class CallIds {
  private readonly report: (issue: Issue) => void;
  /** By their own id: how often it came, and what the latest of them got. */
  private calls: Map<string, { readonly count: number; readonly latest: string }> | undefined = undefined;

  constructor(report: (issue: Issue) => void) {
    this.report = report;
  }

  callId(id: string, path: Path): string {
    this.calls ??= new Map();
    const count = (this.calls.get(id)?.count ?? 0) + 1;
    const latest = count === 1 ? legal(id) : portableCallId(`${id}#${count}`);
    this.calls.set(id, { count, latest });
    if (latest === id) return id;
    const why =
      count === 1
        ? "Ids of this style have letters, digits, `_` and `-` only."
        : "An earlier call has the same id, and ids must be unique here.";
    return this.rewritten(id, latest, path, why);
  }

  resultId(id: string, path: Path): string {
    const own = this.calls?.get(id)?.latest ?? legal(id);
    return own === id ? id : this.rewritten(id, own, path, "The id of the call that this answers was rewritten.");
  }

  private rewritten(from: string, to: string, path: Path, why: string): string {
    this.report(approximated("rewritten.tool_id", path, why, { from: from.slice(0, 200), to: to.slice(0, 200) }));
    return to;
  }
}

function legal(id: string): string {
  return TOOL_ID.test(id) ? id : portableCallId(id);
}

/** In an answer tools have the names that the client declared. */
export function createAnswerNames(report: (issue: Issue) => void, ids?: CallIds): Names {
  return { ...createNames(report, ids), toolName: (name) => name };
}

export function createNames(report: (issue: Issue) => void, ids = new CallIds(report)): Names {
  const aliases = new Map<string, string>();
  return {
    aliases,
    called: new Map(),
    callId: (id, path) => ids.callId(id, path),
    resultId: (id, path) => ids.resultId(id, path),
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
