/** The sentences of the source, by the code of the finding that they belong to, for a reader who judges their wording. */
import ts from "typescript";
import { sources } from "./sources.js";

const CODE =
  /^(dropped|equivalent|failed|response|approximated|defaulted|synthesized|rewritten|conflict|unportable|unpaired|order|stream|validation)\.[a-z_]+$|^vendor_extension$|^[RV]-\d+$/;
const SENTENCE = /^[A-Z`"{]\S*\s.*[.?]$/s;

/** One line for each template, under a head for each code, or else for what is called or the file; what varies is `{}`. */
export function sentencePage(): string {
  const byCode = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
    const visit = (node: ts.Node): void => {
      const sentence = templateOf(node);
      if (sentence !== undefined && SENTENCE.test(sentence)) {
        const code = codeOf(node, file) ?? callOf(node) ?? path;
        byCode.set(code, (byCode.get(code) ?? new Set()).add(sentence));
      } else ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...byCode]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([code, sentences]) =>
        `${code}\n${[...sentences]
          .sort()
          .map((sentence) => `    ${sentence}\n`)
          .join("")}`,
    )
    .join("\n");
}

function templateOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join("");
}

/** The code stands in a call or a row around the sentence, or in the function of the file that is called with it. */
function codeOf(sentence: ts.Node, file: ts.SourceFile): string | undefined {
  for (let node = sentence.parent; node !== undefined && !ts.isFunctionLike(node) && !ts.isBlock(node); node = node.parent) {
    const near = ts.isCallExpression(node) ? node.arguments : ts.isArrayLiteralExpression(node) ? node.elements : membersOf(node);
    const code = near.map(textOf).find((text) => text !== undefined && CODE.test(text));
    if (code !== undefined) return code;
    const called = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined;
    const told = called === undefined ? undefined : codeWithin(declarationOf(called, file));
    if (told !== undefined) return told;
  }
  return undefined;
}

function callOf(sentence: ts.Node): string | undefined {
  for (let node = sentence.parent; node !== undefined && !ts.isFunctionLike(node) && !ts.isBlock(node); node = node.parent)
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) return `${node.expression.text}()`;
  return undefined;
}

function membersOf(node: ts.Node): readonly ts.Expression[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  return node.properties.flatMap((member) => (ts.isPropertyAssignment(member) ? [member.initializer] : []));
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

function declarationOf(name: string, file: ts.SourceFile): ts.Node | undefined {
  const find = (node: ts.Node): ts.Node | undefined =>
    (ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) && node.name?.getText(file) === name
      ? node
      : ts.forEachChild(node, find);
  return find(file);
}

function codeWithin(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  const text = textOf(node);
  return text !== undefined && CODE.test(text) ? text : ts.forEachChild(node, codeWithin);
}
