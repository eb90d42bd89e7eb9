/**
 * The turns of a conversation while it is written: messages of one wire role in a row are one turn, and the results in a
 * user turn stand before everything else.
 */

import { addAll } from "../../core/add-all.js";
import { approximated, equivalent, failure, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { Extensions } from "../../model/common.js";
import { restoreUnknown } from "../../model/extensions.js";
import type { EncodeOptions } from "../options.js";
import { TOOL_ID_RULE } from "./limits.js";
import type { Block, ToolResultBlock, ToolUseBlock, WireMessage } from "./wire.js";

export type TurnRole = WireMessage["role"];

export interface Entry<B extends Block = Block> {
  readonly block: B;
  /** Canonical path of the part. */
  readonly path: Path;
}

export interface Turn {
  readonly role: TurnRole;
  readonly results: Entry<ToolResultBlock>[];
  readonly others: Entry[];
  /** Index of the first canonical message in it. */
  readonly source: number;
  /** Index of the last one. */
  until: number;
  readonly extensions: (Extensions | undefined)[];
}

export interface Origin {
  readonly role: TurnRole;
  readonly source: number;
  readonly extensions?: Extensions | undefined;
  /** The message holds results only, which a user turn takes in without a trace. */
  readonly isResults?: boolean;
}

/** Adds blocks to the last turn where the role is the same, else to a new one. */
export function addToTurns(turns: Turn[], entries: readonly Entry[], origin: Origin, report: (issue: Issue) => void): void {
  const last = turns.at(-1);
  if (last?.role !== origin.role) {
    const turn: Turn = {
      role: origin.role,
      results: [],
      others: [],
      source: origin.source,
      until: origin.source,
      extensions: [origin.extensions],
    };
    turns.push(turn);
    place(turn, entries, report);
    return;
  }
  // Results take in the text after them without a trace, but not what stood behind a turn that is gone.
  const apart = origin.source > last.until + 1;
  if (origin.role !== "user" || apart || (origin.isResults !== true && last.others.length > 0))
    for (const source of new Set([last.until, origin.source]))
      report(
        equivalent(
          ["turns", source],
          `Message ${origin.source} has the role of the one before it; the two are one turn, as the service would have them.`,
        ),
      );
  last.until = origin.source;
  last.extensions.push(origin.extensions);
  place(last, entries, report);
}

function place(turn: Turn, entries: readonly Entry[], report: (issue: Issue) => void): void {
  for (const { block, path } of entries) {
    if (!isResult(block)) {
      turn.others.push({ block, path });
      continue;
    }
    if (turn.others.length > 0)
      report(
        approximated(
          "approximated.reordered",
          path,
          "Results stand first in a turn of this style; this one was moved before the other parts.",
        ),
      );
    turn.results.push({ block, path });
  }
}

export function nothingLeft(path: Path): Issue {
  return equivalent(path, "A turn of which nothing is left is not written.");
}

function isResult(block: Block): block is ToolResultBlock {
  return block.type === "tool_result";
}

function isCall(block: Block): block is ToolUseBlock {
  return block.type === "tool_use";
}

export function lastBlock(turn: Turn | undefined): Block | undefined {
  return (turn?.others.at(-1) ?? turn?.results.at(-1))?.block;
}

/**
 * Pairs every call with a result in the next turn.
 * @returns the turns, with results made up where the caller asked for that
 */
export function pairCalls(turns: readonly Turn[], options: EncodeOptions, report: (issue: Issue) => void): readonly Turn[] {
  const paired: Turn[] = [];
  let asking: { readonly turn: Turn; readonly open: Map<string, Path> } | undefined;
  const close = () => {
    if (asking === undefined) return;
    const results = madeUpResults(asking.open, options, report);
    if (results.length > 0) paired.push({ ...asking.turn, role: "user", results, others: [], extensions: [] });
    asking = undefined;
  };
  for (const turn of turns) {
    if (turn.role === "assistant") {
      close();
      asking = { turn, open: callsOf(turn) };
    } else if (turn.role === "user") {
      const open = asking?.open ?? new Map<string, Path>();
      for (const { block, path } of turn.results) if (!open.delete(block.tool_use_id)) report(unpairedResult(block.tool_use_id, path));
      addAll(turn.results, madeUpResults(open, options, report));
      asking = undefined;
    }
    paired.push(turn);
  }
  close();
  return paired;
}

function callsOf(turn: Turn): Map<string, Path> {
  const calls = new Map<string, Path>();
  for (const { block, path } of turn.others) if (isCall(block)) calls.set(block.id, path);
  return calls;
}

function unpairedResult(id: string, path: Path): Issue {
  return notice("unpaired.tool_result", path, "This result answers no call of the turn before it; a messages service may refuse it.", {
    severity: "warning",
    from: id.slice(0, 200),
  });
}

/** Says which calls have no result; gives one for each where the caller asked for that. */
function madeUpResults(
  open: ReadonlyMap<string, Path>,
  { missingResult, missingResultText = "No result was recorded for this call.", profile }: EncodeOptions,
  report: (issue: Issue) => void,
): Entry<ToolResultBlock>[] {
  const policy = missingResult ?? (profile === "vendor" ? "reject" : "pass");
  if (open.size === 0) return [];
  return [...open].flatMap(([id, path]): Entry<ToolResultBlock>[] => {
    const facts = { from: id.slice(0, 200) };
    if (policy === "reject")
      report(
        failure("unpaired.tool_call", path, "This call has no result in the next turn, which a messages service demands.", {
          ...facts,
          rule: TOOL_ID_RULE,
        }),
      );
    else
      report(
        notice(
          "unpaired.tool_call",
          path,
          policy === "pass"
            ? "This call has no result in the next turn; a messages service may refuse it."
            : "This call has no result in the next turn; one that says so was made up.",
          { severity: "warning", ...facts },
        ),
      );
    if (policy !== "synthesize-error") return [];
    return [{ block: { type: "tool_result", tool_use_id: id, content: missingResultText, is_error: true }, path }];
  });
}

/** A turn as a wire message. */
export function encodeTurn({ role, results, others, source, extensions }: Turn, trace: Trace): WireMessage {
  let message: WireMessage = { role, content: [...results, ...others].map(({ block }) => block) };
  for (const kept of extensions) message = restoreUnknown(message, kept, "messages");
  return trace.mark(message, ["turns", source], { content: ["parts"] });
}
