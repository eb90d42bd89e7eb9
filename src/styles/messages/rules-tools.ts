/** The declared tools, the choice among them (V-15), and cache markers over the whole request (V-14). */
import { type Fields, type NodeRules, own, type ReportFault, type Requirement } from "../../core/check.js";
import { all, constant, inside, matching, oneOf, present, unlisted } from "../../core/checks.js";
import { markersIn } from "./cache.js";
import { CACHE, TOOL_NAME } from "./limits.js";

export const TOOL_RULES: NodeRules<unknown> = {
  rows: [
    {
      id: "V-15",
      ...all(
        matching("name", TOOL_NAME.legal, "1 to 128 letters, digits, `_` or `-`"),
        inside("input_schema", constant("type", "object")),
        {
          at: "type",
          holds: "a tool of type `function` is another style's, and the sign of a body sent to the wrong endpoint",
          check: (tool) =>
            own(tool, "type") === "function"
              ? {
                  at: ["type"],
                  says: 'is "function", which is how a chat-completions tool is written; here a tool has `name` and `input_schema`',
                  expected: '"custom", a server tool, or none',
                  received: "function",
                }
              : undefined,
        },
      ),
    },
  ],
};

export const toolChoice: Requirement<unknown> = all(oneOf("type", ["auto", "any", "tool", "none"]), {
  at: "name",
  holds: "the type `tool` has a `name`",
  check: (choice) => (own(choice, "type") === "tool" ? present("name", "the name of a tool").check(choice) : undefined),
});

/** More markers than the vendor takes. */
export function surplusMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  markersIn(request).forEach(({ at }, index) => {
    if (index >= CACHE.maxMarkers)
      report({ at, says: `is marker number ${index + 1}; at most ${CACHE.maxMarkers} are allowed`, limit: CACHE.maxMarkers });
  });
}

/** Their words and their order. */
export function cacheMarkers(request: Fields, _context: unknown, report: ReportFault): undefined {
  let shortBefore = false;
  for (const { at, marker } of markersIn(request)) {
    const ttl = own(marker, "ttl");
    const wrong = [unlisted([...at, "type"], own(marker, "type"), CACHE.types), unlisted([...at, "ttl"], ttl, CACHE.ttls)];
    for (const fault of wrong) if (fault !== undefined) report(fault);
    // The marker of the whole request is put at its end, and takes part in the order as the vendor places it.
    if (ttl === "1h" && shortBefore && at.length > 1) {
      const says = "must not come after a marker of five minutes; the longer ones come first";
      report({ at: [...at, "ttl"], says, expected: "1h before 5m" });
    }
    // A time that is none takes no part in the order.
    if (ttl === undefined || ttl === "5m") shortBefore = true;
  }
}
