import type { Severity } from "./issue.js";

/** One rule of the specification (R-…) or of a vendor (V-…), as data. */
export interface Rule {
  /** `R-025`, `V-11`. */
  readonly id: string;
  /** The name of the style, or `all`. */
  readonly style: string;
  /** Which document it is about; `transport` is what stands around a body. */
  readonly document: "request" | "response" | "error" | "transport";
  /** Where it looks, in the notation of the specification: `messages[i].content[j].type`. */
  readonly path: string;
  /** What must hold, in one English clause. */
  readonly statement: string;
  /** `extension`: beyond the specification, accepted with an `info` unless `strict`. */
  readonly severity: Severity | "extension";
  /** Absent: both. */
  readonly profile?: "gateway" | "vendor";
}
