/** The playground of the built site, as a person uses it. Skipped with a message where no Chromium is installed. */
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { extname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "../../../site/playground/examples.js";
import { DEFAULTS, hashOf, type State } from "../../../site/playground/state.js";
import { type Browser, chromium, type Page, startBrowser } from "../../support/chromium.js";

const site = resolve(import.meta.dirname, "../../../site/.vitepress/dist");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

let browser: Browser;
let server: Server;
let origin = "";

beforeAll(async () => {
  if (chromium === undefined) return;
  if (!existsSync(join(site, "playground.html"))) throw new Error("There is no site to look at: npm run docs:build");
  server = createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://site");
    const file = [pathname, `${pathname}.html`, `${pathname}index.html`]
      .map((path) => join(site, path))
      .find((path) => extname(path) !== "" && existsSync(path));
    response.writeHead(file === undefined ? 404 : 200, { "content-type": TYPES[extname(file ?? "")] ?? "application/octet-stream" });
    response.end(file === undefined ? "" : readFileSync(file));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  browser = startBrowser();
});
afterAll(async () => {
  server?.close();
  await browser?.close();
});

const stateOf = (state: Partial<State>): string => `#${hashOf({ ...DEFAULTS, ...state })}`;
const READY = `document.querySelector(".playground")?.ariaBusy === "false"`;

async function opened(state: Partial<State> | undefined = undefined, width = 1400, scheme: "dark" | "light" = "light"): Promise<Page> {
  const page = await browser.page(width, 900, scheme);
  await page.open(`${origin}/playground${state === undefined ? "" : stateOf(state)}`);
  await page.until(READY);
  return page;
}
const stream: Partial<State> = EXAMPLES.find(({ kind }) => kind === "stream") ?? {};

describe.skipIf(chromium === undefined)(`the playground (${chromium ?? "no Chromium is installed"})`, () => {
  it("shows what comes out beside the source, and marks what was lost in it", async () => {
    const page = await opened();
    expect(
      await page.evaluate(`[...document.querySelectorAll(".columns > section > pre")].map((pre) => pre.textContent.split("\\n")[0])`),
    ).toEqual(["POST /v1/messages", "POST /v1beta/models/gemini-2.5-flash:generateContent"]);
    expect(await page.evaluate(`[...document.querySelectorAll("mark.warning")].map((mark) => mark.textContent)`)).toContain('"seed": 7');
    // The marks lie behind the very words: both layers break their lines alike.
    expect(
      await page.evaluate(`document.querySelector(".editor pre").scrollHeight - document.querySelector("textarea").scrollHeight`),
    ).toBeLessThan(20);
    expect([...page.events("Runtime.exceptionThrown"), ...page.events("Log.entryAdded")]).toEqual([]);
  });

  it("sends nothing anywhere, whatever is done", async () => {
    const page = await opened();
    await page.until(`performance.getEntriesByType("resource").every(({ responseEnd }) => responseEnd > 0)`);
    await page.send("Network.emulateNetworkConditions", { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
    page.events("Network.requestWillBeSent");
    await page.evaluate(`(() => {
      const set = (field, value) => { field.value = value; field.dispatchEvent(new Event("input", { bubbles: true })); field.dispatchEvent(new Event("change", { bubbles: true })); };
      set(document.querySelectorAll(".playground select")[1], "stream");
      set(document.querySelector("textarea"), ${JSON.stringify(stream.text)});
    })()`);
    await page.until(`document.querySelector(".stream button") !== null && location.hash.includes("kind=stream")`);
    await page.evaluate(`document.querySelector(".stream button").click()`);
    await page.until(`document.querySelectorAll(".step").length >= 2`);
    expect(page.events("Network.requestWillBeSent")).toEqual([]);
    const policy = `document.querySelector("meta[http-equiv=Content-Security-Policy]").content`;
    expect(await page.evaluate(policy)).toContain("default-src 'self'");
  });

  it("is used with the keyboard alone", async () => {
    const page = await opened();
    await page.evaluate(`document.querySelector(".playground select").focus()`);
    const seen: unknown[] = [];
    const focused = `(() => { const at = document.activeElement; const { outlineStyle, borderColor } = getComputedStyle(at); return [at.tagName, at.textContent.trim(), outlineStyle, at.closest("label, section")?.textContent.slice(0, 7) ?? ""]; })()`;
    for (let tries = 0; tries < 40; tries++) {
      await page.press("Tab");
      const [tag, text, outline] = Array.from(Object.values(Object(await page.evaluate(focused))));
      seen.push(tag);
      if (tag === "BUTTON") expect(outline).toBe("solid");
      if (tag === "BUTTON" && /warning dropped\.field/.test(String(text))) break;
    }
    expect(seen).toEqual(expect.arrayContaining(["SELECT", "INPUT", "TEXTAREA", "PRE", "BUTTON"]));
    await page.press("Enter");
    const chosen = `(() => { const { value, selectionStart, selectionEnd } = document.querySelector("textarea"); return value.slice(selectionStart, selectionEnd); })()`;
    expect(await page.evaluate(`document.activeElement.tagName`)).toBe("TEXTAREA");
    expect(await page.evaluate(chosen)).toMatch(/^"(?:seed|logit_bias|name)"/);
    await page.until(`/messages has no/.test(document.querySelector(".cursor")?.textContent)`);
  });

  it.each(["playground", "", "docs/losses", "api/interlingua"])("fits a narrow screen: /%s", async (path) => {
    const page = await browser.page(360, 740);
    await page.open(`${origin}/${path}`);
    if (path === "playground") await page.until(READY);
    expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBeLessThanOrEqual(360);
  });

  it.each(["dark", "light"] as const)("can be read in the %s", async (scheme) => {
    for (const state of [undefined, stream, { text: "{" }]) {
      const page = await opened(state, 1400, scheme);
      if (state === stream) await page.evaluate(`document.querySelectorAll(".stream button")[1].click()`);
      const dim = await page.evaluate(CONTRASTS);
      expect(dim).toEqual([]);
    }
  });

  it("takes a megabyte, and shows a part of it", async () => {
    const page = await opened();
    const text = JSON.stringify(
      { model: "m", seed: 7, messages: Array.from({ length: 4000 }, (_, at) => ({ role: "user", content: `${at} ${"x".repeat(230)}` })) },
      null,
      1,
    );
    expect(text.length).toBeGreaterThan(1_000_000);
    await page.evaluate(
      `(() => { const from = document.body.appendChild(document.createElement("textarea")); from.value = ${JSON.stringify(text)}; from.select(); })()`,
    );
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "c", commands: ["copy"] });
    await page.evaluate(`document.body.lastElementChild.remove(); document.querySelector("textarea").select()`);
    await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "v", commands: ["paste"] });
    await page.until(`document.querySelector(".more") !== null`);
    expect(
      await page.evaluate(
        `[...document.querySelectorAll(".playground pre")].reduce((sum, { textContent }) => sum + textContent.length, 0)`,
      ),
    ).toBeLessThan(300_000);
    expect(await page.evaluate(`document.querySelectorAll(".playground *").length`)).toBeLessThan(2000);
    expect(await page.evaluate(`document.querySelector(".note").textContent`)).toMatch(/^Too long for a link/);
    await page.evaluate(`document.querySelector(".columns li button:enabled").click()`);
    await page.until(`document.querySelector("textarea").selectionEnd > document.querySelector("textarea").selectionStart`);
  });

  it("says where JSON is broken, and leads there", async () => {
    const page = await opened({ text: '{"model": "m",\n "messages": [tru]}' });
    await page.until(`/line 2, column 15/.test(document.querySelector("#summary").textContent)`);
    await page.evaluate(`document.querySelector("#summary button").click()`);
    expect(await page.evaluate(`document.querySelector("textarea").selectionStart`)).toBe('{"model": "m",\n "messages": ['.length);
  });

  it("opens a link as it was left", async () => {
    const state = {
      kind: "request",
      style: "generate-content",
      text: '{"contents":[]}',
      path: "/v1beta/models/x:generateContent",
      onLoss: "reject",
      report: "all",
      facts: true,
    } as const;
    const page = await opened({ ...state, profiles: { ...DEFAULTS.profiles, "chat-completions": "mistral" } });
    expect(
      await page.evaluate(
        `[...document.querySelectorAll(".playground select, .playground input, .playground textarea")].map(({ value, type, checked }) => type === "checkbox" ? checked : value)`,
      ),
    ).toEqual([
      ...["Choose …", "request", "all", "reject", true, "generate-content", state.path, state.text],
      ...["mistral", "", "vendor", ""],
    ]);
    await page.until(`location.hash.includes("mistral")`);
  });

  it("plays a stream event against event", async () => {
    const page = await opened(stream);
    const rows = `document.querySelectorAll(".step").length`;
    await page.evaluate(`document.querySelectorAll(".stream button")[1].click()`);
    await page.until(`${rows} === 1`);
    expect(await page.evaluate(`[...document.querySelectorAll(".step pre")].map((pre) => pre.textContent.slice(0, 20))`)).toEqual([
      expect.stringMatching(/^data: /),
      expect.stringMatching(/^event: message_star/),
      expect.any(String),
    ]);
    await page.evaluate(`document.querySelector(".stream button").click()`);
    await page.until(`${rows} >= 3`);
    await page.evaluate(`document.querySelector(".stream button").click()`);
    expect(await page.evaluate(`document.querySelector(".stream button").textContent`)).toBe("Go on");
  });

  it("is beside pages that can be searched", async () => {
    const page = await browser.page(1400, 900);
    await page.open(`${origin}/`);
    await page.until(`document.querySelector(".VPNavBarSearch button") !== null`);
    await page.until(
      `(document.querySelector(".VPNavBarSearch button").click(), document.querySelector(".VPLocalSearchBox input") !== null)`,
    );
    await page.send("Input.insertText", { text: "max_tokens" });
    await page.until(`document.querySelectorAll(".VPLocalSearchBox .result").length > 0`);
  });
});

/** Texts whose contrast to what is behind them is below 4.5 : 1. */
const CONTRASTS = `(() => {
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, below) => ({ r: top.r * top.a + below.r * (1 - top.a), g: top.g * top.a + below.g * (1 - top.a), b: top.b * top.a + below.b * (1 - top.a), a: 1 });
  const behind = (node) => node === null ? { r: 255, g: 255, b: 255, a: 1 } : over(parse(getComputedStyle(node).backgroundColor), behind(node.parentElement));
  const light = ({ r, g, b }) => { const [x, y, z] = [r, g, b].map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const dim = [];
  for (const node of document.querySelectorAll(".playground *")) {
    const said = node.tagName === "TEXTAREA" || node.tagName === "INPUT" || node.tagName === "SELECT" || [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== "");
    if (!said || node.closest("[aria-hidden]") || node.disabled || node.getClientRects().length === 0) continue;
    const below = behind(node);
    const [one, other] = [light(over(parse(getComputedStyle(node).color), below)), light(below)].sort((x, y) => y - x);
    if ((one + 0.05) / (other + 0.05) < 4.5) dim.push(node.tagName + "." + node.className + " " + node.textContent.slice(0, 30) + " " + ((one + 0.05) / (other + 0.05)).toFixed(2));
  }
  return dim;
})()`;
