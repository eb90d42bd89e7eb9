/** How a part of a stream is written that comes complete. Nothing of it looks back or ahead, so no block is looked up again. */

import type { Issue } from "../../core/issue.js";
import { UNTRACED } from "../../core/trace.js";
import type { CallIds } from "../../model/ids.js";
import type { StreamEncodeOptions } from "../style.js";
import { type BlockWriter, DECLARED_NAMES } from "./block.js";
import { ownMarker } from "./cache.js";

/** What writes parts whole. `ids`: those of all calls of the stream. */
export function createPartWriter(options: StreamEncodeOptions, report: (issue: Issue) => void, ids: CallIds): BlockWriter {
  return {
    document: "answer",
    options,
    trace: UNTRACED,
    report,
    marker: ownMarker,
    codeCalls: new Map(),
    ids,
    names: DECLARED_NAMES,
  };
}
