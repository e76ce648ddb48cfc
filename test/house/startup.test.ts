/** House rule: what a Worker evaluates before its first request. The platform gives startup one second. */
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)[^;"]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm

/** Packages that the entry point imports statically, at any depth. Adding one costs every cold start: measure with `npx wrangler check startup`. */
const AT_STARTUP = [
  "@discordjs/rest",
  "@hono/zod-openapi",
  "chrono-node",
  "cloudflare:workers",
  "cloudflare:workflows",
  "discord-api-types",
  "discord-interactions",
  "drizzle-orm",
  "hono",
  "node:crypto",
  "stemmer",
  "stopword",
  "zod",
]

function startupPackages(): string[] {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const [, from, bare] of readFileSync(file, "utf8").matchAll(STATIC_IMPORT)) {
      const name = from ?? bare ?? ""
      if (name.endsWith(".wasm")) continue
      if (name.startsWith(".")) visit(normalize(join(dirname(file), name)))
      else
        packages.add(
          name.startsWith("@") ? name.split("/").slice(0, 2).join("/") : (name.split("/")[0] ?? name),
        )
    }
  }
  visit(join(SRC, "index.ts"))
  return [...packages].sort()
}

test("only the listed packages are evaluated when the Worker starts", () => {
  expect(startupPackages()).toEqual(AT_STARTUP)
})

test("every Durable Object, the workflow, the API, pages and interactions load the other libraries before they need them", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
  const entries = files.filter((name) => {
    const text = readFileSync(join(SRC, name), "utf8")
    return /extends (?:DurableObject|WorkflowEntrypoint)\b/.test(text)
  })
  expect(entries.length).toBeGreaterThan(5)
  const missing = [...entries, "http/app.ts", "discord/bot/interactions.ts", "dashboard/pages.ts"].filter(
    (name) => !/\bloadLibraries\(\)/.test(readFileSync(join(SRC, name), "utf8")),
  )
  expect(missing).toEqual([])
})
