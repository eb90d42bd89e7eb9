/** The compiler with the options of the project. What it parsed of a file one program leaves to the next: that is most of what a program costs. */
import { resolve } from "node:path";
import ts from "typescript";

const root = resolve(import.meta.dirname, "../..");
const { config } = ts.readConfigFile(resolve(root, "tsconfig.json"), ts.sys.readFile);
export const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);

const parsed = new Map<string, ts.SourceFile | undefined>();

/** @param own texts of files that are not on the disk */
export function programOf(files: readonly string[], own: ReadonlyMap<string, string> = new Map()): ts.Program {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => own.has(name) || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    const text = own.get(name);
    if (text !== undefined) return ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
    return parsed.get(name);
  };
  return ts.createProgram(files, options, host);
}
