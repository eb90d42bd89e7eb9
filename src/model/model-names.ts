/** The many names that services and gateways give one model. */

const REGION = /^(?:us|eu|apac|ap|au|jp|ca|sa|me|af|global|us-gov)\./;
const LAB = /^(?:anthropic|openai|google|amazon|meta|mistral|cohere|ai21|deepseek|qwen|moonshot|minimax|zai)\./;
/** `[1m]` asks for a context, `:free` for a price; `:0` is part of a version of Bedrock. */
const OPTION = /\[[^\]]*\]$|:(?!\d+$)[\w-]+$/;
const DATE = /[-@]20\d{2}-?\d{2}-?\d{2}$/;
const SUFFIX = /-(?:latest|exp|fast|thinking|customtools|preview(?:-\d{2}-\d{2})?|preview-\d{2}-20\d{2}|exp-\d{2}-\d{2})$/;

/**
 * The names that a model may be listed under, the most exact first: without path, options, region, lab and date. There is no
 * other rule of prefixes: `claude-opus-6` and `my-deployment` are names that nobody knows.
 */
export function namesOf(given: string): readonly string[] {
  const last = given.toLowerCase().split("/").at(-1) ?? "";
  const plain = last
    .replace(OPTION, "")
    .replace(/@(?:20\d{6}|default|latest)$/, "")
    .replace(REGION, "")
    .replace(LAB, "");
  const name = plain.replace(/-v\d+(?::\d+)?$/, "").replace(/^(claude-.*\d)\.(\d)/, "$1-$2");
  const undated = name.replace(DATE, "");
  const short = undated.replace(SUFFIX, "");
  return [...new Set([last, plain, name, undated, short, short.replace(DATE, "")])];
}

/** Whether two names are those of one model, whatever region, date, suffix and prefix of a host they have. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || bareName(one) === bareName(other);
}

/** Hosts write `claude-4-sonnet`, and the vendor itself `claude-sonnet-4-0`, for `claude-sonnet-4`. */
function bareName(given: string): string {
  return (namesOf(given).at(-1) ?? "")
    .replace(/^.*-(?=claude-)/, "")
    .replace(/^claude-(\d+(?:[-.]\d+)?)-([a-z]+)/, "claude-$2-$1")
    .replace(/^(claude-[a-z]+-\d+)\.(\d)/, "$1-$2")
    .replace(/^(claude-[a-z]+-\d+)-0$/, "$1");
}
