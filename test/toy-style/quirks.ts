import type { Quirks } from "../../src/styles/style.js";

export const QUIRKS = {
  /** The end is said in capitals. Seen at: old toys, since 2026-11-23. Fixture: capitals. Source: https://example.com/toy. */
  capitals: (end: string) => end.toLowerCase(),
} as const satisfies Quirks;
