/** Where the value at a path stands in a JSON text, so that a finding can be shown in the text as it was written. */

/** Offsets of UTF-16 units: `text.slice(start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
type Path = readonly (string | number)[];

interface Node {
  readonly children: Map<string | number, Node>;
  readonly indexes: number[];
}

/** Strings, brackets, numbers and words; what is between them does not matter in a text that is known to be JSON. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * The spans of paths: the key with its value, or of an object or a list the key alone, or its opening bracket. A path that
 * leads nowhere gets the span of the nearest place above it, and none where that is the root. One pass over the text.
 *
 * @param text JSON that parses
 */
export function spansOf(text: string, paths: readonly Path[]): readonly (Span | undefined)[] {
  const found: (Span | undefined)[] = paths.map(() => undefined);
  const root = treeOf(paths);
  const open: { readonly node: Node | undefined; readonly isList: boolean; index: number; key: Token | undefined }[] = [];
  let isKey = false;
  for (const match of text.matchAll(TOKENS)) {
    const token = { text: match[0], start: match.index, end: match.index + match[0].length };
    const top = open.at(-1);
    if (token.text === "}" || token.text === "]") open.pop();
    else if (token.text === ",") {
      if (top?.isList === true) top.index++;
      else isKey = true;
      continue;
    } else if (token.text === ":") continue;
    else if (isKey && top !== undefined) {
      top.key = token;
      isKey = false;
      continue;
    } else {
      const node = top === undefined ? root : childOf(top);
      const isOpening = token.text === "{" || token.text === "[";
      const key = top?.isList === false ? top.key : undefined;
      const span = { start: key?.start ?? token.start, end: isOpening && key !== undefined ? key.end : token.end };
      if (top !== undefined) for (const index of node?.indexes ?? []) found[index] = span;
      if (isOpening) open.push({ node, isList: token.text === "[", index: 0, key: undefined });
      isKey = token.text === "{";
      continue;
    }
    isKey = false;
  }
  return found;
}

interface Token extends Span {
  readonly text: string;
}

function childOf(parent: {
  readonly node: Node | undefined;
  readonly isList: boolean;
  readonly index: number;
  readonly key: Token | undefined;
}) {
  if (parent.node === undefined) return undefined;
  return parent.node.children.get(parent.isList ? parent.index : keyOf(parent.key));
}

function keyOf(token: Token | undefined): string {
  const key: unknown = token === undefined ? "" : JSON.parse(token.text);
  return typeof key === "string" ? key : "";
}

/** The steps of all paths as one tree. Each place knows the paths that end there or lead through it: the deepest found wins. */
function treeOf(paths: readonly Path[]): Node {
  const root: Node = { children: new Map(), indexes: [] };
  for (const [index, path] of paths.entries()) {
    let node = root;
    for (const step of path) {
      const next: Node = node.children.get(step) ?? { children: new Map(), indexes: [] };
      node.children.set(step, next);
      next.indexes.push(index);
      node = next;
    }
  }
  return root;
}
