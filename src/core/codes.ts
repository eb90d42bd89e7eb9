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
    "Nothing for an `info`; else see `labelsForUser`, `jsonModeInstruction` and `chatExtensions`.",
  ],
  "dropped.value": ["The target has the field, not this value.", "Choose one that it has."],
  "dropped.part": ["The target has no place for this content.", "Send data or a URL, or set `codeParts` or `chatExtensions`."],
  "dropped.choice": ["The target gives one answer; the first is kept.", "Ask for one."],
  "equivalent.form": ["The same is said in another form.", "Nothing."],
  "failed.unsupported": [
    "The target cannot express it.",
    "Leave it out, or set `outOfRange`, `invalidArguments`, `midSystem` or `prefill`.",
  ],
  "approximated.clamped": ["A number out of the target's range became the nearest one.", "Send one in range, or set `outOfRange`."],
  "approximated.enum": ["A word that the target lacks became the nearest one.", "Choose one that it has."],
  "approximated.narrowed_tools": ["Only the chosen tools are sent.", "Nothing."],
  "approximated.hoisted_system": ["An instruction in mid-conversation holds for all of it.", "Set `midSystem`, here or in `capabilities`."],
  "approximated.merged": ["Turns or parts became one.", "Nothing."],
  "approximated.reordered": ["Parts stand in another order.", "Nothing."],
  "approximated.arguments": ["Arguments that are no JSON object became one.", "Send an object, or set `invalidArguments`."],
  "approximated.schema": [
    "A schema binds less in the target, or differently; once for each keyword.",
    'See docs/schemas.md, or set `schemas: "keep"`.',
  ],
  "approximated.thinking": [
    "An effort became a budget of tokens, or the reverse; or thinking is not as asked.",
    "Send the target's own unit, or set `effortDialect` or `capabilities`.",
  ],
  "approximated.prefill": ["The conversation ends with the assistant, whom the target may answer.", "End with a user turn."],
  "approximated.media": ["Media became something else, or its type was guessed.", "Send data and its type."],
  "approximated.citation": ["A citation has no exact form in the target.", "Nothing."],
  "approximated.finish_reason": ["The target has no such reason; the nearest is given.", "Read `native_finish_reason`."],
  "approximated.usage": ["A counter is missing, or does not fit another.", "Take the upstream's."],
  "approximated.error": ["The target has no such error; the nearest is given.", "Nothing."],
  "rewritten.tool_id": ["An id that is illegal or double in the target was replaced.", "Nothing."],
  "rewritten.tool_name": ["A name that is illegal in the target was replaced.", "Pass the `context` to the way back."],
  "unportable.signature": ["A signature or thought that only its model can read was left out.", "Nothing."],
  "defaulted.max_tokens": ["messages requires `max_tokens`; none was given.", "Set `defaultMaxTokens`, or `capabilities: { maxOutput }`."],
  "defaulted.other": ["The target requires a value that the source lacks.", "Send the value."],
  "synthesized.id": ["The source has no id; one was made.", "Set `responseId`."],
  "synthesized.created": ["The source has no time; it is `created`, or 0.", "Set `created`, in Unix seconds."],
  "synthesized.signature": ["An unsigned call got the signature that the vendor documents.", "Set `gSignatureBypass: false`."],
  "conflict.resolved": ["Two fields, or a field and an option, contradict; the message says which counts.", "Send one of the two."],
  "unpaired.tool_call": ["A call has no result.", "Set `missingResult`."],
  "unpaired.tool_result": ["A result has no call.", "Send the call as well."],
  "order.first_turn": ["The conversation starts with the assistant.", "Set `firstTurn`."],
  vendor_extension: [
    "Not in the specification, or the model may refuse it; a warning where the vendor does not list it either.",
    'Nothing, or `strict` to refuse it; for a model, `profile: "vendor"`.',
  ],
  "validation.<rule>": ["The document or its translation breaks a rule of docs/rules.md.", "Mend it."],
  "validation.json": ["The value is not plain JSON, or too deep.", "Pass a parsed JSON value."],
  "response.error_body": ["An error came in place of an answer.", "Call `translateError`, or `exchange.error`."],
  "stream.error": ["The source reported an error, or sent an event that is no JSON or too long.", "Handle it as an error of the upstream."],
  "stream.truncated": ["The source stopped before its answer was complete.", "Try again."],
  "stream.late_delta": ["A piece came for a part that was closed.", "Nothing."],
  "stream.protocol": ["An illegal event was left out or mended.", "See what the source sent."],
  "issues.more": ["Findings beyond `limit` are not listed; `more` counts them.", "Mend what is listed, or raise `maxIssues`."],
});

/** The names of the codes are known to the compiler, their texts are not. */
function explained<Code extends string>(rows: Readonly<Record<Code, Explanation>>): Readonly<Record<Code, Explanation>> {
  return rows;
}
