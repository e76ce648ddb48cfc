/** Describes the fields of schemas, and composes examples of their values. Pure. */
import type { Fields, Node } from "./shapes.ts"

export type FieldTexts = ReturnType<typeof fieldTexts>

/** Looks fields up, the longest path first. `faults` returns what was missing, and the texts that no field has. */
export function fieldTexts(texts: Fields) {
  const used = new Set<string>()
  const find = (path: readonly string[]) => {
    for (let start = 0; start < path.length; start++) {
      const key = path.slice(start).join(".")
      const text = Object.hasOwn(texts, key) ? texts[key] : undefined
      if (text === undefined) continue
      used.add(key)
      return text
    }
    return null
  }
  const missing = new Set<string>()
  return {
    description(path: readonly string[]): string | null {
      const found = find(path)?.[0] ?? ""
      if (found === "") missing.add(`no description of ${path.join(".")}`)
      return found === "" ? null : found
    },
    example: (path: readonly string[]): unknown => find(path)?.[1],
    lacksExample: (path: readonly string[]) => missing.add(`no example of ${path.join(".")}`),
    faults: () => [
      ...missing,
      ...Object.keys(texts)
        .filter((key) => !used.has(key))
        .map((key) => `there is no field ${key}`),
    ],
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** Times as exact as people said them, such as 2026-05. */
const INEXACT = ["when", "until"]

/** Returns true for a field whose example is a time with an offset. */
function isTime(name: string, example: unknown): boolean {
  return typeof example === "string" && TIME.test(example) && !INEXACT.includes(name)
}

function addTimeFormat(field: Node): void {
  const isText = [field.type].flat().includes("string")
  if (isText && field.pattern === undefined) field.format ??= "date-time"
}

const COMBINED = ["anyOf", "allOf"]

/** Adds descriptions to all fields inside of a schema that have none. */
export function describeFields(schema: Node, path: readonly string[], fields: FieldTexts): void {
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Node>)) {
    const own = [...path, name]
    if (field.description === undefined) {
      const description = fields.description(own)
      if (description !== null) field.description = description
    }
    if (isTime(name, fields.example(own))) addTimeFormat(field)
    describeFields(field, own, fields)
  }
  for (const inner of ["items", "additionalProperties"])
    if (typeof schema[inner] === "object") describeFields(schema[inner] as Node, path, fields)
  for (const combined of COMBINED)
    for (const part of (schema[combined] ?? []) as Node[]) describeFields(part, path, fields)
}

interface Composing {
  path: readonly string[]
  schemas: Record<string, Node>
  fields: FieldTexts
}

/** Composes a value of the examples of a schema's fields. */
export function exampleOf(schema: Node, { path, schemas, fields }: Composing): unknown {
  const own = fields.example(path)
  if (own !== undefined) return own
  const compose = (part: Node, at: readonly string[]) => exampleOf(part, { path: at, schemas, fields })
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.replace("#/components/schemas/", "")
    return compose(schemas[name] ?? {}, [name])
  }
  for (const given of [schema.example, schema.const, schema.default]) if (given !== undefined) return given
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (schema.allOf !== undefined)
    return Object.assign({}, ...(schema.allOf as Node[]).map((part) => compose(part, path)))
  const [part] = ((schema.anyOf ?? []) as Node[]).filter(({ type }) => type !== "null")
  if (part !== undefined) return compose(part, path)
  const type = [schema.type].flat().find((one) => one !== "null")
  if (schema.properties !== undefined)
    return Object.fromEntries(
      // Parsed JSON Schema has schemas there.
      Object.entries(schema.properties as Record<string, Node>).map(([name, field]) => [
        name,
        compose(field, [...path, name]),
      ]),
    )
  if (type === "array") return [compose((schema.items ?? {}) as Node, path)]
  if (type === "boolean") return false
  if (type === "object") return {}
  if (![schema.type].flat().includes("null")) fields.lacksExample(path)
  return null
}
