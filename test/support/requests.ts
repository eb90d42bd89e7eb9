/** Requests of the canonical model in short. */
import type { CanonicalRequest } from "../../src/model/index.js";
import { text } from "./parts.js";

/** A request that says "hi", with these fields. */
export const asking = (fields: Partial<CanonicalRequest> = {}): CanonicalRequest => ({
  model: "m",
  instructions: [],
  turns: [{ role: "user", parts: [text("hi")] }],
  tools: [],
  sampling: {},
  limits: {},
  output: {},
  stream: false,
  ...fields,
});
