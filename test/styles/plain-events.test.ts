/**
 * Events of streams that are read by hand, and those of messages, which are printed so: which changes of one place leave an event such a one. That it means what it
 * means to the schema is shown by the properties of each style.
 */
import { join } from "node:path";
import { isPlainChunk, plainChunk } from "../../src/styles/chat-completions/stream.js";
import { plainAnswer } from "../../src/styles/generate-content/stream.js";
import { isPlainEvent, plainDelta, print } from "../../src/styles/messages/stream.js";
import { checkOutcomes } from "../support/outcomes.js";

const VALUES: readonly unknown[] = [null, "", "x", "assistant", "model", 0, -1, 0.5, true, [], {}, [{}], { x: 1 }];

/** The document, and with each place gone or of another value, and with one member more. */
function changes(document: unknown): (readonly [what: string, changed: unknown])[] {
  const found: (readonly [string, unknown])[] = [["as it is", document]];
  const add = (what: string, change: (copy: unknown) => void) => {
    const copy = structuredClone(document);
    change(copy);
    found.push([what, copy]);
  };
  const visit = (node: unknown, path: readonly string[]) => {
    if (typeof node !== "object" || node === null) return;
    const at = (copy: unknown): object => path.reduce((inner, key) => Object(inner)[key], copy) ?? {};
    const place = (key: string) => [...path, key].join(".");
    if (Array.isArray(node)) add(place("more"), (copy) => Object.assign(at(copy), { [node.length]: node[0] }));
    else for (const value of [null, "x", 1]) add(`${place("x")} = ${value}`, (copy) => Object.assign(at(copy), { x: value }));
    for (const [key, inner] of Object.entries(node)) {
      if (!Array.isArray(node)) add(`${place(key)} gone`, (copy) => Reflect.deleteProperty(at(copy), key));
      for (const value of VALUES) add(`${place(key)} = ${JSON.stringify(value)}`, (copy) => Object.assign(at(copy), { [key]: value }));
      visit(inner, [...path, key]);
    }
  };
  visit(document, []);
  return found;
}

/** What is read of each change that is taken. */
const taken = (read: (event: unknown) => unknown) => (given: unknown) =>
  Object.fromEntries(changes(given).flatMap(([what, event]) => (read(event) ? [[what, read(event)]] : [])));

checkOutcomes(join(import.meta.dirname, "fixtures/plain-events"), {
  plainChunk: taken(plainChunk),
  isPlainChunk: taken(isPlainChunk),
  plainAnswer: taken((event) => {
    const answer = plainAnswer(event);
    return answer && (answer === event || answer);
  }),
  plainDelta: taken(plainDelta),
  isPlainEvent: taken((event) => isPlainEvent(event) && (print(event) ?? true)),
});
