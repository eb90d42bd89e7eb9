/** The pages of the repository as a site. Pages stay where they are, so that their links hold in both places. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type MarkdownRenderer } from "vitepress";
import { addressOf, ENTRIES, GROUPS, leadsToPage, targetOf, titleOf } from "./pages.js";

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const documents = GROUPS.map(({ text, pages }) => ({
  text,
  items: pages
    .filter((page) => existsSync(inRoot(`${page}.md`)))
    .map((page) => ({ text: titleOf(readFileSync(inRoot(`${page}.md`), "utf8")) ?? page, link: addressOf(page) })),
}));
const entries = ENTRIES.map((name) => ({ text: name, link: `/api/${name}` }));
const sidebar = documents.toSpliced(-1, 0, { text: "API", items: [{ text: "All entries", link: "/api/" }, ...entries] });

/** A link to a file that is no page, as to an example's source, is shown as text: there is nothing behind it on the site. */
function plainLinks(md: MarkdownRenderer): void {
  md.core.ruler.push("plain-links", ({ tokens }) => {
    for (const { children } of tokens) {
      let isOpen = false;
      for (const token of children ?? []) {
        if (token.type === "link_open") {
          token.attrSet("href", targetOf(token.attrGet("href") ?? ""));
          isOpen = !leadsToPage(token.attrGet("href") ?? "");
        }
        if (!isOpen || !token.type.startsWith("link_")) continue;
        if (token.type === "link_close") isOpen = false;
        token.tag = "span";
        token.type = token.type.replace("link", "span");
        token.attrs = null;
      }
    }
  });
}

/** The ids of headings as GitHub makes them, so that links to them hold in both places. */
function slugify(heading: string): string {
  const words = heading.trim().toLowerCase();
  return words.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
}

/** The pages stand outside of this folder, so that what their code imports is not found from where they are. */
const vueFromHere = {
  name: "vue-from-here",
  enforce: "pre",
  resolveId(this: Resolver, id: string, _importer: string | undefined, { ssr }: { readonly ssr?: boolean }) {
    if (!/^vue(?:$|\/)/.test(id)) return undefined;
    return ssr === true ? { id, external: true } : this.resolve(id, inRoot("site/package.json"), { skipSelf: true });
  },
} as const;

interface Resolver {
  resolve(id: string, importer: string, options: { readonly skipSelf: boolean }): Promise<{ readonly id: string } | null>;
}

const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; form-action 'none'";

export default defineConfig({
  title: "interlingua",
  description: "Translates LLM requests, answers, errors and streams between three wire styles, and names what was lost.",
  srcDir: inRoot(""),
  srcExclude: ["{bench,data,dist,examples,fixtures,reports,src,test,.ci,.github}/**", "docs/api.md", "site/{playground,node_modules}/**"],
  rewrites: (page) => (page === "README.md" ? "index.md" : page.replace(/^site\//, "")),
  cleanUrls: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  // Nothing leaves a page of the site, which is what the playground promises. In development there is a socket.
  transformHead: () => [["meta", { "http-equiv": "Content-Security-Policy", content: POLICY }]],
  // The time of each page would need the history of the repository.
  lastUpdated: false,
  markdown: { config: plainLinks, anchor: { slugify } },
  vite: {
    plugins: [vueFromHere],
  },
  themeConfig: {
    nav: [
      { text: "Guide", link: "/docs/guide" },
      { text: "Playground", link: "/playground" },
      { text: "API", link: "/api/" },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: "local" },
  },
});
