/**
 * Canonical parts as parts of this wire. In requests only this vendor's own signatures are sent; in answers every signature
 * travels, another vendor's in an envelope, because the client gives it back.
 */

import { compact, type NothingLeft } from "../../core/compact.js";
import { approximated, dropped, equivalent, failure, notice } from "../../core/issue.js";
import { isJsonObject } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { FieldPaths } from "../../core/trace.js";
import { argumentsObject } from "../../model/arguments.js";
import { dropUnknown, restoreUnknown } from "../../model/extensions.js";
import type { JsonObject, Part, TextPart, ToolCallPart } from "../../model/index.js";
import { base64OfText } from "../../model/media.js";
import type { SignatureSlot } from "../../model/signature.js";
import { wrapSignature } from "../../model/signature.js";
import { encodeMedia } from "./media.js";
import { type EncodeScope, STYLE } from "./scope.js";
import { foreignServerTool, toolTypeOf } from "./server-tools.js";
import { encodeSignature } from "./signature.js";
import type { GenerateContentPart } from "./wire.js";

type Extras = Pick<Part, "cacheControl" | "signature" | "extensions">;

/** Results of commands are results of code here. */
export function reportCommands(parts: readonly Part[], path: Path, scope: EncodeScope): void {
  if (scope.own || parts.every((part) => part.type !== "code-result")) return;
  const commands = new Set(parts.flatMap((part) => (part.type === "code-call" && part.language !== "python" ? [part.id] : [])));
  parts.forEach((part, index) => {
    if (part.type === "code-result" && commands.has(part.callId))
      scope.report(equivalent([...path, "parts", index], "The result of a command is one of code here, and so it is on the way back."));
  });
}

/** The parts that a canonical part becomes: mostly one, none where the target has no place for it. */
export function encodePart(part: Part, path: Path, scope: EncodeScope): GenerateContentPart[] {
  switch (part.type) {
    case "text":
      return encodeText(part, path, scope);
    case "tool-call":
      return encodeCall(part, path, scope);
    default:
      return encodeOther(part, path, scope);
  }
}

function encodeText(part: TextPart, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const { type: _type, text, citations, cacheControl: _cacheControl, signature, extensions, ...left } = part;
  left satisfies NothingLeft;
  if (citations !== undefined && citations.length > 0 && scope.document === "request")
    scope.report(
      dropped("dropped.field", [...path, "citations"], "Text in a generate-content request cites nothing; the text itself is kept."),
    );
  if (text === "" && signature === undefined && extensions?.[STYLE] === undefined) return emptyText(part, path, scope);
  return finish({ text }, part, "x", path, scope);
}

function encodeCall(part: ToolCallPart, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const {
    type: _type,
    id,
    name,
    variant,
    arguments: args,
    idSynthesized: _made,
    cacheControl: _,
    signature: _s,
    extensions: _e,
    ...left
  } = part;
  left satisfies NothingLeft;
  if (variant === "custom" && !scope.own)
    scope.report(equivalent(path, "The call of a free-form tool is one of a function with the text as its argument `input`."));
  const call = { id, name: scope.names.rename(name, [...path, "name"]), args: encodeArguments({ variant, arguments: args }, path, scope) };
  return finish({ functionCall: call }, part, "c", path, scope, CALL);
}

function encodeOther(part: Exclude<Part, TextPart | ToolCallPart>, path: Path, scope: EncodeScope): GenerateContentPart[] {
  const { cacheControl, signature, extensions, ...rest } = part;
  switch (rest.type) {
    case "thinking": {
      const { type: _type, text, summary, ...left } = rest;
      left satisfies NothingLeft;
      if (removesThought(part, path, scope)) return [];
      if (summary === true && !scope.own)
        scope.report(equivalent(path, "generate-content does not tell summaries of thoughts from thoughts; nor does the way back."));
      return finish({ text, thought: true }, part, "t", path, scope);
    }
    case "redacted-thinking": {
      const { type: _type, data, ...left } = rest;
      left satisfies NothingLeft;
      if (scope.document === "request") {
        // This vendor redacts nothing: what a server of another style calls that is a signature.
        if (signature?.origin === STYLE) return finish({ text: "", thought: true }, part, "t", path, scope);
        scope.report(
          unportable(
            path,
            signature?.origin ?? "unknown",
            "This redacted thought belongs to another vendor, which alone can read it; it was removed.",
          ),
        );
        return [];
      }
      const origin = signature?.origin ?? "unknown";
      const thoughtSignature = base64OfText(wrapSignature({ value: data, origin }, "r"));
      return finish({ text: "", thought: true, thoughtSignature }, compact({ cacheControl, extensions }), "r", path, scope);
    }
    case "refusal": {
      const { type: _type, text, ...left } = rest;
      left satisfies NothingLeft;
      scope.report(
        scope.document === "request"
          ? equivalent([...path, "text"], "A refusal is text in generate-content; the way back gives text.")
          : approximated("approximated.finish_reason", path, "A refusal is text in a generate-content answer."),
      );
      return finish({ text }, part, "x", path, scope);
    }
    case "image":
    case "audio":
    case "video":
    case "document": {
      const wire = encodeMedia(rest, path, scope, (inner, at) => encodePart(inner, at, scope));
      const [first, ...more] = wire;
      return first === undefined ? leaveExtras(part, path, scope) : [...finish(first, part, "x", path, scope), ...more];
    }
    case "code-call": {
      const { type: _type, id, language, code, ...left } = rest;
      left satisfies NothingLeft;
      const python = language === "python";
      if (!python && !scope.own)
        scope.report(
          approximated("approximated.enum", path, "generate-content knows Python code only.", {
            from: language.slice(0, 100),
            to: "LANGUAGE_UNSPECIFIED",
          }),
        );
      const word = python || scope.own ? language.toUpperCase() : "LANGUAGE_UNSPECIFIED";
      return finish({ executableCode: { language: word, code, id } }, part, "x", path, scope, CODE);
    }
    case "code-result":
      return finish({ codeExecutionResult: encodeCodeResult(rest, path, scope) }, part, "x", path, scope, CODE_RESULT);
    case "server-tool-call": {
      const { type: _type, id, name, input, ...left } = rest;
      left satisfies NothingLeft;
      if (!scope.own) return foreignServerTool(rest, path, scope);
      const args = isJsonObject(input) ? input : { input };
      return finish({ toolCall: { id, toolType: toolTypeOf(name), args } }, part, "c", path, scope);
    }
    case "server-tool-result": {
      const { type: _type, callId, name, result: _result, error: _error, raw, ...left } = rest;
      left satisfies NothingLeft;
      if (!scope.own) return foreignServerTool(rest, path, scope);
      return finish(
        { toolResponse: { id: callId, toolType: toolTypeOf(name), ...(isJsonObject(raw) ? { response: raw } : {}) } },
        part,
        "x",
        path,
        scope,
      );
    }
    case "search-result": {
      const { type: _type, source, title, content, citations: _citable, ...left } = rest;
      left satisfies NothingLeft;
      scope.report(approximated("approximated.media", path, "A search result is given as text: its title, its source, its content."));
      const text = [title, source, ...content.map((inner) => inner.text)].filter((line) => line !== "").join("\n");
      return finish({ text }, part, "x", path, scope);
    }
    case "tool-result":
      // Results stand in contents of their own; see messages.ts.
      scope.report(dropped("dropped.part", path, "A tool result may stand in a tool message only."));
      return [];
    case "opaque": {
      const { type: _type, style, value, ...left } = rest;
      left satisfies NothingLeft;
      if (style === STYLE && isJsonObject(value)) return [scope.trace.mark(value, path, {})];
      scope.report(dropped("dropped.part", path, `This part is one that only the ${style} style understands; it is left out.`));
      return [];
    }
    default:
      rest satisfies never;
      return [];
  }
}

const CALL = {
  "functionCall.id": ["id"],
  "functionCall.name": ["name"],
  "functionCall.args": ["arguments"],
  thoughtSignature: ["signature"],
};
const CODE = { "executableCode.language": ["language"], "executableCode.code": ["code"], "executableCode.id": ["id"] };
const CODE_RESULT = {
  "codeExecutionResult.outcome": ["outcome"],
  "codeExecutionResult.output": ["stdout"],
  "codeExecutionResult.id": ["callId"],
};

const SIGNED_FIELDS = { thoughtSignature: ["signature"] } as const;

/** Adds to a part what any part may have, and marks where it came from. */
function finish(
  wire: GenerateContentPart,
  extras: Extras,
  slot: SignatureSlot,
  path: Path,
  scope: EncodeScope,
  fields: FieldPaths = SIGNED_FIELDS,
): GenerateContentPart[] {
  const { signature, extensions } = extras;
  reportExtras(extras, path, scope);
  const signed =
    signature === undefined || !carries(signature, path, scope) ? wire : { ...wire, thoughtSignature: encodeSignature(signature, slot) };
  return [scope.trace.mark(restoreUnknown(signed, extensions, STYLE), path, fields)];
}

function reportExtras({ cacheControl, extensions }: Extras, path: Path, scope: EncodeScope): void {
  if (cacheControl !== undefined)
    scope.report(
      dropped("dropped.field", [...path, "cacheControl"], "generate-content caches by itself and takes no cache markers.", {
        severity: "info",
      }),
    );
  dropUnknown(extensions, STYLE, path, scope.report);
}

function leaveExtras(extras: Extras, path: Path, scope: EncodeScope): GenerateContentPart[] {
  reportExtras(extras, path, scope);
  return [];
}

/** Empty text says nothing: requests leave it out, answers keep one where there is nothing else. */
function emptyText(extras: Extras, path: Path, scope: EncodeScope): GenerateContentPart[] {
  if (scope.document === "response") return finish({ text: "" }, extras, "x", path, scope);
  const at = [...path, "text"];
  scope.report(dropped("dropped.part", at, "Empty text is left out of a generate-content request.", { severity: "info" }));
  return leaveExtras(extras, path, scope);
}

function carries(signature: NonNullable<Part["signature"]>, path: Path, scope: EncodeScope): boolean {
  if (scope.document === "response" || signature.origin === STYLE) return true;
  scope.report(
    unportable(
      [...path, "signature"],
      signature.origin,
      `This signature is one of the ${signature.origin} style, which a generate-content service would refuse; it was removed.`,
    ),
  );
  return false;
}

function unportable(path: Path, origin: string, message: string) {
  return notice("unportable.signature", path, message, { severity: "warning", from: origin });
}

/** Thoughts that this vendor did not sign are not needed and not sent. */
function removesThought({ signature }: Extras, path: Path, scope: EncodeScope): boolean {
  if (scope.document === "response") return false;
  if (signature === undefined) {
    if (scope.own) return false;
    scope.report(
      dropped("dropped.part", path, "A thought without a signature of this vendor is not needed for going on; it is left out.", {
        severity: "info",
      }),
    );
    return true;
  }
  if (signature.origin === STYLE) return false;
  scope.report(
    unportable(
      path,
      signature.origin,
      `This thought is signed by a vendor of the ${signature.origin} style and of no use to another; it was removed.`,
    ),
  );
  return true;
}

function encodeArguments(call: Pick<ToolCallPart, "variant" | "arguments">, path: Path, scope: EncodeScope): JsonObject {
  if (call.variant === "custom") return { input: call.arguments.json };
  const { value, wrapped } = argumentsObject(call.arguments);
  if (wrapped) {
    const at = [...path, "arguments"];
    scope.report(
      scope.options.invalidArguments === "reject"
        ? failure("failed.unsupported", at, "The arguments are no JSON object, and generate-content takes nothing else.")
        : approximated("approximated.arguments", at, "The arguments are no JSON object; they are given as text under `__raw_arguments`."),
    );
  }
  return value;
}

function encodeCodeResult(
  part: Omit<Extract<Part, { type: "code-result" }>, keyof Extras>,
  path: Path,
  scope: EncodeScope,
): NonNullable<GenerateContentPart["codeExecutionResult"]> {
  const { type: _type, callId, outcome, stdout, stderr, returnCode, files, ...left } = part;
  left satisfies NothingLeft;
  if (stderr !== undefined && stderr !== "" && (stdout !== "" || outcome === "ok"))
    for (const stream of ["stdout", "stderr"])
      scope.report(
        approximated(
          "approximated.media",
          [...path, stream],
          "generate-content has one output; what went to both streams stands one after the other.",
        ),
      );
  else if (outcome === "failed" && stdout !== "")
    for (const stream of ["stdout", "stderr"])
      scope.report(equivalent([...path, stream], "What failed code printed is its one output here; the way back calls it its errors."));
  if (returnCode !== undefined && returnCode !== (outcome === "ok" ? 0 : 1))
    scope.report(
      dropped("dropped.field", [...path, "returnCode"], "generate-content says only whether the code failed.", {
        severity: "info",
        from: returnCode,
      }),
    );
  if (files !== undefined && files.length > 0)
    scope.report(dropped("dropped.field", [...path, "files"], "generate-content has no list of files that the code wrote."));
  const word = { ok: "OUTCOME_OK", failed: "OUTCOME_FAILED", timeout: "OUTCOME_DEADLINE_EXCEEDED" }[outcome];
  return { outcome: word, output: stdout + (stderr ?? ""), id: callId };
}
