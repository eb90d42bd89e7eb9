/** Ids of calls in a history that is written: each call has one of its own, and its result the same. */

import { hash24 } from "../../core/hash.js";
import { approximated, brief, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Profile, StyleName } from "../../model/common.js";
import { repeatedCallId } from "../../model/ids.js";
import type { Part } from "../../model/index.js";
import { isOwn } from "./parts.js";

type Report = (issue: Issue) => void;

/** Call ids of a history are written as they are, but for those that occur twice. */
export interface Ids {
  rename(parts: readonly Part[], path: Path, report: Report): readonly Part[];
  resultOf(id: string, path: Path, report: Report): string;
  /** The name of the latest call of this id. */
  nameOf(id: string): string | undefined;
}

/** The vendor refuses longer ones. */
const MAX_VENDOR_ID = 40;

/** @param profile the vendor takes short ids only */
export function createIds(from: StyleName | undefined, profile: Profile): Ids {
  const legal = (id: string) => (profile === "gateway" || isOwn(from) || id.length <= MAX_VENDOR_ID ? id : `call_${hash24(id)}`);
  /** Written ids of open calls, by the id that their results name. */
  const open = new Map<string, { readonly ids: string[]; next: number }>();
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return {
    rename(parts, path, report) {
      let renamed: Part[] | undefined;
      parts.forEach((part, index) => {
        if (part.type !== "tool-call") return;
        const times = seen.get(part.id) ?? 0;
        seen.set(part.id, times + 1);
        names.set(part.id, part.name);
        const id = legal(times === 0 || isOwn(from) ? part.id : repeatedCallId(part.id, times));
        const waiting = open.get(part.id);
        if (waiting === undefined) open.set(part.id, { ids: [id], next: 0 });
        else waiting.ids.push(id);
        if (id === part.id) return;
        report(
          approximated(
            "rewritten.tool_id",
            [...path, "parts", index, "id"],
            times === 0
              ? `chat-completions takes call ids of up to ${MAX_VENDOR_ID} characters; the call and its result got another.`
              : "Two calls of this conversation have the same id; the later one got another.",
            { from: brief(part.id), to: id },
          ),
        );
        renamed ??= [...parts];
        renamed[index] = { ...part, id };
      });
      return renamed ?? parts;
    },
    nameOf: (id) => names.get(id),
    resultOf(id, path, report) {
      const waiting = open.get(id);
      // Not taken out of the list: what stands behind it would move.
      const written = waiting?.ids[waiting.next++];
      if (written === undefined) {
        const says = `No call before this result has the id ${JSON.stringify(id.slice(0, 100))}`;
        report(
          isOwn(from)
            ? notice("unpaired.tool_result", path, `${says}.`, { severity: "warning" })
            : failure("unpaired.tool_result", path, `${says}, and chat-completions takes no result without its call.`, { rule: "V-01" }),
        );
        return legal(id);
      }
      if (written !== id)
        report(
          approximated("rewritten.tool_id", [...path, "callId"], "The id of the call that this answers was rewritten.", {
            from: brief(id),
            to: written,
          }),
        );
      return written;
    },
  };
}
