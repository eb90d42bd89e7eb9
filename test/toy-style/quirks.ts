import type { Quirks } from "../../src/styles/shared/quirks.js";

export const QUIRKS = {
  /** The end is said in capitals. Source: https://example.com/toy. */
  capitals: { seenAt: "old toys", since: "2026-11-23", fixture: "capitals", rewrite: (end: string) => end.toLowerCase() },
} as const satisfies Quirks;
