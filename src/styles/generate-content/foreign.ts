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
    const key = isObject(part)
      ? (["thoughtSignature", "thought_signature"].find((name) => foreignOrigin(part[name]) !== undefined) ?? "")
      : "";
    if (!isObject(part) || key === "") return [part];
    issues.push(unportable([...path, "parts", index, key], foreignOrigin(part[key]) ?? "unknown"));
    const { [key]: _signature, ...rest } = part;
    return rest.thought === true && (rest.text === "" || rest.text === undefined) ? [] : [rest];
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
