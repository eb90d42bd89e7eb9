/** What servers of generate-content do beyond the style, row by row. */
import type { Quirks } from "../shared/quirks.js";
import type { GenerateContentUsage } from "./wire-answer.js";

/** @param output the candidates' tokens and those of the thoughts */
function thoughtsOnce(output: number, usage: GenerateContentUsage): number {
  const { candidatesTokenCount, promptTokenCount, thoughtsTokenCount, toolUsePromptTokenCount, totalTokenCount } = usage;
  const others = (promptTokenCount ?? 0) + (toolUsePromptTokenCount ?? 0);
  const holds = candidatesTokenCount != null && candidatesTokenCount >= (thoughtsTokenCount ?? 0);
  return holds && others + candidatesTokenCount === totalTokenCount ? candidatesTokenCount : output;
}

export const QUIRKS = {
  /** The tokens of thoughts are counted among those of the candidates; the total shows it. Source: no public record. */
  thoughtsOnce: { seenAt: "proxies", since: "2026-11-22", fixture: "compatible-answer", rewrite: thoughtsOnce },
} as const satisfies Quirks;
