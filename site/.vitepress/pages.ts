/** The sidebar, and which links lead to a page. */
export const GROUPS = [
  {
    text: "Start",
    pages: ["README", "docs/guide", "docs/recipes", "docs/frameworks", "docs/migrating", "docs/options", "docs/gateway", "docs/command"],
  },
  { text: "What comes out", pages: ["docs/translates", "docs/losses", "docs/issues", "docs/rules", "docs/quirks", "docs/exceptions"] },
  { text: "Reference", pages: ["docs/schemas", "docs/models", "docs/dialects", "docs/performance", "docs/tested-with"] },
  { text: "The project", pages: ["docs/architecture", "CONTRIBUTING", "CHANGELOG"] },
] as const;

/** The entries of the package. TypeDoc writes a page for each, in place of docs/api.md. */
export const ENTRIES = [
  "interlingua",
  ...["web", "sse", "schema", "models", "dialects", "codec"].map((name) => `interlingua/${name}`),
  ...["chat-completions", "messages", "generate-content"].flatMap((name) => [`interlingua/${name}`, `interlingua/${name}/rules`]),
] as const;

/** The address of a page: the README is the home page. */
export function addressOf(page: string): string {
  return page === "README" ? "/" : `/${page}`;
}

/** The text of a page's first heading. */
export function titleOf(text: string): string | undefined {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "");
}

/** Where a link of a page leads on the site. */
export function targetOf(href: string): string {
  return href.replace(/^(?:[./]|docs\/)*api\.md/, "/api/");
}

/** Whether a link of a page leads to a page of the site, to a part of its own, or elsewhere in the web. */
export function leadsToPage(href: string): boolean {
  return /^(?:https?:|mailto:|#|\/api\/)/.test(href) || /^(?:\.{0,2}\/)?(?:docs\/)?[\w-]+\.md(?:#.*)?$/.test(href);
}
