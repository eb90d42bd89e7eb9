/** A result without the sentences of its issues: their wording is free, what programs match is not. */
export function withoutSentences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSentences);
  if (typeof value !== "object" || value === null) return value;
  const isIssue = "code" in value && "severity" in value && "path" in value;
  const members = Object.entries(value).filter(([key]) => !(isIssue && key === "message"));
  return Object.fromEntries(members.map(([key, member]) => [key, withoutSentences(member)]));
}
