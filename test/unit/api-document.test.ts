/** The published OpenAPI document: the rules of Redocly, an example for every body, and types that fit it. */
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { promisify } from "node:util"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { expect, test } from "vitest"
import type { ApiDocument, ApiOperation, Node } from "../../src/tools/api-document/shapes.ts"

const DOCUMENT = "docs/api/site/v1/openapi.json"
const TYPES = "docs/api/site/v1/keepsake.d.ts"

// The cast: the document is written by `describeApi`.
const document = JSON.parse(readFileSync(DOCUMENT, "utf8")) as ApiDocument
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ at: ["paths", path, method], operation })),
)

/** Runs a package's program without asking the network for anything. */
async function runs(program: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
  return stdout
}

test("the document passes Redocly's recommended rules without an error or a warning", async () => {
  const program = "node_modules/@redocly/cli/bin/cli.js"
  const printed = await runs(program, "lint", DOCUMENT, "--extends", "recommended", "--format", "json")
  const { totals, problems } = JSON.parse(printed)
  expect(problems).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0, ignored: 0 })
})

/** Bodies of an operation: its request, and its successful responses. Errors are responses of the whole document. */
function bodiesOf({ at, operation }: { at: string[]; operation: ApiOperation }) {
  const bodies = [
    { path: [...at, "requestBody"], body: operation.requestBody },
    ...Object.entries(operation.responses).map(([status, body]) => ({
      path: [...at, "responses", status],
      body,
    })),
  ]
  return bodies.flatMap(({ path, body }) =>
    Object.entries(body?.content ?? {}).map(([type, media]) => ({
      path: [...path, "content", type, "schema"],
      media,
    })),
  )
}

test("every body has an example, which its schema allows", () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: "api" })
  const errors = Object.entries(document.components.responses as Record<string, never>)
  const named = errors.flatMap(([name, body]) =>
    bodiesOf({ at: ["components"], operation: { operationId: name, responses: { [name]: body } } }),
  )
  const bodies = [...operations.flatMap(bodiesOf), ...named]
  expect(bodies.length).toBeGreaterThan(100)
  for (const { path, media } of bodies) {
    const pointer = path.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    const valid = ajv.compile({ $ref: `api#/${pointer.join("/")}` })
    expect(media.example, path.join(" ")).toBeDefined()
    expect(valid(media.example) ? [] : valid.errors, path.join(" ")).toEqual([])
  }
})

test("every operation has an id, one tag, a summary and a description, and names its bodies", () => {
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  const tags = (document.tags as { name: string }[]).map(({ name }) => name)
  for (const { operation } of operations) {
    expect(operation.operationId).toMatch(/^[a-z]+[A-Za-z]*$/)
    expect(operation).toMatchObject({
      summary: expect.any(String),
      description: expect.stringMatching(/\.$/),
    })
    expect(operation.tags).toEqual([expect.toSatisfy((tag) => tags.includes(tag))])
  }
  const inline = operations.flatMap(bodiesOf).filter(({ media }) => media.schema.type === "object")
  expect(inline.map(({ path }) => path)).toEqual([])
})

/** Paths of the fields inside of a schema, and of parameters, that have no description. */
function undescribed(node: unknown, path: string): string[] {
  if (typeof node !== "object" || node === null) return []
  const { properties, ...rest } = node as Node
  const fields = Object.entries((properties ?? {}) as Record<string, Node>)
  return [
    ...fields.flatMap(([name, field]) => [
      ...(field.description ? [] : [`${path}.${name}`]),
      ...undescribed(field, `${path}.${name}`),
    ]),
    ...Object.entries(rest).flatMap(([key, inner]) =>
      /^examples?$|^default$/.test(key) ? [] : undescribed(inner, path),
    ),
  ]
}

test("every field and every parameter is described", () => {
  const schemas = Object.entries(document.components.schemas)
  expect(schemas.flatMap(([name, schema]) => undescribed(schema, name))).toEqual([])
  const parameters = operations.flatMap(({ operation }) => operation.parameters ?? [])
  expect(parameters.filter(({ description }) => !description)).toEqual([])
})

/** Discord's own objects have many more fields than Keepsake uses. */
const DISCORDS_OWN = /^ReplaceStructureRequest\.(?:guild|channels|threads|members)\b/
/** Its keys are an enumeration, so it takes no other, but its schema does not say so. */
const BY_TYPE = "GatePolicy.confidence_by_type"

/** Objects of a request that would take a field they do not have. */
function open(schema: Node, path: string, seen: readonly string[] = []): string[] {
  const { $ref, properties, items, additionalProperties, anyOf, allOf } = schema
  const name = typeof $ref === "string" ? $ref.replace("#/components/schemas/", "") : null
  if (name !== null)
    return seen.includes(name) ? [] : open(document.components.schemas[name] ?? {}, name, [...seen, name])
  const parts = [items, additionalProperties, ...((anyOf ?? []) as Node[]), ...((allOf ?? []) as Node[])]
  return [
    ...(properties !== undefined && additionalProperties !== false ? [path] : []),
    ...Object.entries((properties ?? {}) as Record<string, Node>).flatMap(([key, field]) =>
      open(field, `${path}.${key}`, seen),
    ),
    ...parts.flatMap((part) => (typeof part === "object" ? open(part as Node, path, seen) : [])),
  ]
}

test("no request takes a field that it does not have, except in Discord's own objects", () => {
  const bodies = operations.flatMap(({ operation }) => Object.values(operation.requestBody?.content ?? {}))
  const found = bodies.flatMap(({ schema }) => open(schema, ""))
  expect(found.filter((path) => !DISCORDS_OWN.test(path) && path !== BY_TYPE)).toEqual([])
})

test("the published types fit the document", async () => {
  const program = "docs/api/node_modules/openapi-typescript/bin/cli.js"
  await runs(program, DOCUMENT, "--output", TYPES, "--check")
})
