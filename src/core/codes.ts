/** The codes of findings, each with what it means: the rows of docs/issues.md. Who matches codes needs their names alone, and imports the type. */

/** What it means, what to do. Options stand in backticks. */
export type Explanation = readonly [meaning: string, advice: string];

/**
 * All codes: what a translation did to a value, what was made up or repaired or is out of order, what is wrong with a document or a stream.
 * Of a validation there is one code for each rule.
 */
export const EXPLANATIONS = explained({
  "dropped.field": [
    "The target has no such field.",
    "Nothing for an `info`; else `labelsForUser`, `jsonModeInstruction` or `chatExtensions`, or leave it out.",
  ],
  "dropped.value": ["The target has the field, not this value.", "Choose one that it has."],
  "dropped.part": ["The target has no such content: audio in messages, another vendor's file.", "Send data or a URL, no file id."],
  "dropped.choice": ["The target gives one answer; the first is kept.", "Ask for one."],
  "equivalent.form": ["The same is said in another form.", "Nothing."],
  "failed.unsupported": [
    "The target cannot express it and would do something else.",
    "Leave it out, use another upstream, or an option that goes on: `outOfRange`, `invalidArguments`, `midSystem`, `missingResult`.",
  ],
  "approximated.clamped": [
    "A number beyond the target's range became the nearest legal one.",
    '`outOfRange: "reject"` or `"drop"`, or a value in range.',
  ],
  "approximated.enum": ["A word that the target lacks became the nearest one.", "Choose one that both have."],
  "approximated.narrowed_tools": ["The target cannot choose among tools; the chosen ones are sent.", "Nothing."],
  "approximated.hoisted_system": [
    "An instruction in mid-conversation stands elsewhere and holds for all of it.",
    "`midSystem`, or `capabilities: { midSystem: true }` for a model that takes it there.",
  ],
  "approximated.merged": ["Turns or parts became one.", "Nothing."],
  "approximated.reordered": ["Parts stand in another order.", "Nothing."],
  "approximated.arguments": ["Arguments that are no JSON object became one.", '`invalidArguments: "reject"`, or send objects.'],
  "approximated.schema": [
    "A schema binds less in the target, reads otherwise or loses `strict`, or a tool's input became one; once for each keyword.",
    'See [schemas.md](schemas.md); `schemas: "keep"`.',
  ],
  "approximated.thinking": [
    "An effort became a budget of tokens, or the reverse; or thinking cannot be switched off.",
    "Give the target's own unit, or say with `effortDialect` and `capabilities` what the model takes.",
  ],
  "approximated.prefill": ["The conversation ends with the assistant, whom the target may answer.", "End with a user turn."],
  "approximated.media": ["Media became something else, or its type was guessed.", "State the media type; send data."],
  "approximated.citation": ["A citation has no exact form in the target.", "Nothing."],
  "approximated.finish_reason": [
    "The target has no such reason; the nearest is given.",
    "`native_finish_reason` has the exact one, where there is a place.",
  ],
  "approximated.usage": ["A counter is part of another, or is missing in the target.", "For exact counts, take the upstream's."],
  "approximated.error": ["The target has no such error; the nearest is given.", "Nothing."],
  "rewritten.tool_id": ["An id that is illegal or double in the target was replaced in call and result.", "Nothing."],
  "rewritten.tool_name": ["A name that is illegal in the target was replaced.", "Pass the `context` to the way back, which restores it."],
  "unportable.signature": ["A signature or thought that only its vendor or model can read was left out.", "Nothing."],
  "defaulted.max_tokens": ["messages requires `max_tokens`; none was given.", "`defaultMaxTokens`, or `capabilities: { maxOutput }`."],
  "defaulted.other": ["The target requires a value that the source lacks.", "Send the value."],
  "synthesized.id": ["The source has no id; one was made from the answer.", "`responseId`."],
  "synthesized.created": ["The source has no time; it is `created`, or 0.", "`created`, in Unix seconds."],
  "synthesized.signature": ["An unsigned call got what the vendor documents for calls of other origin.", "`gSignatureBypass: false`."],
  "conflict.resolved": ["Two fields, or a field and an option, contradict; the message names the winner.", "Give one of the two."],
  "unpaired.tool_call": ["A call has no result.", "`missingResult`."],
  "unpaired.tool_result": ["A result has no call; chat-completions takes none.", "Send the call as well."],
  "order.first_turn": ["The conversation starts with the assistant.", "`firstTurn`."],
  vendor_extension: [
    "A field, value or model that the specification does not list; a warning where the vendor does not list it either.",
    'Nothing, or `strict` to refuse it; for a model, `profile: "vendor"`; for a warning, see whether it is mistyped.',
  ],
  "validation.<rule>": [
    "The document or its translation breaks a rule: `rule` is its id in docs/rules.md.",
    "Mend what stands at the path.",
  ],
  "validation.json": ["Not plain JSON: a function, a cycle, an instance of a class, too deep.", "Pass what `JSON.parse` gives."],
  "response.error_body": ["An error stands where an answer was expected.", "`translateError`, or `exchange.error`."],
  "stream.error": [
    "The source reported an error, or sent an event that is no JSON or too long; the stream ends in an error.",
    "Handle it as an error of the upstream.",
  ],
  "stream.truncated": ["The source stopped before its answer was complete; the stream ends in an error.", "Try again."],
  "stream.late_delta": ["A piece came for a part that was closed; the message says where it went.", "Nothing."],
  "stream.protocol": ["An event that is not legal there was left out or mended.", "See what the upstream sent."],
  "issues.more": [
    "So many findings (`more`, at least) are not listed, because there are more than `limit`.",
    "Mend what is listed, or raise `maxIssues`.",
  ],
});

/** The names of the codes are known to the compiler, their texts are not. */
function explained<Code extends string>(rows: Readonly<Record<Code, Explanation>>): Readonly<Record<Code, Explanation>> {
  return rows;
}
