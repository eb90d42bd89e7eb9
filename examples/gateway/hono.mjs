/** The same gateway behind Hono: `export default app` on any platform that Hono runs on. */
import { Hono } from "hono";

export function createApp(handle) {
  const app = new Hono();
  app.all("*", (context) => handle(context.req.raw));
  return app;
}
