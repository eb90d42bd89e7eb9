/** The files of `src/`, parsed: what they import, and which forbidden things stand where. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

export const root = resolve(import.meta.dirname, "../../src");

export interface Import {
  /** Seen from `src/`; packages and `node:` modules by name. */
  readonly target: string;
  readonly typeOnly: boolean;
}

export interface Source {
  /** Seen from `src/`. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** `any`, casts but `as const`, `!`, as `path:line what`. */
  readonly looseTypes: readonly string[];
  /** Uses of names that no parameter or declaration of the file introduces. */
  readonly freeNames: readonly { readonly name: string; readonly place: string }[];
  /** `...list` among the arguments of a call, as `path: what is called(...list)`. */
  readonly spreads: readonly string[];
  /** `let` and `var` outside every function. */
  readonly moduleState: readonly string[];
}

export const sources: readonly Source[] = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .sort()
  .map((path) => read(path, readFileSync(join(root, path), "utf8")));

function read(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  const imports: Import[] = [];
  const looseTypes: string[] = [];
  const names: { name: string; place: string }[] = [];
  const spreads: string[] = [];
  const declared = new Set<string>();
  const place = (node: ts.Node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier !== undefined)
      imports.push({ target: targetOf(path, node.moduleSpecifier), typeOnly: isTypeOnly(node) });
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      imports.push({ target: targetOf(path, node.argument.literal), typeOnly: true });
    const loose = looseness(node);
    if (loose !== undefined) looseTypes.push(`${place(node)} ${loose}`);
    if (ts.isSpreadElement(node) && !ts.isArrayLiteralExpression(node.parent)) spreads.push(`${path}: ${callOf(node)}`);
    if (isDeclaration(node) && node.name !== undefined && ts.isIdentifier(node.name)) declared.add(node.name.text);
    if (ts.isIdentifier(node) && isUse(node)) names.push({ name: node.text, place: place(node) });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return {
    path,
    text,
    lines: text.split("\n").length - 1,
    imports,
    looseTypes,
    spreads,
    freeNames: names.filter(({ name }) => !declared.has(name)),
    moduleState: file.statements.flatMap((statement) =>
      ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.Const) === 0 ? [place(statement)] : [],
    ),
  };
}

function targetOf(path: string, specifier: ts.Node): string {
  const name = ts.isStringLiteral(specifier) ? specifier.text : specifier.getText();
  return name.startsWith(".") ? relative(root, resolve(root, dirname(path), name)).replace(/\.js$/, ".ts") : name;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const clause = node.importClause;
  if (clause === undefined) return false;
  const named = clause.namedBindings;
  return (
    clause.isTypeOnly ||
    (clause.name === undefined && named !== undefined && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly))
  );
}

function looseness(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AnyKeyword) return "any";
  if (ts.isAsExpression(node) && node.type.getText() !== "const") return `as ${node.type.getText()}`;
  if (ts.isTypeAssertionExpression(node)) return "<cast>";
  return ts.isNonNullExpression(node) ? "!" : undefined;
}

/** What is called, with the list that is spread. */
function callOf(spread: ts.SpreadElement): string {
  const { parent } = spread;
  const called = ts.isCallExpression(parent) || ts.isNewExpression(parent) ? parent.expression.getText() : "";
  return `${called}(${spread.getText()})`.replace(/\s+/g, " ");
}

function isDeclaration(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    ts.isParameter(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isImportSpecifier(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportClause(node)
  );
}

/** A name that stands for a value: no property, no key, no type. */
function isUse(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isQualifiedName(parent) || ts.isTypeReferenceNode(parent) || ts.isTypeQueryNode(parent)) return false;
  return !(
    ts.isPropertySignature(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isTypeParameterDeclaration(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isNamedTupleMember(parent) ||
    ts.isExpressionWithTypeArguments(parent)
  );
}
