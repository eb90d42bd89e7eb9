/** The public surface, read from the source: what each entry exports, its declaration, and what its doc comment says. */
import { relative, resolve } from "node:path";
import ts from "typescript";
import { programOf } from "./compiler.js";

const root = resolve(import.meta.dirname, "../..");

/** The entries of the package and the files they are built from, as in `tsup.config.ts`. */
export const ENTRIES = {
  interlingua: "src/index.ts",
  "interlingua/chat-completions": "src/styles/chat-completions/index.ts",
  "interlingua/messages": "src/styles/messages/index.ts",
  "interlingua/generate-content": "src/styles/generate-content/index.ts",
  "interlingua/chat-completions/rules": "src/styles/chat-completions/rules.ts",
  "interlingua/messages/rules": "src/styles/messages/rules.ts",
  "interlingua/generate-content/rules": "src/styles/generate-content/rules.ts",
  "interlingua/web": "src/web.ts",
  "interlingua/sse": "src/sse/index.ts",
  "interlingua/codec": "src/codec.ts",
  "interlingua/schema": "src/json-schema/index.ts",
  "interlingua/models": "src/models/index.ts",
  "interlingua/dialects": "src/dialects.ts",
} as const;
export type Entry = keyof typeof ENTRIES;

export interface Comment {
  readonly text: string;
  readonly params: readonly { readonly name: string; readonly text: string }[];
  readonly returns?: string;
  readonly throws?: string;
  readonly examples: readonly string[];
  /** `@defaultValue`, for members of options. */
  readonly defaultValue?: string;
}

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly comment: Comment | undefined;
}

export interface Exported {
  readonly name: string;
  readonly kind: "function" | "constant" | "type";
  /** Seen from the root of the repository. */
  readonly file: string;
  /** The declaration without its body, value or `export`, as it is written. */
  readonly declaration: string;
  readonly comment: Comment | undefined;
  /** Of interfaces, those that are written in it. */
  readonly members: readonly Member[];
  /** Names of types of this package that the declaration uses, as they are declared. */
  readonly uses: readonly string[];
}

const program = programOf(Object.values(ENTRIES).map((file) => resolve(root, file)));
const checker = program.getTypeChecker();

/** What an entry exports, by name. */
export function exportsOf(entry: Entry): readonly Exported[] {
  const file = program.getSourceFile(resolve(root, ENTRIES[entry]));
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  if (module === undefined) throw new Error(`${ENTRIES[entry]} exports nothing`);
  return checker
    .getExportsOfModule(module)
    .map((symbol) => read(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol, symbol.name))
    .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
}

/** The members of a union of string literals: `"error" | "warning"`. Template types are given as they print. */
export function wordsOf(entry: Entry, name: string): string[] {
  const type = typeOf(entry, name);
  return (type.isUnion() ? type.types : [type]).map((word) => (word.isStringLiteral() ? word.value : checker.typeToString(word)));
}

/** What an editor shows of a member of an exported type: the comment of a field at any depth. */
export function sentenceAt(entry: Entry, name: string, path: readonly string[]): string {
  let type = typeOf(entry, name);
  let text = "";
  for (const key of path) {
    const [member] = (type.isUnion() ? type.types : [type]).flatMap((one) => checker.getPropertyOfType(one, key) ?? []);
    if (member === undefined) throw new Error(`${name} has no ${path.join(".")}`);
    text = ts.displayPartsToString(member.getDocumentationComment(checker));
    type = checker.getTypeOfSymbol(member);
  }
  return text;
}

function typeOf(entry: Entry, name: string): ts.Type {
  const file = program.getSourceFile(resolve(root, ENTRIES[entry]));
  const module = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find((exported) => exported.name === name);
  if (symbol === undefined) throw new Error(`${entry} does not export ${name}`);
  return checker.getDeclaredTypeOfSymbol(symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
}

function read(symbol: ts.Symbol, name: string): Exported {
  const declarations = symbol.declarations ?? [];
  // A schema and its type share a name; only the type is exported.
  const declaration = declarations.find((one) => ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one)) ?? declarations[0];
  if (declaration === undefined) throw new Error(`${name} is declared nowhere`);
  return {
    name,
    kind: ts.isFunctionDeclaration(declaration) ? "function" : ts.isVariableDeclaration(declaration) ? "constant" : "type",
    file: relative(root, declaration.getSourceFile().fileName),
    declaration: textOf(declaration),
    comment: commentOf(declaration),
    members: ts.isInterfaceDeclaration(declaration) ? declaration.members.map(memberOf) : [],
    uses: usesOf(declaration),
  };
}

function textOf(declaration: ts.Declaration): string {
  const file = declaration.getSourceFile();
  const text = (start: number, end: number) => file.text.slice(start, end).trim();
  if (ts.isFunctionDeclaration(declaration)) {
    const end = declaration.body?.getStart() ?? declaration.getEnd();
    return text(declaration.getStart(), end)
      .replace(/^export /, "")
      .replace(/;$/, "");
  }
  if (ts.isVariableDeclaration(declaration)) {
    const type = declaration.type ?? checker.typeToTypeNode(checker.getTypeAtLocation(declaration), declaration, undefined);
    const printed = declaration.type?.getText() ?? (type && ts.createPrinter().printNode(ts.EmitHint.Unspecified, type, file));
    return `const ${declaration.name.getText()}: ${printed}`;
  }
  // Words that are read from a constant, which the page does not show.
  const whole = text(declaration.getStart(), declaration.getEnd());
  const type = checker.getTypeAtLocation(declaration);
  if (ts.isTypeAliasDeclaration(declaration) && /\(typeof|keyof typeof/.test(whole) && type.isUnion()) {
    const words = type.types.map((word) => checker.typeToString(word)).sort();
    return `type ${declaration.name.text} =\n${words.map((word) => `  | ${word}`).join("\n")};`;
  }
  return whole.replace(/^export /, "");
}

/** What stands in a body or behind `typeof` is nobody's business but the package's. */
function usesOf(declaration: ts.Declaration): string[] {
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node) || ts.isTypeQueryNode(node)) return;
    const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
    const found = name === undefined ? undefined : checker.getSymbolAtLocation(name);
    const symbol = found !== undefined && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const [place] = symbol?.declarations ?? [];
    if (symbol !== undefined && place !== undefined && !ts.isTypeParameterDeclaration(place) && isOurs(place)) used.add(symbol.name);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return [...used];
}

function isOurs(node: ts.Node): boolean {
  return node.getSourceFile().fileName.startsWith(resolve(root, "src"));
}

function memberOf(member: ts.TypeElement): Member {
  const { name } = member;
  const type = ts.isPropertySignature(member) ? (member.type?.getText() ?? "unknown") : member.getText().replace(/;$/, "");
  return { name: name?.getText() ?? "", type: type.replace(/\s+/g, " "), comment: commentOf(member) };
}

function commentOf(node: ts.Node): Comment | undefined {
  const carrier = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const docs = ts.getJSDocCommentsAndTags(carrier).filter((doc) => ts.isJSDoc(doc));
  const doc = docs.at(-1);
  if (doc === undefined) return undefined;
  const tags = doc.tags ?? [];
  const tagged = (name: string) => tags.filter((tag) => tag.tagName.text === name).map(said);
  const [returns] = tagged("returns");
  const [throws] = tagged("throws");
  const [defaultValue] = tagged("defaultValue");
  return {
    text: plain(doc.comment),
    params: tags.flatMap((tag) => (ts.isJSDocParameterTag(tag) ? [{ name: tag.name.getText(), text: said(tag) }] : [])),
    ...(returns === undefined ? {} : { returns }),
    ...(throws === undefined ? {} : { throws }),
    ...(defaultValue === undefined ? {} : { defaultValue }),
    examples: tagged("example"),
  };
}

function said(tag: ts.JSDocTag): string {
  return plain(tag.comment);
}

/** `{@link name}` as code: a page has no hover. */
function plain(comment: ts.JSDocTag["comment"]): string {
  if (comment === undefined) return "";
  if (typeof comment === "string") return comment.trim();
  return comment
    .map((part) => (ts.isJSDocLink(part) ? `\`${part.name?.getText() ?? ""}${part.text}\`` : part.text))
    .join("")
    .trim();
}
