/** The gateway behind node:http: `node examples/gateway/main.mjs`. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { toErrorReply } from "interlingua";

/** Milliseconds for the rest of a body that nobody reads: a client that is cut off while it sends may miss its answer. */
const LINGER = 2000;

/** Starts it on a port of the loopback interface; 0 takes a free one. */
export function listen(handle, port = 0) {
  const server = createServer(async (incoming, outgoing) => {
    const abort = new AbortController();
    // A client that goes away before the end takes the upstream's request with it.
    outgoing.on("close", () => outgoing.writableFinished || abort.abort());
    outgoing.on("finish", () => discard(incoming));
    try {
      const response = WITHOUT_REQUEST.includes(incoming.method) ? notAllowed(incoming) : await handle(requestOf(incoming, abort.signal));
      outgoing.setHeaders(response.headers).writeHead(response.status);
      outgoing.flushHeaders();
      if (response.body === null) outgoing.end();
      else await pipeline(Readable.fromWeb(response.body), outgoing);
    } catch (error) {
      if (!abort.signal.aborted) console.error(error);
      outgoing.destroy();
    }
  });
  server.on("connect", async (incoming, socket) => {
    const text = await notAllowed(incoming).text();
    const headers = `allow: GET, POST\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}`;
    socket.on("error", () => {}).end(`HTTP/1.1 405 Method Not Allowed\r\n${headers}\r\nconnection: close\r\n\r\n${text}`);
  });
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}` })),
  );
}

/** Methods of which the platform makes no Request. */
const WITHOUT_REQUEST = ["CONNECT", "TRACE", "TRACK"];

function notAllowed({ method, url }) {
  const fault = { kind: "invalid-request", status: 405, message: `${method} is not taken here; send GET or POST.` };
  const { status, body } = toErrorReply(fault, { path: url, profile: "vendor" });
  return Response.json(body, { status, headers: { allow: "GET, POST" } });
}

function requestOf(incoming, signal) {
  const isBare = incoming.method === "GET" || incoming.method === "HEAD";
  // Not `Readable.toWeb`: who stops reading that cuts the connection before the answer is out.
  const body = isBare ? null : ReadableStream.from(incoming.iterator({ destroyOnReturn: false }));
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  // Proxies ask with a whole URL, which is no path of this server.
  const path = incoming.url.startsWith("/") ? incoming.url : "/";
  return new Request(`http://gateway${path}`, { method: incoming.method, headers, body, signal, duplex: "half" });
}

function discard(incoming) {
  if (incoming.complete) return;
  incoming.on("error", () => {}).resume();
  setTimeout(() => incoming.complete || incoming.destroy(), LINGER).unref();
}
