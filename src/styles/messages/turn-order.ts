/**
 * The turns of a conversation while it is written: messages of one wire role in a row are one turn, and the results in a
 * user turn stand before everything else.
 */

import { addAll } from "../../core/collections.js";
import { approximated, equivalent, type Issue, notice } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { Extensions } from "../../model/common.js";
import { restoreUnknown } from "../../model/extensions.js";
import { missingResult } from "../../model/turns.js";
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
  const { role, source } = origin;
  const last = turns.at(-1);
  // Results take in the text after them without a trace, but not what stood behind a turn that is gone.
  if (last?.role === role && (role !== "user" || source > last.until + 1 || (origin.isResults !== true && last.others.length > 0)))
    for (const joined of new Set([last.until, source]))
      report(equivalent(["turns", joined], `Message ${source} has the role of the one before it; the two are one turn.`));
  const turn: Turn = last?.role === role ? last : { role, results: [], others: [], source, until: source, extensions: [] };
  if (turn !== last) turns.push(turn);
  turn.until = source;
  turn.extensions.push(origin.extensions);
  for (const { block, path } of entries)
    if (isResult(block)) {
      const message = "Results stand first in a turn of messages; this one was moved before the other parts.";
      if (turn.others.length > 0) report(approximated("approximated.reordered", path, message));
      turn.results.push({ block, path });
    } else turn.others.push({ block, path });
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
  const message = "This result answers no call of the turn before it; a messages service may refuse it.";
  return notice("unpaired.tool_result", path, message, { severity: "warning", from: id.slice(0, 200) });
}

/** Reports the calls that have no result; gives one for each where the caller asked for that. */
function madeUpResults(open: ReadonlyMap<string, Path>, options: EncodeOptions, report: (issue: Issue) => void): Entry<ToolResultBlock>[] {
  const policy = options.missingResult ?? (options.profile === "vendor" ? "reject" : "pass");
  return [...open].flatMap(([tool_use_id, path]): Entry<ToolResultBlock>[] => {
    const content = missingResult(tool_use_id, path, { ...options, missingResult: policy }, report, { rule: TOOL_ID_RULE });
    return content === undefined ? [] : [{ block: { type: "tool_result", tool_use_id, content, is_error: true }, path }];
  });
}

/** A turn as a wire message. */
export function encodeTurn({ role, results, others, source, extensions }: Turn, trace: Trace): WireMessage {
  let message: WireMessage = { role, content: [...results, ...others].map(({ block }) => block) };
  for (const kept of extensions) message = restoreUnknown(message, kept, "messages");
  return trace.mark(message, ["turns", source], { content: ["parts"] });
}
