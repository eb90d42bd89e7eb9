/** Puts the toy style into the registry, for the test file that calls this before it loads anything else of the library. */
import { afterAll, vi } from "vitest";

const REGISTRY = "../../src/registry.js";

export function registerToy(): void {
  // Other tests may have loaded the library without it.
  vi.resetModules();
  vi.doMock(REGISTRY, async (original) => {
    const { styles } = await original<typeof import("../../src/registry.js")>();
    const { toy, ...others } = await import("./index.js");
    // The line of the registry.
    return {
      styles: {
        ...styles,
        [toy.name]: { ...others, ...toy, facts: toy, framing: toy.stream.framing, http: toy.edge, codecs: toy, style: toy },
      },
    };
  });
  afterAll(() => {
    vi.doUnmock(REGISTRY);
    vi.resetModules();
  });
}
