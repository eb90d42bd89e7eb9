/** Servers repeat their own fields on every chunk; only what differs from the last time is passed on. */
import type { Extensions, JsonObject, StyleName } from "./common.js";

/** Different unknown keys that are remembered. */
const MAX_KEYS = 256;

export class ChangedFields {
  private readonly style: StyleName;
  private seen: Map<string, string> | undefined = undefined;

  constructor(style: StyleName) {
    this.style = style;
  }

  /** The entries that are new or have changed; undefined when there are none. */
  of(extensions: Extensions | undefined): Extensions | undefined {
    const kept: JsonObject | undefined = extensions?.[this.style];
    if (kept === undefined) return undefined;
    const fresh = Object.entries(kept).filter(([key, value]) => this.isNew(key, JSON.stringify(value)));
    return fresh.length === 0 ? undefined : { [this.style]: Object.fromEntries(fresh) };
  }

  private isNew(key: string, text: string): boolean {
    this.seen ??= new Map();
    if (this.seen.get(key) === text) return false;
    if (this.seen.size < MAX_KEYS) this.seen.set(key, text);
    return true;
  }
}
