/** What the playground shows, and the link that holds it. */
export const KINDS = ["request", "response", "stream"] as const;
export type Kind = (typeof KINDS)[number];
export const STYLES = ["chat-completions", "messages", "generate-content"] as const;
export type Style = (typeof STYLES)[number];

export interface State {
  readonly kind: Kind;
  readonly style: Style;
  readonly text: string;
}

/** Browsers and chats cut longer links. */
export const LONGEST_LINK = 30_000;

/** The part of an address behind its `#`; undefined where it would be too long for a link. */
export function hashOf({ kind, style, text }: State): string | undefined {
  const hash = `${kind}/${style}/${encodeURIComponent(text.toWellFormed())}`;
  return hash.length > LONGEST_LINK ? undefined : hash;
}

/** The state of a link; undefined for any other `#…`. */
export function stateOf(hash: string): State | undefined {
  const match = /^#?([^/]+)\/([^/]+)\/([^/]*)$/.exec(hash);
  const kind = KINDS.find((name) => name === match?.[1]);
  const style = STYLES.find((name) => name === match?.[2]);
  if (kind === undefined || style === undefined) return undefined;
  try {
    return { kind, style, text: decodeURIComponent(match?.[3] ?? "") };
  } catch {
    return undefined; // a broken escape: no link of ours
  }
}
