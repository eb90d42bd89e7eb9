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
    const registry = await original<typeof import("../../src/registry.js")>();
    const news = await added();
    const withNews = (list: object, item: (style: (typeof news)[number]) => unknown) => ({
      ...list,
      ...Object.fromEntries(news.map((style) => [style.name, item(style)])),
    });
    const { styles, ownFacts, requestStyles, responseStyles, streamStyles, errorCodecs, validators, modelLists, styleFacts } = registry;
    return {
      ...registry,
      styles: withNews(styles, (style) => style),
      ownFacts: withNews(ownFacts, (style) => style),
      requestStyles: withNews(requestStyles, (style) => style),
      responseStyles: withNews(responseStyles, ({ response, stream: { framing } }) => ({ response, framing })),
      streamStyles: withNews(streamStyles, (style) => style),
      errorCodecs: withNews(errorCodecs, ({ error }) => error),
      modelLists: withNews(modelLists, ({ models }) => models),
      validators: withNews(validators, ({ validate }) => validate),
      styleFacts: new Map([...styleFacts, ...news.map((style) => [style.name, style] as const)]),
    };
  });
  afterAll(() => {
    vi.doUnmock(EDGES);
    vi.doUnmock(REGISTRY);
    vi.resetModules();
  });
}
