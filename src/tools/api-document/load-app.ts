/** Loads the Worker's API in Node, to read which routes it has. It answers no request there. */
import { registerHooks } from "node:module"

/** Stands in for the platform's modules: what the API's modules import from them at their top level. */
const PLATFORM = `export const env = {}
export class DurableObject {}
export class RpcTarget {}
export class WorkflowEntrypoint {}
export class NonRetryableError extends Error {}`

/** Resolves to the OpenAPI document as the routes give it, before `describeApi`. */
export async function routesDocument(): Promise<unknown> {
  registerHooks({
    resolve: (name, context, next) =>
      name.startsWith("cloudflare:")
        ? {
            url: `data:text/javascript,${encodeURIComponent(PLATFORM)}`,
            format: "module",
            shortCircuit: true,
          }
        : next(name, context),
    load: (url, context, next) =>
      url.endsWith(".wasm")
        ? { source: "export default null", format: "module", shortCircuit: true }
        : next(url, context),
  })
  const { app } = await import("../../http/app.ts")
  return app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "", version: "" } })
}
