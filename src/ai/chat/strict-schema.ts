/**
 * Derives the JSON schema that structured-output servers accept from the zod schema that parses the reply.
 * Pure.
 */

import { z } from "zod"

export type JsonSchema = Record<string, unknown>

/** Keywords every strict server understands. Any other keyword makes some of them refuse the whole schema. */
const KEPT = ["type", "enum", "description", "$ref"]

/**
 * Returns the reply's schema in strict form: no unknown properties, every property required, optional ones
 * nullable instead, `anyOf` for every union, and bounds moved to the description, since zod enforces them
 * anyway. The root should be an object. Apply `withoutNulls` to the reply before parsing it. Source: OpenAI's
 * "Supported schemas" for structured outputs, and the narrower subsets of compatible servers.
 */
export function strictSchema(schema: z.ZodType): JsonSchema {
  return strict(looseSchema(schema))
}

/** Returns the schema as zod writes it; its `required` lists tell which properties were optional. */
export function looseSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" })
}

function strict(node: JsonSchema): JsonSchema {
  const out: JsonSchema = {}
  for (const key of KEPT) if (node[key] !== undefined) out[key] = node[key]
  if (node.const !== undefined) out.enum = [node.const]
  const bounds = boundsOf(node)
  if (bounds) out.description = [node.description, bounds].filter(Boolean).join("; ")
  const union = node.anyOf ?? node.oneOf
  if (Array.isArray(union)) out.anyOf = union.map((branch) => strict(asSchema(branch)))
  if (node.items !== undefined) out.items = strict(asSchema(node.items))
  if (node.$defs !== undefined) out.$defs = mapped(asSchema(node.$defs), (def) => strict(def))
  if (node.type === "object") Object.assign(out, strictObject(node))
  return out
}

function strictObject(node: JsonSchema): JsonSchema {
  if (node.properties === undefined) {
    const { additionalProperties: values = false } = node
    return { additionalProperties: typeof values === "boolean" ? values : strict(asSchema(values)) }
  }
  const required = requiredOf(node)
  const properties = mapped(asSchema(node.properties), (property, name) =>
    required.includes(name) || takesNull(property) ? strict(property) : nullable(strict(property)),
  )
  return { properties, required: Object.keys(properties), additionalProperties: false }
}

function nullable(node: JsonSchema): JsonSchema {
  if (typeof node.type === "string" && !node.enum) return { ...node, type: [node.type, "null"] }
  return { anyOf: [node, { type: "null" }] }
}

function takesNull(node: JsonSchema): boolean {
  if (node.type === "null" || (Array.isArray(node.type) && node.type.includes("null"))) return true
  const union = node.anyOf ?? node.oneOf
  return Array.isArray(union) && union.some((branch) => takesNull(asSchema(branch)))
}

const BOUNDS: [keyword: string, words: (bound: unknown) => string][] = [
  ["minLength", (n) => `at least ${n} characters`],
  ["maxLength", (n) => `at most ${n} characters`],
  ["minItems", (n) => `at least ${n} items`],
  ["maxItems", (n) => `at most ${n} items`],
  ["minimum", (n) => `at least ${n}`],
  ["maximum", (n) => `at most ${n}`],
  ["pattern", (source) => `matching ${source}`],
]

function boundsOf(node: JsonSchema): string {
  return BOUNDS.filter(([keyword]) => node[keyword] !== undefined)
    .filter(([keyword]) => Math.abs(Number(node[keyword])) !== Number.MAX_SAFE_INTEGER) // zod's default bounds of integers
    .map(([keyword, words]) => words(node[keyword]))
    .join(", ")
}

/**
 * Removes the nulls that mean "left out", which zod's optional properties would refuse. `loose` is the schema
 * as zod writes it.
 */
export function withoutNulls(value: unknown, loose: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item, asSchema(loose.items)))
  if (typeof value !== "object" || value === null) return value
  const properties = asSchema((objectBranch(loose) ?? loose).properties)
  const required = requiredOf(objectBranch(loose) ?? loose)
  const kept = Object.entries(value).filter(([name, inner]) => {
    const leftOut = inner === null && Object.hasOwn(properties, name) && !required.includes(name)
    return !leftOut || takesNull(asSchema(properties[name]))
  })
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      withoutNulls(inner, Object.hasOwn(properties, name) ? asSchema(properties[name]) : {}),
    ]),
  )
}

/**
 * Returns the only object of `object | null`. If several objects are possible, nothing is known of their
 * properties.
 */
function objectBranch(node: JsonSchema): JsonSchema | null {
  if (!Array.isArray(node.anyOf)) return null
  const objects = node.anyOf.map(asSchema).filter((branch) => branch.type === "object")
  return objects.length === 1 ? (objects[0] ?? null) : null
}

function requiredOf(node: JsonSchema): string[] {
  return Array.isArray(node.required) ? node.required.map(String) : []
}

/** JSON schemas are trees of objects; `true` and absent schemas allow anything. */
function asSchema(node: unknown): JsonSchema {
  return typeof node === "object" && node !== null ? { ...node } : {}
}

function mapped(nodes: JsonSchema, change: (node: JsonSchema, name: string) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, change(asSchema(node), name)]))
}
