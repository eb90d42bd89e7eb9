/** Documents that are nearly what they should be: members set or taken away, anywhere. */
import fc from "fast-check";

const value = fc.oneof(
  fc.constantFrom(null, true, 0, 0.5, "", "model", "user", "assistant", "stop"),
  fc.constantFrom<unknown>([], {}, [null], [{}], { text: "x" }),
  fc.jsonValue({ maxDepth: 2 }),
);

/** @param keys of members that are added */
export function mutated(documents: fc.Arbitrary<unknown>, keys: readonly string[]): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), key: fc.constantFrom(...keys), value, gone: fc.boolean(), own: fc.boolean() });
  return fc.tuple(documents, fc.array(change, { minLength: 1, maxLength: 3 })).map(([document, changes]) => {
    const copy = parsed(document);
    for (const { at, key, value, gone, own } of changes) {
      const nodes = nodesOf(copy);
      const node = nodes[at % nodes.length];
      if (node === undefined) continue;
      const present = Object.keys(node);
      const name = own ? (present[at % Math.max(1, present.length)] ?? key) : key;
      // A hole in an array is no JSON.
      if (gone && Array.isArray(node)) node.splice(at % Math.max(1, node.length), 1);
      else if (gone) Reflect.deleteProperty(node, name);
      else Reflect.set(node, Array.isArray(node) ? node.length : name, parsed(value));
    }
    return copy;
  });
}

/** The value as it comes out of a parser. */
export function parsed(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function nodesOf(value: unknown): object[] {
  return typeof value === "object" && value !== null ? [value, ...Object.values(value).flatMap(nodesOf)] : [];
}
