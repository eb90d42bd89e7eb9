/** Puts the toy style into the registries, for the test file that calls this before it loads anything else of the library. */
import { afterAll, vi } from "vitest";

const EDGES = "../../src/edge-registry.js";
const REGISTRY = "../../src/registry.js";
/** The line of the registry. */
const added = async () => [(await import("./index.js")).toy];

export function registerToy(): void {
  // Other tests may have loaded the library without it.
  vi.resetModules();
  vi.doMock(EDGES, async (original) => {
    const { edges, styleNames, ...rest } = await original<typeof import("../../src/edge-registry.js")>();
    const news = await added();
    const all = { ...edges, ...Object.fromEntries(news.map(({ name, edge }) => [name, edge])) };
    return { ...rest, edges: all, styleNames: [...styleNames, ...news.map(({ name }) => name)], checkStyleName: () => {} };
  });
  vi.doMock(REGISTRY, async (original) => {
    const { styles, styleFacts, ...rest } = await original<typeof import("../../src/registry.js")>();
    const news = (await added()).map((style) => [style.name, style] as const);
    const all: Readonly<Record<string, unknown>> = { ...styles, ...Object.fromEntries(news) };
    return { ...rest, styles: all, styleFacts: new Map([...styleFacts, ...news]), styleNamed: (name: string) => all[name] };
  });
  afterAll(() => {
    vi.doUnmock(EDGES);
    vi.doUnmock(REGISTRY);
    vi.resetModules();
  });
}
