/** Generated parts of hand-written pages, between `<!-- name -->` and `<!-- /name -->`. */

/** The page with another text between the marks. */
export function withPart(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`the page has no part ${name}`);
  return `${page.slice(0, from + start.length)}\n${text.trim()}\n${page.slice(to)}`;
}
