/** Who is told what was found, and where. */
import type { Issue } from "../core/issue.js";

/** What findings are of: a client's request, a whole answer, or a stream. */
export type Phase = "request" | "response" | "stream";

/** Where findings come from. */
export interface IssueOrigin {
  /** The client's request; its body has been read. In `createHandler` the very object that was passed in. */
  readonly request: Request;
  /** `"request"`: what the upstream is not told, or why the request was refused; `"response"`, `"stream"`: what the client is not told. */
  readonly phase: Phase;
}

/**
 * Told of findings: once for a request, and once for its answer, or at the end of its stream; also where there are none. What it
 * throws passes through.
 */
export type OnIssues = (issues: readonly Issue[], origin: IssueOrigin) => void;

/** The same within one call. */
export type Tell = (issues: readonly Issue[], phase: Phase) => void;
