/** V-27: function calls and their responses, content by content, and the signatures of the current turn. */
import { type Fault, type Fields, own } from "../../core/check.js";
import { objects } from "../../core/checks.js";
import { isObject } from "../../core/json.js";

export function functionPairing(contents: unknown, generation: number | undefined): Fault[] | undefined {
  if (!Array.isArray(contents)) return undefined;
  const faults: Fault[] = [];
  let calls = 0;
  let turn = 0;
  let modelBefore = false;
  contents.forEach((content: unknown, index) => {
    if (!isObject(content)) return;
    const isModel = own(content, "role") === "model";
    const inside = countOf(content, "functionResponse");
    // Responses in a model content are of calls that the service made itself.
    const responses = isModel ? 0 : inside;
    // Model contents that follow each other are one turn: a client that keeps a stream has one for each of its events.
    if (responses !== calls && !(isModel && modelBefore))
      faults.push({
        at: ["contents", index],
        says: `has ${responses} function responses after ${calls} function calls; each call needs one response in the next content`,
        expected: `${calls} function responses`,
        received: `${responses} function responses`,
      });
    const open = isModel ? Math.max(0, countOf(content, "functionCall") - inside) : 0;
    calls = isModel && modelBefore ? calls + open : open;
    modelBefore = isModel;
    if (!isModel && responses === 0) turn = index;
  });
  if (calls > 0)
    faults.push({
      at: ["contents", contents.length - 1],
      says: `has ${calls} function calls, and no content with their responses follows`,
      expected: `${calls} function responses`,
      received: "0 function responses",
    });
  if (generation !== undefined && generation >= 3) faults.push(...unsigned(contents, turn));
  return faults.length === 0 ? undefined : faults;
}

function countOf(content: Fields, kind: string): number {
  return objects(content.parts).filter((part) => own(part, kind) !== undefined).length;
}

function unsigned(contents: readonly unknown[], turn: number): Fault[] {
  return contents.flatMap((content, index): Fault[] => {
    if (index < turn || !isObject(content) || own(content, "role") !== "model" || !Array.isArray(content.parts)) return [];
    const position = content.parts.findIndex((part: unknown) => isObject(part) && own(part, "functionCall") !== undefined);
    const part: unknown = content.parts[position];
    if (!isObject(part) || own(part, "thoughtSignature") !== undefined) return [];
    const at = ["contents", index, "parts", position, "thoughtSignature"];
    return [
      {
        at,
        says: "is required on the first function call of a step and is missing",
        expected: "the signature that came with the call",
        received: "nothing",
      },
    ];
  });
}
