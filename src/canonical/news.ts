/** Servers repeat their own fields on every chunk; only what differs from the last time is passed on. */
import type { Extensions, JsonObject, StyleName } from "./common.js";

/** Different unknown keys that are remembered. */
const MAX_KEYS = 256;

export interface News {
  /** The entries that are new or have changed; undefined when there are none. */
  of(extensions: Extensions | undefined): Extensions | undefined;
}

export function createNews(style: StyleName): News {
  const told = new Map<string, string>();

  function isNew(key: string, text: string): boolean {
    if (told.get(key) === text) return false;
    if (told.size < MAX_KEYS) told.set(key, text);
    return true;
  }

  return {
    of(extensions) {
      const kept: JsonObject | undefined = extensions?.[style];
      if (kept === undefined) return undefined;
      const fresh = Object.entries(kept).filter(([key, value]) => isNew(key, JSON.stringify(value)));
      return fresh.length === 0 ? undefined : { [style]: Object.fromEntries(fresh) };
    },
  };
}
