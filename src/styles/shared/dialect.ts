/** A body as a server takes it: fields under other names, fields that it refuses, and the model that its path has. */
import { brief, broken, type Issue, type Path } from "../../core/issue.js";
import { attempt, isObject, memberAt, setMember } from "../../core/json.js";
import type { FieldPaths } from "../../core/trace.js";
import { barePath } from "../../core/url-path.js";
import { type NodeScope, reportLost } from "../../fields/codec.js";
import type { FieldTable } from "../../fields/table.js";
import { type DialectMembers, modelGiven } from "../../model/common.js";
import type { CanonicalRequest } from "../../model/index.js";
import type { DecodeOptions } from "../options.js";
import type { StyleEdge } from "../style.js";

type FitScope = Pick<NodeScope, "target" | "trace" | "report"> & { readonly dialect: DialectMembers };

/** A body, and where its fields stand in the model. */
interface Fitted<Body> {
  readonly body: Body;
  readonly paths: FieldPaths;
}

/**
 * What of the source is left out is reported; a field that only the encoder wrote goes without a word. What is omitted may stand
 * deeper than at the top: a dotted path, `*` for any entry of a list.
 */
export function fitBody<Body extends object>(body: Body, request: CanonicalRequest, table: FieldTable<Body>, scope: FitScope): Fitted<Body>;
export function fitBody(
  body: object,
  request: CanonicalRequest,
  table: FieldTable<unknown>,
  { target, dialect, trace, report }: FitScope,
): Fitted<object> {
  const { rename, omit = [], tokenLimit, modelInPath } = dialect;
  const bodyPaths = table.bodyPaths();
  const limits = tokenLimit && { max_tokens: tokenLimit, max_completion_tokens: tokenLimit };
  const names = new Map<string, string>(Object.entries({ ...limits, ...rename }));
  trace.mark(body, [], bodyPaths);
  const paths: Record<string, Path> = { ...bodyPaths };
  let left: unknown = body;
  for (const field of omit)
    left = without(left, field.split("."), [], (path) => {
      const found = trace.locate(body, request, path);
      const at = found.length > 0 ? found : ["extensions", target, path.join(".")];
      const given = at.reduce<unknown>(memberAt, request);
      if (given === undefined) return;
      const loss = table.rows.find((row) => row.at === at.join("."))?.loss;
      const what = `\`${field.replaceAll(".*", "[]")}\``;
      reportLost(given, { target: `This server of ${target}`, report }, at, { ...loss, what });
    });
  const fields = Object.entries(isObject(left) ? left : body).flatMap(([key, value]: [string, unknown]): [string, unknown][] => {
    if (modelInPath === true && key === "model") return [];
    const name = names.get(key) ?? key;
    for (const [at, model] of name === key ? [] : Object.entries(bodyPaths))
      if (at === key || at.startsWith(`${key}.`)) setMember(paths, name + at.slice(key.length), model);
    return [[name, value]];
  });
  return { body: Object.fromEntries(fields), paths };
}

/** The very node, or a copy without the field below it. */
function without(node: unknown, [step = "", ...rest]: readonly string[], path: Path, report: (path: Path) => void): unknown {
  if (step === "*") {
    if (!Array.isArray(node)) return node;
    const entries = node.map((entry: unknown, index) => without(entry, rest, [...path, index], report));
    return entries.every((entry, index) => entry === node[index]) ? node : entries;
  }
  if (!isObject(node) || !Object.hasOwn(node, step)) return node;
  const { [step]: value, ...others } = node;
  if (rest.length === 0) {
    report([...path, step]);
    return others;
  }
  const inner = without(value, rest, [...path, step], report);
  return inner === value ? node : { ...node, [step]: inner };
}

/** A request with the model of its path or of the options where its body names none. */
export function hostedRequest(body: unknown, { path, model }: Pick<DecodeOptions, "path" | "model">, { match }: Pick<StyleEdge, "match">) {
  const nameless = attempt((value) => (isObject(value) && (value.model ?? "") === "" ? { ...value } : undefined), body);
  if (nameless === undefined) return body;
  const asked = path === undefined ? undefined : match(barePath(path), "vendor");
  const named = asked?.model ?? modelGiven(model, undefined) ?? "";
  return named === "" ? body : { ...nameless, model: named };
}

/** For a model whose name would make another path of the one that it stands in. */
export function noSuchModel(model: string): Issue {
  const message = "The model stands in the URL, where it cannot have this name.";
  return broken("R-177", ["model"], message, { received: brief(model) });
}
