/** How the source is built: who may import whom, what a room looks like, what no file may touch. */
import { describe, expect, it } from "vitest";
import { type Source, sources } from "./support/sources.js";

const isCommand = ({ path }: Source) => path === "cli.ts" || path.startsWith("cli/");
const library = sources.filter((source) => !isCommand(source));
const rooms = [...new Set(sources.flatMap(({ path }) => /^styles\/([^/]+)\//.exec(path)?.[1] ?? []))].filter((room) => room !== "shared");

/** The only data that is not source. */
const MODELS = "../data/models.json";

/** What each part of the source may import besides itself. */
const ALLOWED: readonly (readonly [part: string, allowed: readonly string[]])[] = [
  ["core/", ["type-fest"]],
  ["model/", ["core/"]],
  ["sse/", ["core/"]],
  ["json-schema/", ["core/", "model/"]],
  ["models/", ["core/", "model/", MODELS]],
  ["styles/options.ts", ["core/", "model/", "json-schema/"]],
  ["styles/style.ts", ["core/", "model/", "styles/options.ts"]],
  ["styles/shared/", ["core/", "model/", "json-schema/", "fields/", "styles/options.ts", "styles/style.ts"]],
  ...rooms.map(
    (room) =>
      [
        `styles/${room}/`,
        ["core/", "model/", "json-schema/", "fields/", "stream/", "styles/options.ts", "styles/style.ts", "styles/shared/", "type-fest"],
      ] as const,
  ),
];

describe("imports", () => {
  for (const [part, allowed] of ALLOWED)
    it(`of ${part} go to ${allowed.join(", ")} and nowhere else`, () => {
      const files = sources.filter(({ path }) => path.startsWith(part));
      expect(files.length).toBeGreaterThan(0);
      const strays = files.flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => ![part, ...allowed].some((start) => target.startsWith(start)))
          .map(({ target }) => `${path} -> ${target}`),
      );
      expect(strays).toEqual([]);
    });

  it("name the rooms only in the registry", () => {
    const strays = library
      .filter(({ path }) => !path.startsWith("styles/") && path !== "registry.ts")
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target }) => rooms.some((room) => target.startsWith(`styles/${room}/`)))
          .map(({ target }) => `${path} -> ${target}`),
      );
    expect(strays).toEqual([]);
  });

  it("of the facts of models come in the library from their own entry alone", () => {
    const strays = library.filter(
      ({ path, imports }) => !path.startsWith("models/") && imports.some(({ target }) => target.startsWith("models/")),
    );
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it("of packages are, for types alone, of type-fest", () => {
    const packages = library.flatMap(({ path, imports }) =>
      imports
        .filter(({ target, typeOnly }) => !target.endsWith(".ts") && !(target === "type-fest" && typeOnly) && target !== MODELS)
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(packages).toEqual([]);
  });

  it("of the command come from nowhere but the command", () => {
    const strays = library.filter(({ imports }) => imports.some(({ target }) => target === "cli.ts" || target.startsWith("cli/")));
    expect(strays.map(({ path }) => path)).toEqual([]);
  });

  it("never go round in a circle", () => {
    expect(circles()).toEqual([]);
  });
});

/** Type-only imports vanish and close no circle. */
function circles(): string[] {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => target)]),
  );
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]) => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    state.set(path, "open");
    for (const target of graph.get(path) ?? []) if (graph.has(target)) visit(target, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

const REQUIRED_FILES = [
  "index.ts",
  "types.ts",
  "types-answer.ts",
  "types-content.ts",
  "wire.ts",
  "request.ts",
  "turns.ts",
  "parts.ts",
  "tools.ts",
  "thinking-config.ts",
  "fields.ts",
  "finish.ts",
  "response.ts",
  "citations.ts",
  "error.ts",
  "edge.ts",
  "stream-decoder.ts",
  "stream-encoder.ts",
  "rules.ts",
  "rules-request.ts",
] as const;

describe("styles", () => {
  it("are found", () => {
    expect(rooms.length).toBeGreaterThanOrEqual(3);
  });

  for (const room of rooms)
    it(`${room} has the files of every style`, () => {
      const start = `styles/${room}/`;
      const files = sources.flatMap(({ path }) => (path.startsWith(start) ? [path.slice(start.length)] : []));
      expect(REQUIRED_FILES.filter((name) => !files.includes(name))).toEqual([]);
      expect(files.filter((name) => !/^[a-z]+(-[a-z]+)*\.ts$/.test(name))).toEqual([]);
    });
});

/** Names that read a clock, dice, the environment or the network, that wait, or that not every platform has. */
const IMPURE = new Set([
  ...[
    "fetch",
    "XMLHttpRequest",
    "WebSocket",
    "process",
    "Buffer",
    "require",
    "console",
    "crypto",
    "performance",
    "navigator",
    "localStorage",
  ],
  ...["globalThis", "window", "self", "document", "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "eval"],
]);

/** Lists whose length the code itself knows. */
const BOUNDED_SPREADS: readonly string[] = [
  "styles/messages/rules-messages.ts: ofKind(...VENDOR_BLOCKS())",
  "translate-bytes.ts: String.fromCharCode(...bytes.subarray(Math.max(0, open - 24), open))",
  "translate-bytes.ts: String.fromCharCode(...bytes.subarray(open + 1, open + 1 + HEAD))",
];

describe("every file of the library", () => {
  it("does no I/O and reads no clock, dice or environment", () => {
    const names = library.flatMap(({ freeNames }) =>
      freeNames.filter(({ name }) => IMPURE.has(name)).map(({ name, place }) => `${place} ${name}`),
    );
    const calls = library.flatMap(({ path, text }) => (/\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/.test(text) ? [path] : []));
    const modules = library.flatMap(({ path, imports }) => (imports.some(({ target }) => target.startsWith("node:")) ? [path] : []));
    expect({ names, calls, modules }).toEqual({ names: [], calls: [], modules: [] });
  });

  it("has no module state", () => {
    expect(library.flatMap(({ moduleState }) => moduleState)).toEqual([]);
  });

  it("has no `any`, no cast but `as const`, no `!` and no silenced checker", () => {
    expect(sources.flatMap(({ looseTypes }) => looseTypes)).toEqual([]);
    expect(sources.flatMap(({ path, text }) => (/@ts-(?:ignore|expect-error|nocheck)|biome-ignore/.test(text) ? [path] : []))).toEqual([]);
  });

  it("hands no list of unknown length over as arguments, which the stack must hold", () => {
    expect([...new Set(sources.flatMap(({ spreads }) => spreads))].sort()).toEqual([...BOUNDED_SPREADS].sort());
    expect(library.filter(({ text }) => /\.apply\(/.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it("is at most 350 lines long", () => {
    expect(sources.filter(({ lines }) => lines > 350).map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });
});
