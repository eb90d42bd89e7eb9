/**
 * Ids of calls and names of tools, made legal for this style. An id is rewritten on the call and on its results; the names
 * are told to the answer's translation, which restores them.
 */

import { approximated, type Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import { portableCallId } from "../../model/ids.js";
import { portableToolName } from "../../model/tool-names.js";
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

/** Calls of one id. */
interface Calls {
  /** How many there were, and up to which of them results have come. */
  count: number;
  answered: number;
  /** The message of the latest. */
  message: Path[number] | undefined;
}

/** The ids of the calls of one document: legal, and each different from the others. */
export class CallIds {
  private readonly report: (issue: Issue) => void;
  private calls: Map<string, Calls> | undefined = undefined;

  constructor(report: (issue: Issue) => void) {
    this.report = report;
  }

  callId(id: string, path: Path): string {
    this.calls ??= new Map();
    const known = this.calls.get(id);
    if (known === undefined) this.calls.set(id, { count: 1, answered: 0, message: path[1] });
    else {
      // Results follow their calls at once: those of an earlier turn wait for none any more.
      if (known.message !== path[1]) known.answered = known.count;
      known.message = path[1];
      known.count++;
    }
    const count = known?.count ?? 1;
    const own = idOf(id, count);
    if (own === id) return id;
    const why =
      count === 1
        ? "Ids of this style have letters, digits, `_` and `-` only."
        : "An earlier call has the same id, and ids must be unique here.";
    return this.rewritten(id, own, path, why);
  }

  /** A result is that of the earliest call of its id that has none. */
  resultId(id: string, path: Path): string {
    const known = this.calls?.get(id);
    if (known !== undefined && known.answered < known.count) known.answered++;
    const own = idOf(id, known?.answered ?? 1);
    return own === id ? id : this.rewritten(id, own, path, "The id of the call that this answers was rewritten.");
  }

  private rewritten(from: string, to: string, path: Path, why: string): string {
    this.report(approximated("rewritten.tool_id", path, why, { from: from.slice(0, 200), to: to.slice(0, 200) }));
    return to;
  }
}

/** What the first, second, … call of an id is called. */
function idOf(id: string, count: number): string {
  if (count > 1) return portableCallId(`${id}#${count}`);
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
