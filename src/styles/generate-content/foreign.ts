/**
 * Other vendors' signatures in generate-content history: a `thoughtSignature` whose bytes are a `sig1.` envelope. The
 * signature is taken out; a thought that holds nothing else goes with it.
 */
import { textOfBase64 } from "../../canonical/media.js";
import { unwrapSignature } from "../../canonical/signature.js";
import { type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok, type Success } from "../../core/result.js";

const KEYS = ["thoughtSignature", "thought_signature"];

export function withoutForeign(body: unknown): Success<unknown> {
  if (!isObject(body) || !Array.isArray(body.contents)) return ok(body);
  const issues: Issue[] = [];
  const contents: unknown[] = body.contents.map((content: unknown, index) => withoutEnvelopes(content, ["contents", index], issues));
  return issues.length === 0 ? ok(body) : ok({ ...body, contents }, issues);
}

function withoutEnvelopes(content: unknown, path: Path, issues: Issue[]): unknown {
  if (!isObject(content) || !Array.isArray(content.parts)) return content;
  const before = issues.length;
  const parts = content.parts.flatMap((part: unknown, index) => {
    if (!isObject(part)) return [part];
    const found = KEYS.flatMap((key) => {
      const origin = foreignOrigin(part[key]);
      return origin === undefined ? [] : [{ key, origin }];
    });
    if (found.length === 0) return [part];
    for (const { key, origin } of found) issues.push(unportable([...path, "parts", index, key], origin));
    const rest = Object.fromEntries(Object.entries(part).filter(([name]) => found.every(({ key }) => key !== name)));
    return rest.thought === true && (rest.text ?? "") === "" ? [] : [rest];
  });
  return issues.length === before ? content : { ...content, parts };
}

function foreignOrigin(value: unknown): string | undefined {
  // The envelope's head is 9 bytes, `sig1.m.t.`, which are the first 12 digits.
  const head = typeof value === "string" ? textOfBase64(value.slice(0, 12)) : undefined;
  const origin = head === undefined ? undefined : unwrapSignature(head)?.signature.origin;
  return origin === "generate-content" ? undefined : origin;
}

function unportable(path: Path, origin: string): Issue {
  return notice(
    "unportable.signature",
    path,
    `This signature is one of the ${origin} style, which a generate-content service would refuse; it was removed.`,
    {
      severity: "warning",
      from: origin,
    },
  );
}
