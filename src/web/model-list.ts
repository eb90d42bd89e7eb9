/** The models of a gateway in the client's words: those that it is told of, or those of the upstream that clients may ask for. */
import type { Profile, StyleName } from "../model/index.js";
import type { OwnFault } from "../reply.js";
import { modelLists, ofStyle } from "../style-lists.js";
import { translateError } from "../translate.js";
import { isRedirect, parsed, passed, redirected, reply, written } from "./answer.js";
import { upstreamUrl } from "./headers.js";
import { type ModelTable, namesIn, noSuchModel } from "./models.js";
import type { ModelsRoute } from "./routes.js";
import type { AskUpstream } from "./upstream.js";

interface Asked {
  readonly to: StyleName;
  readonly baseUrl: string | URL;
  readonly profile: Profile;
  readonly table: ModelTable | undefined;
  readonly url: URL;
  readonly refuse: (fault: OwnFault) => Response;
  readonly ask: AskUpstream;
}

export async function answerModels({ style, model }: ModelsRoute, asked: Asked): Promise<Response> {
  const { table, refuse } = asked;
  const models = ofStyle(modelLists, style, "style");
  const target = model === undefined || table === undefined ? model : table.upstream(model);
  if (model !== undefined && target === undefined) return refuse(noSuchModel(model));
  if (table === undefined || table.names.length === 0) return upstreamModels(style, asked, model, target);
  return reply({ status: 200, body: model === undefined ? models.list(table.names) : models.entry(model) });
}

async function upstreamModels(style: StyleName, asked: Asked, model?: string, target?: string): Promise<Response> {
  const { to, baseUrl, profile, table, url, refuse, ask } = asked;
  const models = ofStyle(modelLists, style, "style");
  const there = ofStyle(modelLists, to, "to");
  const unchanged = style === to && table === undefined;
  const path = unchanged
    ? url.pathname + url.search
    : target === undefined
      ? there.path + there.query
      : `${there.path}/${encodeURIComponent(target)}`;
  const came = await ask(upstreamUrl(baseUrl, url, to, path), { method: "GET", body: null, isStream: () => false });
  if (came.fault !== undefined) return refuse(came.fault);
  const { answer } = came;
  if (isRedirect(answer)) return redirected(answer, style, profile);
  if (unchanged) return passed(answer, style);
  const body = parsed(await answer.text());
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
