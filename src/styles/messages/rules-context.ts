import type { Capabilities } from "../../model/capabilities.js";

/** What the rules of a messages request ask beside the node they look at. */
export interface RequestContext {
  readonly capabilities: Capabilities;
}
