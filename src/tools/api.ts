/** `npm run api`: writes the OpenAPI document and its TypeScript types, which the Worker serves as static files. */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { describeApi } from "./api-document/document.ts"
import { routesDocument } from "./api-document/load-app.ts"
import type { Fields, Reference } from "./api-document/shapes.ts"
import { runProgram, withUsage } from "./program.ts"

const USAGE = `npm run api   writes docs/api/site/v1/openapi.json from the routes and docs/api/reference, and its types beside it`
const DOCUMENT = "docs/api/site/v1/openapi.json"
const TYPES = "docs/api/site/v1/keepsake.d.ts"

export const main = withUsage(USAGE, async (_, io) => {
  const [operations, fields] = ["operations", "fields"].map((name) =>
    JSON.parse(readFileSync(`docs/api/reference/${name}.json`, "utf8")),
  ) as [Reference, Fields]
  const document = describeApi(await routesDocument(), operations, fields)
  writeFileSync(DOCUMENT, `${JSON.stringify(document, null, 1)}\n`)
  // It needs another TypeScript than this project, so it is called as a program.
  const program = "docs/api/node_modules/openapi-typescript/bin/cli.js"
  execFileSync(process.execPath, [program, DOCUMENT, "--output", TYPES], { stdio: "ignore" })
  io.stdout.write(`Written: ${DOCUMENT}, ${TYPES}\n`)
  return 0
})

if (import.meta.main) await runProgram(main)
