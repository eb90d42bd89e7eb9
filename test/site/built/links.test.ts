/** Every link within the built site leads to a page, and to the part of it that it names. VitePress itself looks at pages only. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const site = resolve(import.meta.dirname, "../../../site/.vitepress/dist");

it("has no dead link", () => {
  const files = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
  const pages = new Map(files.map((name) => [`/${name.replace(/(?:index)?\.html$/, "")}`, readFileSync(join(site, name), "utf8")]));
  const ids = new Map(
    [...pages].map(([address, html]) => [address, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id))]),
  );
  const dead: string[] = [];
  let count = 0;
  for (const [address, html] of pages)
    for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"]+)"/g)) {
      if (/^(?:https?|mailto):/.test(href)) continue;
      const { pathname, hash } = new URL(href, `http://site${address}`);
      count++;
      const found = ids.get(pathname);
      if (found === undefined || (hash !== "" && !found.has(decodeURIComponent(hash.slice(1))))) dead.push(`${address}: ${href}`);
    }
  expect([...new Set(dead)]).toEqual([]);
  expect(count).toBeGreaterThan(1000);
});
