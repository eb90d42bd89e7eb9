import type { ReportFault } from "../../core/check.js";
import { brief, type Path } from "../../core/issue.js";

/** The calls of one turn, and their results as they come. What cannot be read is a fault of its own, and may be any call or result. */
export class CallsOfTurn {
  /** Where the calls stand, by id; undefined for those that have a result. */
  private readonly calls = new Map<string, Path | undefined>();
  /** Calls of which the id cannot be read: any result may be theirs. */
  unreadable = 0;
  /** Results of none of the calls, or of one that is not known: they are probably meant for those that are open. */
  strays = 0;

  /** @returns whether no other call of the turn has the id */
  call(id: unknown, at: Path): boolean {
    if (typeof id !== "string") this.unreadable++;
    else if (this.calls.has(id)) return false;
    else this.calls.set(id, at);
    return true;
  }

  /** @returns whose result it is: that of a call, of one that has its result already, of none; undefined where it is not known */
  result(id: unknown): "call" | "answered" | "none" | undefined {
    if (typeof id === "string" && this.calls.get(id) !== undefined) {
      this.calls.set(id, undefined);
      return "call";
    }
    this.strays++;
    if (typeof id !== "string") return undefined;
    if (this.unreadable > 0) {
      this.unreadable--;
      return undefined;
    }
    return this.calls.has(id) ? "answered" : "none";
  }

  /** Reports the calls that have no result. */
  close(expected: string, report: ReportFault): void {
    let { strays } = this;
    for (const [id, at] of this.calls) {
      if (at !== undefined && strays-- <= 0)
        report({ at, problem: `is the call ${JSON.stringify(brief(id))}, which nothing right after it answers`, expected });
    }
  }
}
