/** Documents of the toy style. */
import fc from "fast-check";
import { count, model, record, text, withUnknown } from "../arbitraries/common.js";

const say = withUnknown(record({ by: fc.constantFrom("system", "user", "assistant"), text }));
const tokens = record({ in: count, out: count });
const kind = fc.constantFrom("invalid-request", "authentication", "rate-limit", "internal", "overloaded", "timeout", "not-found");

export const toy = {
  request: withUnknown(
    record(
      { model, say: fc.array(say, { minLength: 1, maxLength: 4 }) },
      { heat: fc.constantFrom(0, 0.5, 1), most: fc.integer({ min: 1, max: 5000 }), live: fc.constant(true) },
    ),
  ).map((body) => ({ body })),
  response: withUnknown(
    record(
      { id: fc.constantFrom("i", "a-1"), model, answer: text, end: fc.constantFrom("done", "full", "barred", "perhaps"), tokens },
      { mood: fc.constantFrom("glad", "sad") },
    ),
  ),
  error: fc.record({ status: fc.constantFrom(400, 429, 500, 529), body: record({ fault: withUnknown(record({ kind, message: text })) }) }),
};
