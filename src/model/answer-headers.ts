/** Which headers of an upstream's answer are for its client. The others are about the account, the session or the server. */

/** What clients and their users read: the type, how long to wait, limits, ids for support, what is deprecated, where uploads stand. */
const FOR_CLIENTS =
  /^(?:cache-control|content-type|deprecation|openai-processing-ms|openai-version|sunset|x-should-retry|retry-after(?:-ms)?|(?:[a-z-]*-)?request-?id|(?:x-)?ratelimit(?:-[a-z0-9-]+)?|anthropic-(?:fast|priority|ratelimit)-[a-z0-9-]+|x-goog-upload-[a-z0-9-]+)$/;

/** @param name in lower case */
export function isForClient(name: string): boolean {
  return FOR_CLIENTS.test(name);
}
