/** The two ends of a messages stream: the message before its content, and why and at what cost it ended. */
import type { CanonicalStreamEvent, StartEvent } from "../../canonical/event.js";
import { dropUnknown, restoreUnknown } from "../../canonical/extensions.js";
import { answerId } from "../../canonical/ids.js";
import type { Usage } from "../../canonical/index.js";
import type { NothingLeft } from "../../core/compact.js";
import { dropped, type Issue } from "../../core/issue.js";
import type { StreamEncodeOptions } from "../style.js";
import { encodeFinish } from "./finish.js";
import { encodeUsage } from "./usage.js";
import type { MessageDeltaEvent, MessageStartEvent } from "./wire-answer.js";

/** The first event. `usage`: the counts that are known already; they are told in full, and reported, at the end. */
export function encodeStart(
  event: StartEvent,
  usage: Usage | undefined,
  options: StreamEncodeOptions,
  report: (issue: Issue) => void,
): MessageStartEvent {
  const { type, id, model, created, usage: _first, serviceTier, systemFingerprint, extensions, ...rest } = event;
  rest satisfies NothingLeft;
  const name = model ?? options.context?.model ?? "unknown";
  const known = usage === undefined ? { input_tokens: options.inputTokensEstimate ?? 0 } : encodeUsage(usage, [], () => undefined);
  const message = {
    id: id ?? options.responseId ?? answerId("msg_", name, options.context?.turn ?? 0),
    type: "message",
    role: "assistant",
    model: name,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { ...known, output_tokens: 0 },
  };
  return { type: "message_start", message };
}

/** The event before the last one. Without a reason the stream was no legal one; it still ended. */
export function encodeEnd(
  event: Extract<CanonicalStreamEvent, { readonly type: "finish" }> | undefined,
  usage: Usage | undefined,
  refusal: string | undefined,
  report: (issue: Issue) => void,
): MessageDeltaEvent {
  const { finish, extensions } = event ?? { finish: { reason: "other" } };
  const delta = encodeFinish(finish, { refusal }, ["choices", 0, "finish"], report);
  return { type: "message_delta", delta, usage: encodeUsage(usage, ["usage"], report) };
}
