/** An upstream on loopback that says what the test tells it to, and refuses to be sent anything that its style's rules forbid. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { describeIssue, type Profile, type StyleName, validateRequest } from "../../../src/index.js";
import { type Answer, answers } from "./answers.js";
import type { Received } from "./received.js";

/** One turn of the upstream: an answer in the form that is asked for, or whatever the test writes by hand. */
export type Turn = Answer | ((received: Received, respond: ServerResponse) => void | Promise<void>);

export interface Upstream {
  readonly url: string;
  readonly style: StyleName;
  readonly received: Received[];
  /** What was wrong with the requests. */
  readonly faults: string[];
  /** Requests whose client went away before the end. */
  readonly aborted: () => number;
  play(...turns: readonly Turn[]): void;
  close(): Promise<void>;
}

export async function startUpstream(style: StyleName, profile: Profile): Promise<Upstream> {
  const received: Received[] = [];
  const faults: string[] = [];
  let turns: Turn[] = [];
  let aborted = 0;
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) aborted++;
    });
    const call = await receivedOf(request);
    received.push(call);
    faults.push(...faultsOf(style, profile, call));
    const turn = turns.shift();
    if (turn === undefined) {
      faults.push("a request that no turn was told for");
      response.writeHead(500).end();
    } else if (typeof turn === "function") await turn(call, response);
    else reply(style, turn, call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    style,
    received,
    faults,
    aborted: () => aborted,
    play(...next) {
      turns = [...next];
      received.length = 0;
      faults.length = 0;
      aborted = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function isStreaming({ path, body }: Received): boolean {
  return path.includes(":stream") || (typeof body === "object" && body !== null && "stream" in body && body.stream === true);
}

function reply(style: StyleName, answer: Answer, call: Received, response: ServerResponse): void {
  const id = requestIdHeader(style);
  if (!isStreaming(call)) {
    response.writeHead(200, { "content-type": "application/json", [id]: "req_up" }).end(JSON.stringify(answers[style].whole(answer)));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", [id]: "req_up" });
  for (const frame of answers[style].frames(answer)) response.write(frame);
  response.end();
}

function requestIdHeader(style: StyleName): string {
  return style === "messages" ? "request-id" : "x-request-id";
}

/** An error answer in the style's own words. */
export function failing(style: StyleName, status: number, headers: Readonly<Record<string, string>> = {}): Turn {
  return (_call, response) => {
    response.writeHead(status, { "content-type": "application/json", [requestIdHeader(style)]: "req_up", ...headers });
    response.end(JSON.stringify(answers[style].error(status, `upstream says ${status}`)));
  };
}

async function receivedOf(request: IncomingMessage): Promise<Received> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return { path: request.url ?? "", headers, body: JSON.parse(body) };
}

export function faultsOf(style: StyleName, profile: Profile, { path, headers, body }: Received): string[] {
  const expected = profile === "gateway" ? "authorization" : KEYS[style];
  return [
    ...(PATHS[style].test(path) ? [] : [`sent to ${path}`]),
    ...(headers[expected] === undefined ? [`no ${expected}`] : []),
    ...validateRequest(body, { style, path, profile })
      .issues.filter(({ severity }) => severity === "error")
      .map(describeIssue),
  ];
}
const KEYS: Readonly<Record<StyleName, string>> = {
  "chat-completions": "authorization",
  messages: "x-api-key",
  "generate-content": "x-goog-api-key",
};
const PATHS: Readonly<Record<StyleName, RegExp>> = {
  "chat-completions": /^\/v1\/chat\/completions$/,
  messages: /^\/v1\/messages$/,
  // The newest client of generate-content asks for version 1, and is sent on as it is where the style stays.
  "generate-content": /^\/v1(beta)?\/models\/[^/]+:(generateContent|streamGenerateContent\?alt=sse)$/,
};
