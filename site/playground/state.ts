/** What the playground shows, and the link that holds it. */
export const KINDS = ["request", "response", "stream"] as const;
export type Kind = (typeof KINDS)[number];
export const STYLES = ["chat-completions", "messages", "generate-content"] as const;
export type Style = (typeof STYLES)[number];
export const REPORTS = ["losses", "all"] as const;
export const ON_LOSS = ["report", "reject"] as const;

export interface State {
  readonly kind: Kind;
  readonly style: Style;
  readonly text: string;
  /** Of a generate-content request, whose URL names the model. */
  readonly path: string;
  readonly report: (typeof REPORTS)[number];
  readonly onLoss: (typeof ON_LOSS)[number];
  /** Whether the dated facts of models are used as `capabilities`. */
  readonly facts: boolean;
  /** By target: `gateway`, `vendor` or the name of a dialect. */
  readonly profiles: Readonly<Record<Style, string>>;
  /** By target: the model to ask; empty where the source names it. */
  readonly models: Readonly<Record<Style, string>>;
}

const each = (value: string): Record<Style, string> => ({ "chat-completions": value, messages: value, "generate-content": value });

export const DEFAULTS: State = {
  kind: "request",
  style: "chat-completions",
  text: "",
  path: "/v1beta/models/gemini-2.5-flash:generateContent",
  report: "losses",
  onLoss: "report",
  facts: false,
  profiles: each("vendor"),
  models: each(""),
};

/** Browsers and chats cut longer links. */
export const LONGEST_LINK = 30_000;

/** The part of an address behind its `#`, with what differs from the defaults; undefined where it would be too long for a link. */
export function hashOf(state: State): string | undefined {
  if (state.text.length > LONGEST_LINK) return undefined;
  const { kind, style, path, report, onLoss, facts, profiles, models, text } = state;
  const given = new URLSearchParams({ kind, style });
  const say = (name: string, value: string, otherwise: string) => value === otherwise || given.set(name, value.toWellFormed());
  say("path", path, DEFAULTS.path);
  say("report", report, DEFAULTS.report);
  say("onLoss", onLoss, DEFAULTS.onLoss);
  say("facts", String(facts), "false");
  for (const target of STYLES) {
    say(`profile.${target}`, profiles[target], "vendor");
    say(`model.${target}`, models[target], "");
  }
  given.set("text", text.toWellFormed());
  const hash = given.toString();
  return hash.length > LONGEST_LINK ? undefined : hash;
}

/** The state of a link; undefined for any other `#…`. */
export function stateOf(hash: string): State | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const text = given.get("text");
  const one = <Word extends string>(words: readonly Word[], name: string) => words.find((word) => word === given.get(name));
  const [kind, style] = [one(KINDS, "kind"), one(STYLES, "style")];
  if (kind === undefined || style === undefined || text === null) return undefined;
  const profiles = each("vendor");
  const models = each("");
  for (const target of STYLES) {
    profiles[target] = given.get(`profile.${target}`) ?? "vendor";
    models[target] = given.get(`model.${target}`) ?? "";
  }
  return {
    kind,
    style,
    text,
    path: given.get("path") ?? DEFAULTS.path,
    report: one(REPORTS, "report") ?? DEFAULTS.report,
    onLoss: one(ON_LOSS, "onLoss") ?? DEFAULTS.onLoss,
    facts: given.get("facts") === "true",
    profiles,
    models,
  };
}
