/** The API's document allows every `null` that the API accepts and sends. */
import { readFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import { expect, test } from "vitest"

const document: unknown = JSON.parse(readFileSync("test/fixtures/golden/openapi.json", "utf8"))

/** Schemas with an `enum`, each with its path. */
function enums(value: unknown, path: string): { path: string; type: unknown; values: unknown[] }[] {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) => enums(part, `${path}/${key}`))
  if (!("enum" in value && Array.isArray(value.enum))) return inner
  return [{ path, type: "type" in value ? value.type : null, values: value.enum }, ...inner]
}

test("a value that may be null has null among its values", () => {
  const nullable = enums(document, "").filter(({ type }) => Array.isArray(type) && type.includes("null"))
  expect(nullable.length).toBeGreaterThan(3)
  expect(nullable.filter(({ values }) => !values.includes(null)).map(({ path }) => path)).toEqual([])
})

test("a part of an answer that has its own name may be null if the API says so", () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...(document as object), $id: "api" })
  // An item of the review queue that waits for approval contradicts nothing.
  const other = ajv.compile({ $ref: "api#/components/schemas/ReviewItem/properties/other" })
  expect(other(null)).toBe(true)
  expect(other("something else")).toBe(false)
})
