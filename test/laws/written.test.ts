/** A translated request is judged by rules alone. That is sound because an encoder's document always has the shape of its style. */
import fc from "fast-check";
import { describe, it } from "vitest";
import { styleNames, styles, validators } from "../../src/style-lists.js";
import { wireDocument } from "../arbitraries/index.js";
import { documents } from "../support/documents.js";
import { mutated } from "../support/mutated.js";
import { runs } from "../support/runs.js";
import { allHold, holds, type Verdict } from "../support/verdict.js";

const PATH = "/v1beta/models/gemini-2.5-pro:generateContent";
const KEYS = [
  "role",
  "content",
  "type",
  "text",
  "parts",
  "input",
  "tools",
  "parameters",
  "name",
  "id",
  "tool_calls",
  "thinking",
  "extra_body",
];
const profiles = ["gateway", "vendor"] as const;
const LONG = 3_600_000;

for (const from of styleNames)
  describe(`a request of ${from}, written in another style`, () => {
    /** What the whole validator finds, but for warnings, beyond what the rules find, for every target and profile; nothing where nothing was written. */
    const unseen = (body: unknown, path = PATH): Verdict => {
      const verdicts = profiles.flatMap((profile) => {
        const source = styles[from].request.decode(body, { profile, path });
        return styleNames
          .filter((to) => to !== from)
          .map((to) => {
            const written = source.ok ? styles[to].request.encode(source.value, { profile, from }) : source;
            if (!written.ok) return undefined;
            const { body: made, path: place } = written.value;
            const options = { profile, path: place };
            const validate = validators[to];
            const seen = validate
              .written(made, place, { ...options, skipMedia: true }, written.plain)
              .map(({ path: at, code }) => `${code} ${at.join(".")}`);
            return validate
              .request(made, { ...options, skipMedia: true })
              .flatMap(({ path: at, code, severity }) => (severity === "warning" ? [] : [`${code} ${at.join(".")}`]))
              .filter((finding) => !seen.includes(finding));
          });
      });
      return verdicts.every((verdict) => verdict === undefined) ? undefined : verdicts.flatMap((verdict) => verdict ?? []);
    };

    it(
      "has its shape, whatever the request was",
      () => {
        fc.assert(
          fc.property(wireDocument(from, "request"), ({ body }) => {
            holds(unseen(body));
          }),
          runs(100),
        );
      },
      LONG,
    );

    it(
      "has its shape, whatever was wrong with the request",
      () => {
        fc.assert(
          fc.property(
            mutated(
              wireDocument(from, "request").map(({ body }) => body),
              KEYS,
            ),
            (body) => {
              holds(unseen(body));
            },
          ),
          runs(200),
        );
      },
      LONG,
    );

    it("has its shape, for all requests that are known", () => {
      const known = documents("request").filter(({ style }) => style === from);
      allHold(known.map(({ body, path }) => unseen(body, path)));
    });
  });
