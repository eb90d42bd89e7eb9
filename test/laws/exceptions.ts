/** Differences that the laws accept, each with its reason. One that no known document shows any more fails the tests. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Path } from "../../src/core/path.js";
import type { StyleName } from "../../src/model/common.js";
import type { Document } from "../support/documents.js";

interface Exception {
  readonly law: string;
  /** `from kind → to`; a star stands for any style. */
  readonly direction: string;
  /** A regular expression for the dotted path. */
  readonly path: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = JSON.parse(readFileSync(join(import.meta.dirname, "exceptions.json"), "utf8"));

/** Those that were needed since the tests began. */
export const needed = new Set<Exception>();

/** @param paths of the difference, in whichever of the documents it shows */
export function isExcepted(law: string, { style, kind }: Document, to: StyleName, paths: readonly Path[]): boolean {
  const directions = [`${style} ${kind} → ${to}`, `${style} ${kind} → *`];
  const found = exceptions.filter(
    (exception) =>
      exception.law === law &&
      directions.includes(exception.direction) &&
      paths.some((path) => new RegExp(exception.path, "i").test(path.join("."))),
  );
  for (const exception of found) needed.add(exception);
  return found.length > 0;
}
