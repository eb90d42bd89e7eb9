/** The models that a gateway serves, under the names of its clients. */
import { NAME_OR_NONE } from "../call.js";
import { isObject } from "../core/json.js";
import { valueOrText } from "../core/json-text.js";
import type { OwnFault } from "../exchange.js";
import type { Profile, StyleName } from "../model/index.js";
import { modelLists } from "../style-lists.js";
import { translateError } from "../translate.js";
import { isRedirect, passed, type Refuse, redirected, reply, written } from "./answer.js";
import type { AskUpstream } from "./fetch.js";
import { upstreamUrl } from "./headers.js";

/**
 * Which models clients may ask for: a list of their names, their names with the upstream's (`{ "gpt-4o": "claude-sonnet-5-5" }`), or a
 * function from the one to the other, undefined where there is no such model. In a name of the clients one `*` stands for any text,
 * and a `*` of the upstream's name for the same text: `{ "claude-*": "anthropic/claude-*", "*": "qwen3" }`. A whole name counts
 * before one with `*`, and of those the longest.
 */
export type ModelNames = readonly string[] | Readonly<Record<string, string>> | ((model: string) => string | undefined);

export interface ModelTable {
  /** The names that can be listed: those without `*`. */
  readonly names: readonly string[];
  /** The upstream's name of a model; undefined where there is no such model. */
  upstream(model: string): string | undefined;
}

/** @throws TypeError for a name with more than one `*` */
export function modelTable(models: ModelNames): ModelTable {
  if (typeof models === "function")
    return {
      names: [],
      upstream(model) {
        const name = models(model);
        NAME_OR_NONE("models()", name);
        return name;
      },
    };
  const rows = isList(models) ? models.map((name) => [name, name] as const) : Object.entries(models);
  const [wrong] = rows.find(([name]) => name.split("*").length > 2) ?? [];
  if (wrong !== undefined)
    throw new TypeError(`\`models\` may have one \`*\` in a name, not as many as in ${JSON.stringify(wrong.slice(0, 100))}.`);
  const exact = new Map(rows.filter(([name]) => !name.includes("*")));
  const patterns = rows.filter(([name]) => name.includes("*")).sort(([one], [other]) => other.length - one.length);
  return { names: [...exact.keys()], upstream: (model) => exact.get(model) ?? matched(patterns, model) };
}

function isList(models: ModelNames): models is readonly string[] {
  return Array.isArray(models);
}

function matched(patterns: readonly (readonly [name: string, target: string])[], model: string): string | undefined {
  for (const [name, target] of patterns) {
    const [before = "", after = ""] = name.split("*");
    if (model.length >= before.length + after.length && model.startsWith(before) && model.endsWith(after))
      return target.replace("*", () => model.slice(before.length, model.length - after.length));
  }
  return undefined;
}

/** For a model that clients may not ask for. */
export function noSuchModel(model: string): OwnFault {
  return { kind: "not-found", message: `The model ${JSON.stringify(model.slice(0, 100))} does not exist here.` };
}

/**
 * The names in a list of models of any style, or of a server that is compatible with one: of some it has no object around it. Source:
 * https://docs.together.ai/reference/models-1
 */
function namesIn(list: unknown): readonly string[] | undefined {
  const items = isObject(list) ? (list.data ?? list.models) : list;
  if (!Array.isArray(items)) return undefined;
  return items.flatMap((item: unknown) => {
    const name = isObject(item) ? (item.id ?? item.name) : undefined;
    return typeof name === "string" ? [name.replace(/^models\//, "")] : [];
  });
}

export interface AskedModels {
  /** The one that is asked for; absent for the list. */
  readonly model?: string;
}

/** What a gateway hands on with the request of a client. */
export interface Gateway {
  readonly to: StyleName;
  readonly baseUrl: string | URL;
  readonly profile: Profile;
  readonly table: ModelTable | undefined;
  /** That of the client, without the base path, and without a key. */
  readonly url: URL;
  readonly refuse: Refuse;
  readonly ask: AskUpstream;
}

export async function answerModels(style: StyleName, { model }: AskedModels, gateway: Gateway): Promise<Response> {
  const { table, refuse } = gateway;
  const models = modelLists[style];
  const target = model === undefined || table === undefined ? model : table.upstream(model);
  if (model !== undefined && target === undefined) return refuse(noSuchModel(model));
  if (table === undefined || table.names.length === 0) return upstreamModels(style, gateway, model, target);
  return reply({ status: 200, body: model === undefined ? models.list(table.names) : models.entry(model) });
}

async function upstreamModels(style: StyleName, gateway: Gateway, model?: string, target?: string): Promise<Response> {
  const { to, baseUrl, profile, table, url, refuse, ask } = gateway;
  const models = modelLists[style];
  const there = modelLists[to];
  const unchanged = style === to && table === undefined;
  const path = unchanged
    ? url.pathname + url.search
    : target === undefined
      ? there.path + there.query
      : `${there.path}/${encodeURIComponent(target)}`;
  const came = await ask(upstreamUrl(baseUrl, url, to, path), { method: "GET", body: null, isStream: () => false });
  if (came.fault !== undefined) return refuse(came.fault);
  const { answer } = came;
  if (isRedirect(answer)) return redirected(answer, { style, profile });
  if (unchanged) return passed(answer, style);
  const body = valueOrText(await answer.text());
  if (!answer.ok) {
    const { value: error } = translateError({ status: answer.status, body, headers: answer.headers }, { from: to, to: style, profile });
    return written(answer, style, error);
  }
  if (model !== undefined) return written(answer, style, { status: 200, body: models.entry(model) });
  const names = namesIn(body);
  if (names === undefined) return refuse({ kind: "bad-gateway", message: "The upstream answered with no list of models." });
  const served = table === undefined ? names : names.filter((name) => table.upstream(name) !== undefined);
  return written(answer, style, { status: 200, body: models.list(served) });
}
