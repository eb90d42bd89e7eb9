/** The two ends of a messages stream: the message before its content, and why and at what cost it ended. */

import type { NothingLeft } from "../../core/compact.js";
import { brief, dropped, type Issue, notice } from "../../core/issue.js";
import { answerModel } from "../../model/answer-model.js";
import type { CanonicalStreamEvent, StartEvent } from "../../model/event.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import { answerId } from "../../model/ids.js";
import type { Finish, Usage } from "../../model/index.js";
import type { StreamEncodeOptions } from "../style.js";
import { encodeFinish, type FinishContext } from "./finish.js";
import { encodeServiceTier, encodeUsage } from "./usage.js";
import type { MessageDeltaEvent, MessageStartEvent } from "./wire-answer.js";

/** The first event. `usage`: the counts that are known already; they are told in full, and reported, at the end. */
export function encodeStart(
  event: StartEvent,
  usage: Usage | undefined,
  options: StreamEncodeOptions,
  report: (issue: Issue) => void,
): MessageStartEvent {
  const { type, id, model, created, usage: _known, serviceTier, systemFingerprint, extensions, ...rest } = event;
  rest satisfies NothingLeft;
  const name = answerModel(model, options, ["model"], report);
  const ownId = id ?? options.responseId ?? answerId("msg_", name, options.context?.turn ?? 0);
  if (id === undefined)
    report(notice("synthesized.id", ["id"], "The answer has no id; this one was made from the model and the turn.", { to: ownId }));
  const counts = usage === undefined ? { input_tokens: options.inputTokensEstimate ?? 0 } : encodeUsage(usage, [], () => undefined);
  for (const [field, value] of Object.entries({ created, systemFingerprint }))
    if (value !== undefined)
      report(dropped("dropped.field", [field], `Answers of this style have no \`${field}\`.`, { severity: "info", from: brief(value) }));
  dropUnknown(extensions, "messages", [], report);
  const message = restoreUnknown(
    {
      id: ownId,
      type: "message",
      role: "assistant",
      model: name,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...counts, output_tokens: 0, ...encodeServiceTier(serviceTier, report) },
    },
    extensions,
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
