/** Requests to those who host the models of a vendor: the model stands in the URL path. */

import { brief, failure, type Issue } from "../../core/issue.js";
import { attempt, isObject } from "../../core/json.js";
import { barePath } from "../../core/url-path.js";
import { modelGiven } from "../../model/dialect.js";
import type { DecodeOptions } from "../options.js";
import type { StyleEdge } from "../style.js";

/** A request with the model of its path or of the options where its body names none, and whether its path asks for a stream. */
export function hostedRequest(
  body: unknown,
  { path, model }: Pick<DecodeOptions, "path" | "model">,
  { match }: Pick<StyleEdge, "match">,
): { readonly body: unknown; readonly stream: boolean } {
  const asked = path === undefined ? undefined : match(barePath(path), "vendor");
  const isNameless = attempt((value) => isObject(value) && (value.model ?? "") === "", body) === true;
  const named = isNameless ? (asked?.model ?? modelGiven(model, undefined) ?? "") : "";
  const withModel = (value: unknown) => (isObject(value) ? { ...value, model: named } : undefined);
  return { body: named === "" ? body : (attempt(withModel, body) ?? body), stream: asked?.stream ?? false };
}

/** For a model whose name would make another path of the one that it stands in. */
export function noSuchModel(path: string): Issue {
  const message = "The model stands in the URL of this host, and there is no model of this name.";
  return failure("validation.R-177", ["model"], message, { rule: "R-177", received: brief(path) });
}
