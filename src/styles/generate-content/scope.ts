/** What decoders and encoders of this style hand down: where issues and traces go, and what they know of the other side. */

import type { Issue } from "../../core/issue.js";
import { codecLog, type IssueLog } from "../../core/issue-log.js";
import { createTrace, type Trace } from "../../core/trace.js";
import type { FieldScope } from "../../fields/row.js";
import { type Capabilities, capabilitiesOf } from "../../model/capabilities.js";
import { createToolNames, type ToolNames } from "../../model/tools.js";
import type { Context, DecodeOptions, EncodeOptions } from "../options.js";
import { functionName, type Limits, limits } from "./limits.js";

export const STYLE = "generate-content";

export interface DecodeScope {
  readonly trace: Trace;
  readonly report: (issue: Issue) => void;
  readonly context: Context;
}
/** That of a whole document. */
export interface DocumentScope extends DecodeScope {
  readonly log: IssueLog;
  readonly options: DecodeOptions;
}

export function decodeScope(options: DecodeOptions): DocumentScope {
  const log = codecLog(options);
  return { trace: createTrace(), log, report: (issue) => log.add(issue), context: options.context ?? {}, options };
}

export interface EncodeScope extends FieldScope {
  readonly document: "request" | "response";
  readonly limits: Limits;
  readonly model: string;
  readonly generation: number | undefined;
  readonly capabilities: Capabilities;
  readonly options: EncodeOptions;
  readonly trace: Trace;
  readonly log: IssueLog;
  /** Each name that is rewritten is reported once, where it is met first. */
  readonly names: ToolNames;
  /** The detail that all images of the request share, where it is said once for all of them. */
  readonly sharedDetail?: "low" | "medium" | "high" | "original";
}

export function encodeScope(document: EncodeScope["document"], model: string, options: EncodeOptions): EncodeScope {
  const log = codecLog(options);
  const report = (issue: Issue) => log.add(issue);
  const profile = options.profile ?? "gateway";
  // What a model takes is asked of requests alone.
  const capabilities = document === "request" ? capabilitiesOf(model, options.capabilities) : {};
  return {
    target: STYLE,
    document,
    profile,
    limits: limits[profile],
    own: options.from === undefined || options.from === STYLE,
    model,
    generation: document === "request" ? (options.modelGeneration ?? capabilities.generation) : undefined,
    capabilities,
    options,
    trace: createTrace(),
    log,
    report,
    names: createToolNames(functionName, STYLE, report, true),
  };
}
