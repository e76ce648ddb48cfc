/**
 * One file applies the binding of a key to a channel or person, and no route of the API gets around it. That a
 * route declares its rule at all is the compiler's business (`guarded.ts`), and that the rule is right the
 * matrix's (`routes-matrix.test.ts`).
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const HTTP = "src/http"

const files = readdirSync(HTTP, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name, text: readFileSync(join(HTTP, name), "utf8") }))

/** The actions that routes share with MCP. */
const SHARED = files.find(({ name }) => name === "member-actions.ts")?.text ?? ""

function filesWith(pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
}

interface Route {
  file: string
  path: string
  binding: string
  handler: string
}

/** The routes with their handlers, by the names that declare them. */
const routes: Route[] = files
  .filter(({ name }) => name.startsWith("routes/"))
  .flatMap(({ name: file, text }) => {
    const constants = new Map(
      [...text.matchAll(/^const (\w+) = (["`])(.*)\2$/gm)].map(([, name, , value]) => [name, value]),
    )
    const handlers = text.split(/\.openapi\(\s*/).slice(1)
    const declared = text.split(/^const (?=\w+ = guarded\()/m).slice(1)
    return declared.map((declaration) => {
      const name = /^\w+/.exec(declaration)?.[0] ?? ""
      const named = /^ {2}path(?:: (?<quoted>["`].*["`]|\w+))?,$/m.exec(declaration)?.groups?.quoted ?? "path"
      const path = (constants.get(named) ?? named).replace(/\$\{(\w+)\}/g, (_, of) => constants.get(of) ?? of)
      const body = handlers.find((one) => new RegExp(`^${name},`).test(one)) ?? ""
      const handler = withLocalCalls(body.split(/^ {0,2}\}\)/m)[0] ?? "", text)
      const binding = /^ {2}binding: "(\w+)",$/m.exec(declaration)?.[1] ?? ""
      return { file, path, binding, handler }
    })
  })

/** A handler with the functions of its file, and the shared ones, that it calls. */
function withLocalCalls(handler: string, text: string): string {
  const called = [...handler.matchAll(/\b(\w+)\(/g)].map(([, name]) => name)
  const bodies = [...`${text}\n${SHARED}`.matchAll(/^(?:export )?(?:async )?function (\w+)[\s\S]*?^\}$/gm)]
  return [handler, ...bodies.filter(([, name]) => called.includes(name)).map(([body]) => body)].join("\n")
}

function handlersOf(...bindings: string[]): Route[] {
  return routes.filter(({ binding }) => bindings.includes(binding))
}

test("this test finds every route, its path, its binding and its handler", () => {
  const documented = JSON.parse(readFileSync("docs/api/site/v1/openapi.json", "utf8")) as {
    paths: Record<string, Record<string, { "x-binding"?: string }>>
  }
  const expected = Object.entries(documented.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((route) => (route["x-binding"] ? [`${path} ${route["x-binding"]}`] : [])),
  )
  expect(routes.map(({ path, binding }) => `${path.replace(/^["`]|["`]$/g, "")} ${binding}`).sort()).toEqual(
    expected.sort(),
  )
  expect(routes.filter(({ handler }) => handler === "")).toEqual([])
})

test("only http/binding.ts reads a key's binding", () => {
  expect(filesWith(/\.reads\b|\breads\.(?:channelId|userId)\b|\{[^}]*\breads\b[^}]*\}: Principal/)).toEqual([
    "binding.ts",
  ])
  expect(filesWith(/\bas ReadTarget\b/)).toEqual(["binding.ts"])
})

test("only http/request-viewer.ts makes the API's viewers", () => {
  expect(filesWith(/from "[^"]*access\/audience\.ts"/)).toEqual(["request-viewer.ts"])
})

test("every route is guarded, except those that need no token", () => {
  expect(filesWith(/\bcreateRoute[(<]/)).toEqual(["guarded.ts"])
  const direct = files.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(?:app|\w+Routes)\s*\.(?:get|post|put|patch|delete|all|on)\("([^"]+)"/g)].map(
      ([, path]) => `${name} ${path}`,
    ),
  )
  expect(direct).toEqual(["app.ts /healthz"])
})

test("a route that reads for somebody applies the binding to whom it reads for", () => {
  const careless = handlersOf("reader", "statement").filter(
    ({ handler }) => !/\b(?:enterAsViewer|resolveReadTarget)\(/.test(handler),
  )
  expect(careless).toEqual([])
})

test("a route that changes one memory checks whom it is about, and a statement whether its teller reads there", () => {
  expect(handlersOf("memory").filter(({ handler }) => !/\brequireSubject\(/.test(handler))).toEqual([])
  expect(handlersOf("statement").filter(({ handler }) => !/\btellerFor\(/.test(handler))).toEqual([])
})

test("a route that acts on the key's channel or person has it in its path", () => {
  expect(
    handlersOf("channel").filter(({ path }) => !path.includes("{c}") && !path.includes("CHANNEL")),
  ).toEqual([])
  expect(handlersOf("person", "statement").filter(({ path }) => !path.includes("{u}"))).toEqual([])
})

test("every action of MCP declares its scope and binding, and asks for the reader before it reads", () => {
  const actions = files.filter(({ name }) => /^mcp\/(?:tools\/|resources\.ts|prompts\.ts)/.test(name))
  expect(actions.length).toBeGreaterThan(7)
  const undeclared = actions.filter(({ text }) => !/\bscope: "\w+",?\s+binding: "\w+"/.test(text))
  expect(undeclared.map(({ name }) => name)).toEqual([])
  const reads =
    /\b(?:enterAsViewer|resolveReadTarget|readMemberProfile|rememberStatement|findForgetMatches)\(/
  const careless = actions.filter(({ text }) => reads.test(text) && !/\.requireReader\(/.test(text))
  expect(careless.map(({ name }) => name)).toEqual([])
})
