/** The two ends of a messages stream: the message before its content, and why and at what cost it ended. */

import type { Issue } from "../../core/issue.js";
import type { CanonicalStreamEvent, StartEvent } from "../../model/event.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { Finish, Usage } from "../../model/index.js";
import { answerScope, encodeEnvelope } from "../shared/answer.js";
import type { StreamEncodeOptions } from "../style.js";
import { ANSWER } from "./fields.js";
import { encodeFinish, type FinishContext } from "./finish.js";
import { encodeUsage } from "./usage.js";
import type { MessageDeltaEvent, MessageStartEvent } from "./wire-answer.js";

/** The first event. `usage`: the counts that are known already; they are told in full, and reported, at the end. */
export function encodeStart(
  event: StartEvent,
  usage: Usage | undefined,
  options: StreamEncodeOptions,
  report: (issue: Issue) => void,
): MessageStartEvent {
  const { id, model, fields } = encodeEnvelope(event, ANSWER, answerScope("messages", options, report));
  const counts = usage === undefined ? { input_tokens: options.inputTokensEstimate ?? 0 } : encodeUsage(usage, [], () => undefined);
  const message = restoreUnknown(
    {
      id,
      type: "message",
      role: "assistant",
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...counts, output_tokens: 0, ...fields.usage },
    },
    event.extensions,
    "messages",
  );
  return { type: "message_start", message };
}

/** The event before the last one. A stream that never said why it ended is no legal one; it ended all the same. */
export function encodeEnd(
  event: Extract<CanonicalStreamEvent, { readonly type: "finish" }> | undefined,
  usage: Usage | undefined,
  { refusal, calls }: Pick<FinishContext, "refusal" | "calls">,
  report: (issue: Issue) => void,
): MessageDeltaEvent {
  const path = ["choices", 0] as const;
  const finish: Finish = event?.finish ?? { reason: "other" };
  const extensions = event?.extensions;
  dropUnknown(extensions, "messages", path, report);
  const delta = restoreUnknown(
    encodeFinish(finish, { refusal, calls, promptBlock: event?.promptBlock }, [...path, "finish"], report),
    extensions,
    "messages",
  );
  return { type: "message_delta", delta, usage: encodeUsage(usage, ["usage"], report) };
}
