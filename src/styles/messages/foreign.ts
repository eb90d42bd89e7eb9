/**
 * Other vendors' signatures in messages history: a thinking block whose signature, or a redacted block whose data, is a
 * `sig1.` envelope. The service would refuse such a block, so it is taken out whole.
 */
import { unwrapSignature } from "../../canonical/signature.js";
import { type Issue, notice } from "../../core/issue.js";
import { isObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { ok, type Success } from "../../core/result.js";

export function withoutForeign(body: unknown): Success<unknown> {
  if (!isObject(body) || !Array.isArray(body.messages)) return ok(body);
  const issues: Issue[] = [];
  const messages: unknown[] = body.messages.map((message: unknown, index) => withoutCarriers(message, ["messages", index], issues));
  return issues.length === 0 ? ok(body) : ok({ ...body, messages }, issues);
}

function withoutCarriers(message: unknown, path: Path, issues: Issue[]): unknown {
  if (!isObject(message) || !Array.isArray(message.content)) return message;
  const before = issues.length;
  const content = message.content.filter((block: unknown, index) => {
    const origin = foreignOrigin(block);
    if (origin !== undefined) issues.push(unportable([...path, "content", index], origin));
    return origin === undefined;
  });
  return issues.length === before ? message : { ...message, content };
}

function foreignOrigin(block: unknown): string | undefined {
  if (!isObject(block)) return undefined;
  const value = block.type === "thinking" ? block.signature : block.type === "redacted_thinking" ? block.data : undefined;
  const origin = typeof value === "string" ? unwrapSignature(value)?.signature.origin : undefined;
  return origin === "messages" ? undefined : origin;
}

function unportable(path: Path, origin: string): Issue {
  return notice(
    "unportable.signature",
    path,
    `This block holds a signature of the ${origin} style, which a messages service would refuse; it was removed.`,
    {
      severity: "warning",
      from: origin,
    },
  );
}
