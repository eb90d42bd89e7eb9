/** The Chromium of the machine, driven over its debugging pipe: no driver, no download. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { isObject } from "../../src/core/json.js";

/** Its name; undefined where there is none. */
export const chromium = ["chromium", "chromium-browser", "google-chrome"].find((name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

/** For pages that must be still: nothing of the browser's own asks anything of anybody. */
export const FLAGS = [
  ...["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
] as const;

type Fields = Readonly<Record<string, unknown>>;

export interface Page {
  /** A command of the protocol; rejects with what it complains of. */
  send(method: string, params?: Fields): Promise<Fields>;
  /** The value of an expression, which may be a promise. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** Opens an address and waits for it. */
  open(url: string): Promise<void>;
  /** Presses keys one after another: `Tab`, `Enter`, or a character. */
  press(...keys: readonly string[]): Promise<void>;
  /** Events of the protocol since the last call, of one method. */
  events(method: string): readonly Fields[];
}
export interface Browser {
  page(width: number, height: number, scheme?: "dark" | "light"): Promise<Page>;
  close(): Promise<void>;
}

const KEYS: Readonly<Record<string, Fields>> = {
  Tab: { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 },
  Enter: { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" },
  Space: { key: " ", code: "Space", windowsVirtualKeyCode: 32, text: " " },
  Down: { key: "ArrowDown", code: "ArrowDown", windowsVirtualKeyCode: 40 },
};

export function startBrowser(): Browser {
  const profile = mkdtempSync(join(tmpdir(), "interlingua-browser-"));
  const args = [...FLAGS, "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const child = spawn(chromium ?? "", args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const pipe = pipeOf(child);
  const end = new Promise<void>((done) => child.once("close", () => done()));
  return {
    async page(width, height, scheme = "light") {
      const { targetId } = await pipe.send("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await pipe.send("Target.attachToTarget", { targetId, flatten: true });
      const page = pageOf(pipe, String(sessionId));
      for (const domain of ["Page", "Runtime", "Network", "Log"]) await page.send(`${domain}.enable`);
      await page.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
      await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
      return page;
    },
    async close() {
      child.kill();
      await end;
      // Its helpers may write for a moment yet; a folder that stays behind is no fault of what was tried.
      try {
        rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
      } catch {}
    },
  };
}

interface Pipe {
  send(method: string, params?: Fields, sessionId?: string): Promise<Fields>;
  /** All events, in order; a reader takes out what it reads. */
  readonly events: { readonly sessionId: unknown; readonly method: unknown; readonly params: Fields }[];
}

/** Messages are JSON, each with a zero byte behind it. */
function pipeOf({ stdio }: ChildProcess): Pipe {
  const [, , , to, from] = stdio;
  if (!(to instanceof Writable) || !(from instanceof Readable)) throw new Error("no pipe");
  const waiting = new Map<unknown, { readonly done: (result: Fields) => void; readonly failed: (error: Error) => void }>();
  const events: Pipe["events"] = [];
  let rest = "";
  let last = 0;
  const take = (text: string) => {
    const message: unknown = JSON.parse(text);
    if (!isObject(message)) return;
    const { id, error, result, method, params, sessionId } = message;
    if (id === undefined) events.push({ sessionId, method, params: isObject(params) ? params : {} });
    else if (isObject(error)) waiting.get(id)?.failed(new Error(String(error.message)));
    else waiting.get(id)?.done(isObject(result) ? result : {});
    waiting.delete(id);
  };
  from.setEncoding("utf8").on("data", (text: string) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop() ?? "";
    for (const message of messages) take(message);
  });
  const send: Pipe["send"] = (method, params = {}, sessionId = undefined) =>
    new Promise((done, failed) => {
      const id = ++last;
      waiting.set(id, { done, failed });
      to.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  return { send, events };
}

function pageOf(pipe: Pipe, sessionId: string): Page {
  const page: Page = {
    send: (method, params) => pipe.send(method, params, sessionId),
    async evaluate(expression) {
      const { result, exceptionDetails } = await page.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
      if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
      return isObject(result) ? result.value : undefined;
    },
    async until(expression) {
      for (let tries = 0; (await page.evaluate(expression)) !== true; tries++) {
        if (tries > 300) throw new Error(`never true: ${expression}`);
        await new Promise((later) => setTimeout(later, 100));
      }
    },
    async open(url) {
      await page.send("Page.navigate", { url: "about:blank" });
      await page.send("Page.navigate", { url });
      await page.until(`location.href !== "about:blank" && document.readyState === "complete"`);
    },
    async press(...keys) {
      for (const key of keys) {
        const named = KEYS[key] ?? { key, text: key };
        await page.send("Input.dispatchKeyEvent", { type: "keyDown", ...named });
        await page.send("Input.dispatchKeyEvent", { type: "keyUp", ...named });
      }
    },
    events(method) {
      const mine = pipe.events.filter((event) => event.sessionId === sessionId && event.method === method);
      for (const event of mine) pipe.events.splice(pipe.events.indexOf(event), 1);
      return mine.map(({ params }) => params);
    },
  };
  return page;
}
