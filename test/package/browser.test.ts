/** The packed package in a browser: as modules by an import map, and as a bundle. Skipped with a message where no Chromium is installed. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { build } from "esbuild";
import { describe, expect, inject, it } from "vitest";
import { chromium, FLAGS } from "../support/chromium.js";
import { run } from "./run.js";

const consumer = inject("consumer");
const importMap = {
  imports: {
    interlingua: "/node_modules/interlingua/dist/index.js",
    "interlingua/web": "/node_modules/interlingua/dist/web.js",
  },
};
const page = (script: string) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><p id="path"></p><p id="body"></p><p id="stream"></p><p id="state"></p>${script}`;

/** What a page shows once its script is done. */
async function shown(pages: Record<string, string>, name: string): Promise<Record<string, string>> {
  const server = createServer(({ url = "/" }, response) => {
    const made = pages[url.slice(1)];
    response.setHeader("content-type", made !== undefined && extname(url) !== ".js" ? "text/html" : "text/javascript");
    const file = join(consumer, url);
    if (made === undefined && !existsSync(file)) response.statusCode = 404;
    response.end(made ?? (existsSync(file) ? readFileSync(file) : ""));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = isAddress(address) ? address.port : 0;
  const profile = mkdtempSync(join(tmpdir(), "interlingua-browser-"));
  try {
    const args = [...FLAGS, `--user-data-dir=${profile}`, "--virtual-time-budget=10000", "--dump-dom", `http://127.0.0.1:${port}/${name}`];
    const { output } = await run(chromium ?? "", args, consumer);
    return Object.fromEntries([...output.matchAll(/<p id="(\w+)">([^<]*)<\/p>/g)].map(([, id = "", text = ""]) => [id, text]));
  } finally {
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

function isAddress(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === "object" && address !== null;
}

describe.skipIf(chromium === undefined)(`a page (${chromium ?? "no Chromium is installed"})`, () => {
  const expected = { path: "/v1beta/models/m:generateContent", body: "hi", stream: "Grüß Gott", state: "done" };

  it("translates a request and a stream with the package's own modules", async () => {
    const map = `<script type="importmap">${JSON.stringify(importMap)}</script>`;
    expect(await shown({ "modules.html": page(`${map}<script type="module" src="/page.js"></script>`) }, "modules.html")).toEqual(expected);
  });

  it("translates a request and a stream from a bundle", async () => {
    const { outputFiles } = await build({
      entryPoints: [join(consumer, "page.js")],
      bundle: true,
      minify: true,
      format: "esm",
      target: "es2022",
      write: false,
    });
    const bundle = outputFiles[0]?.text ?? "";
    const pages = { "bundle.html": page(`<script type="module" src="/bundle.js"></script>`), "bundle.js": bundle };
    expect(await shown(pages, "bundle.html")).toEqual(expected);
  });
});
