/** Functions and constants are exported because another file uses them, or an entry of the package gives them to the world. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const parsed = ["src", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules"))
    .map((path) => {
      const file = join(root, folder, path);
      return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2022);
    }),
);

const isEntry = (file: string) =>
  /\/src\/(index|web|cli|codec|dialects|(sse|json-schema|models)\/index|styles\/[^/]+\/(index|rules))\.ts$/.test(file);
const isExported = (node: ts.Statement) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function exportedValues(file: ts.SourceFile): string[] {
  return file.statements.filter(isExported).flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name === undefined ? [] : [statement.name.text];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
  });
}

/** What a file imports or passes on, as `file#name`; `file#*` is all of it. */
function uses(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const from = statement.moduleSpecifier;
    if (from === undefined || !ts.isStringLiteral(from) || !from.text.startsWith(".")) return [];
    const target = resolve(dirname(file.fileName), from.text.replace(/\.js$/, ".ts"));
    const named = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
    if (named === undefined || ts.isNamespaceImport(named) || ts.isNamespaceExport(named)) return [`${target}#*`];
    return named.elements.map(({ name, propertyName }) => `${target}#${(propertyName ?? name).text}`);
  });
}

it("nothing is exported in vain", () => {
  const used = new Set(parsed.flatMap(uses));
  const vain = parsed
    .filter(({ fileName }) => fileName.includes("/src/") && !isEntry(fileName) && !used.has(`${fileName}#*`))
    .flatMap((file) =>
      exportedValues(file)
        .filter((name) => !used.has(`${file.fileName}#${name}`))
        .map((name) => `${file.fileName.slice(root.length + 1)} ${name}`),
    );
  expect(vain).toEqual([]);
});
