/** What servers of generate-content do beyond the style, row by row. */
import type { Quirks } from "../style.js";
import type { GenerateContentUsage } from "./wire-answer.js";

export const QUIRKS = {
  /**
   * The tokens of thoughts are counted among those of the candidates; the total shows it. Seen at: proxies, since 2026-11-22.
   * Fixture: compatible-answer. Source: no public record.
   */
  thoughtsOnce(output: number, usage: GenerateContentUsage): number {
    const { candidatesTokenCount, promptTokenCount, thoughtsTokenCount, toolUsePromptTokenCount, totalTokenCount } = usage;
    const others = (promptTokenCount ?? 0) + (toolUsePromptTokenCount ?? 0);
    const inclusive = (thoughtsTokenCount ?? 0) > 0 && candidatesTokenCount != null && others + candidatesTokenCount === totalTokenCount;
    return inclusive ? candidatesTokenCount : output;
  },
} as const satisfies Quirks;
