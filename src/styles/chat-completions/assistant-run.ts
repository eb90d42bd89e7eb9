/**
 * Assistant messages that follow each other. They stay apart, but where a call stands before another of them: its results
 * must follow the message that holds it at once (V-01), so from there on the run is one message. Clients of generate-content
 * keep every event of a stream as a content of its own: there the thoughts before a call are in its message, too.
 */

import type { Issue } from "../../core/issue.js";
import type { Path } from "../../core/path.js";
import type { Trace } from "../../core/trace.js";
import type { StyleTraits } from "../../model/facts.js";
import type { Message } from "../../model/index.js";

export interface Turn {
  readonly message: Message;
  /** Of the first message that is in it. */
  readonly index: number;
  /** Of the first message after it. */
  readonly next: number;
  /** Where each part of a joined message stands. */
  readonly places: readonly Path[] | undefined;
}

/** The messages in order, runs with calls in them joined. */
export function joinRuns(messages: readonly Message[], { splitsTurns }: StyleTraits): readonly Turn[] {
  const turns: Turn[] = [];
  let next = 0;
  // Up to here the messages were looked through for the first call of their run.
  let searched = 0;
  messages.forEach((message, index) => {
    if (index < next) return;
    if (index >= searched) searched = splitsTurns ? firstCall(messages, index) : index;
    const call = hasCall(messages[searched]) ? searched : index;
    next = hasCall(messages[call]) ? endOfRun(messages, call) : index + 1;
    turns.push(
      next === index + 1 ? { message, index, next, places: undefined } : joined(message, messages.slice(index, next), index, next),
    );
  });
  return turns;
}

function joined(first: Message, run: readonly Message[], index: number, next: number): Turn {
  const entries = run.flatMap(({ parts }, offset) => parts.map((part, at) => ({ part, place: ["turns", index + offset, "parts", at] })));
  // The empty texts that end a stream say nothing.
  const said = entries.filter(({ part }) => !(part.type === "text" && part.text === "" && Object.keys(part).length === 2));
  return { message: { ...first, parts: said.map(({ part }) => part) }, index, next, places: said.map(({ place }) => place) };
}

function hasCall(message: Message | undefined): boolean {
  return message?.role === "assistant" && message.parts.some(({ type }) => type === "tool-call");
}

/** The message with the first call of a run; the end of the run where there is none. */
function firstCall(messages: readonly Message[], start: number): number {
  let index = start;
  while (messages[index]?.role === "assistant" && !hasCall(messages[index])) index++;
  return index;
}

function endOfRun(messages: readonly Message[], start: number): number {
  let end = start + 1;
  while (messages[end]?.role === "assistant") end++;
  return end;
}

interface Reports {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
}

/** Reports and marks of a joined message, told with the paths of the messages that it was. */
export function inPlace<T extends Reports>({ places }: Turn, target: T): T {
  if (places === undefined) return target;
  const { trace, report } = target;
  // A number stands there in paths of parts only.
  const original = (path: Path): Path => {
    const [, , , part, ...rest] = path;
    const place = typeof part === "number" ? places[part] : undefined;
    return place === undefined ? path : [...place, ...rest];
  };
  return {
    ...target,
    trace: { ...trace, mark: (node, path, fields) => trace.mark(node, original(path), fields) },
    report: (issue) => report({ ...issue, path: original(issue.path) }),
  };
}
