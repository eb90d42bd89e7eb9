/**
 * Recorded payloads of real services, which stay outside the repository. Where the folder is absent the tests that use
 * it are skipped with a message.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { StyleName } from "../../src/model/common.js";

export interface Recorded {
  readonly file: string;
  readonly style: StyleName;
  readonly kind: "request" | "response" | "stream" | "error";
  readonly text: string;
  /** URL and model of a generate-content request, where they were recorded. */
  readonly url?: string;
  readonly model?: string;
  readonly httpStatus?: number;
  readonly features: readonly string[];
}

const folder = process.env.INTERLINGUA_TRAFFIC ?? besideTheRepository() ?? "";
export const trafficPresent = existsSync(join(folder, "MANIFEST.jsonl"));
export const whyAbsent = "recorded traffic is not on this machine; set INTERLINGUA_TRAFFIC to its folder";

/** A folder `traffic` with a manifest, in any folder that stands beside the repository. */
function besideTheRepository(): string | undefined {
  const parent = resolve(import.meta.dirname, "../../..");
  return readdirSync(parent)
    .map((name) => join(parent, name, "traffic"))
    .find((candidate) => existsSync(join(candidate, "MANIFEST.jsonl")));
}

const STYLES: readonly StyleName[] = ["chat-completions", "messages", "generate-content"];

/** All recorded payloads of a kind; none where the folder is absent. */
export function recorded(kind: Recorded["kind"], styles: readonly StyleName[] = STYLES): Recorded[] {
  if (!trafficPresent) return [];
  const facts = manifest();
  return styles.flatMap((style) => {
    const directory = join(folder, style, kind);
    if (!existsSync(directory)) return [];
    return readdirSync(directory)
      .sort()
      .map((name) => {
        const file = `${style}/${kind}/${name}`;
        return { features: [], ...facts.get(file), file, style, kind, text: readFileSync(join(directory, name), "utf8") };
      });
  });
}

function manifest(): Map<string, Partial<Recorded>> {
  const lines = readFileSync(join(folder, "MANIFEST.jsonl"), "utf8").split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => {
      const { file, url, model, httpStatus, features } = JSON.parse(line);
      return [
        file,
        {
          ...(typeof url === "string" ? { url } : {}),
          ...(typeof model === "string" ? { model } : {}),
          ...(typeof httpStatus === "number" ? { httpStatus } : {}),
          features: Array.isArray(features) ? features : [],
        },
      ];
    }),
  );
}

/** A request with what a service made of it, beside what was made of it here. */
export interface RecordedCase {
  readonly file: string;
  readonly style: StyleName;
  readonly body: unknown;
  readonly url: string;
}

const cases = join(folder, "../cases");
export const casesPresent = folder !== "" && existsSync(join(cases, "ACCEPTED.jsonl"));

/**
 * None where the folder is absent.
 * @param list `ACCEPTED`: a service answered, and it was refused here once. `REFUSED`: a service refused.
 */
export function recordedCases(list: "ACCEPTED" | "REFUSED"): RecordedCase[] {
  if (!casesPresent) return [];
  const lines = readFileSync(join(cases, `${list}.jsonl`), "utf8")
    .split("\n")
    .filter(Boolean);
  return lines.flatMap((line) => {
    const { request: file, url } = JSON.parse(line);
    const style = STYLES.find((name) => String(file).startsWith(`${name}/`));
    if (style === undefined) return [];
    const body: unknown = JSON.parse(readFileSync(join(cases, file), "utf8"));
    return [{ file, style, body, url: String(url).replace(/^https?:\/\/[^/]+/, "") }];
  });
}
