/** The gateway behind node:http: `node examples/gateway/main.mjs`. */
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Starts it on a port of the loopback interface; 0 takes a free one. */
export function listen(handle, port = 0) {
  const server = createServer(async (incoming, outgoing) => {
    const abort = new AbortController();
    // A client that goes away before the end takes the upstream's request with it.
    outgoing.on("close", () => outgoing.writableFinished || abort.abort());
    try {
      const response = await handle(requestOf(incoming, abort.signal));
      outgoing.setHeaders(response.headers).writeHead(response.status);
      if (response.body === null) outgoing.end();
      else await pipeline(Readable.fromWeb(response.body), outgoing);
    } catch (error) {
      if (!abort.signal.aborted) console.error(error);
      outgoing.destroy();
    }
  });
  return new Promise((resolve) =>
    server.listen(port, "127.0.0.1", () => resolve({ server, url: `http://127.0.0.1:${server.address().port}` })),
  );
}

function requestOf(incoming, signal) {
  const body = incoming.method === "GET" || incoming.method === "HEAD" ? null : Readable.toWeb(incoming);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return new Request(`http://gateway${incoming.url}`, { method: incoming.method, headers, body, signal, duplex: "half" });
}
