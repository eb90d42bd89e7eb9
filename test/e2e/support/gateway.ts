/** The example gateway on loopback, and the same clients without a server through `createFetch`. */
import type { Server } from "node:http";
import type { Profile, StyleName } from "../../../src/index.js";
import { createFetch } from "../../../src/web.js";
import { type Client, clients, type Target } from "./clients.js";
import type { Upstream } from "./upstream.js";

type Handle = (request: Request) => Promise<Response>;
interface GatewayModule {
  createGateway(options: {
    readonly to: StyleName;
    readonly baseUrl: string;
    readonly key?: string;
    readonly models?: Readonly<Record<string, string>>;
    readonly accepts?: (key: string) => boolean;
    readonly profile?: Profile;
    readonly upstreamProfile?: Profile;
    readonly maxBodyBytes?: number;
    readonly timeout?: number;
    readonly fetch?: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
    readonly log?: (line: string) => void;
  }): Handle;
}
interface ServerModule {
  listen(handle: Handle, port?: number): Promise<{ readonly server: Server; readonly url: string }>;
}

const folder = new URL("../../../examples/gateway/", import.meta.url);
export const { createGateway }: GatewayModule = await import(new URL("handler.mjs", folder).href);
export const { listen }: ServerModule = await import(new URL("server.mjs", folder).href);

/** A client for each style, at an address. */
export type Makers = Readonly<Record<StyleName, (target: Target) => Client>>;

/** A way from a client to the upstream. */
export interface Way {
  readonly name: string;
  /** A client at this end of the way. */
  client(style: StyleName, options?: Pick<Target, "retries" | "apiKey">): Client;
  /** Lines of the log: what was lost. */
  readonly said: string[];
  close(): Promise<void>;
}

export async function overHttp({ style: to, url: baseUrl }: Upstream, profile: Profile, makers: Makers = clients): Promise<Way> {
  const said: string[] = [];
  const { server, url } = await listen(createGateway({ to, baseUrl, key: "sk-upstream", profile, log: (line) => said.push(line) }));
  return {
    name: "gateway",
    client: (style, options) => makers[style]({ baseUrl: url, ...specified(profile), ...options }),
    said,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function throughFetch({ style: to, url: baseUrl }: Upstream, profile: Profile): Way {
  const said: string[] = [];
  return {
    name: "fetch",
    client: (from, options) => {
      const onIssues = (issues: readonly { readonly code: string }[]) => said.push(...issues.map(({ code }) => code));
      return clients[from]({
        baseUrl: "https://client.invalid",
        fetch: createFetch({ from, to, baseUrl, profile, fetch, onIssues }),
        ...specified(profile),
        ...options,
      });
    },
    said,
    close: async () => undefined,
  };
}

/** The specification has one version of the paths; the newest client of generate-content asks for another one by itself. */
function specified(profile: Profile): Pick<Target, "apiVersion"> {
  return profile === "gateway" ? { apiVersion: "v1beta" } : {};
}
