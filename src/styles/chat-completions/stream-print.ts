import type { ChatCompletionsChunk, ChunkChoice } from "./wire-answer.js";

/** The JSON text of a chunk up to its choices: what every chunk of a stream repeats. */
export function printEnvelope({ choices: _choices, usage: _usage, ...envelope }: ChatCompletionsChunk): string {
  return `${JSON.stringify(envelope).slice(0, -1)},"choices":`;
}

/** The rest of one with a single choice: in half the time of `JSON.stringify` where it is one piece of visible text and nothing else. */
export function printRest({ choices, usage }: ChatCompletionsChunk): string {
  const choice = choices?.[0];
  const content = choice?.delta?.content;
  const said =
    typeof content === "string" && isSole(choice)
      ? `[{"index":${choice?.index},"delta":{"content":${JSON.stringify(content)}},"finish_reason":null}]`
      : JSON.stringify(choices);
  return usage === undefined ? `${said}}` : `${said},"usage":${JSON.stringify(usage)}}`;
}

function isSole(choice: ChunkChoice | undefined): boolean {
  for (const key in choice) if (key !== "index" && key !== "delta" && key !== "finish_reason") return false;
  for (const key in choice?.delta) if (key !== "content") return false;
  return choice?.finish_reason === null && Number.isFinite(choice.index);
}
