/** Reads the published OpenAPI document: its routes, and faults against version 3.1. */
import published from "../../docs/api/site/v1/openapi.json"

export interface Operation {
  /** A route's name, such as `GET /v1/guilds/{g}/policy`. */
  name: string
  method: string
  path: string
  /** Names of the path's parameters, in order. */
  params: string[]
  hasBody: boolean
  /** The minimum key scope; `null` if the route takes no token. */
  scope: "read" | "write" | "admin" | null
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: unknown
}
interface ResponseObject {
  $ref?: string
  description?: string
  content?: Record<string, { schema?: unknown }>
}
interface OperationObject {
  operationId: string
  security?: Record<string, string[]>[]
  "x-scope"?: Operation["scope"]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: unknown }> }
  responses?: Record<string, ResponseObject>
}
export interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, OperationObject>>
  components: Record<string, Record<string, unknown>>
}

/** Returns the document with its named responses, and their schema, in their places. */
export function openApi(): Document {
  // The cast: a JSON module has a type of its own.
  const document = structuredClone(published) as unknown as Document
  for (const { responses = {} } of Object.values(document.paths).flatMap((item) => Object.values(item)))
    for (const [status, { $ref }] of Object.entries(responses))
      if ($ref) responses[status] = withSchema(resolve($ref, document) as ResponseObject, document)
  return document
}

function withSchema({ content = {}, ...response }: ResponseObject, document: Document): ResponseObject {
  const media = Object.entries(content).map(([type, { schema }]) => {
    const { $ref } = schema as { $ref: string }
    return [type, { schema: resolve($ref, document) }] as const
  })
  return { ...response, content: Object.fromEntries(media) }
}

export function operations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      params: [...path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1])),
      hasBody: operation.requestBody !== undefined,
      scope: operation["x-scope"] ?? null,
    })),
  )
}

/** Fills an operation's path with these parameters. */
export function at(operation: Operation, params: Record<string, string>): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
}

/** Returns violations of the 3.1 specification that a generated document can have. */
export function faultsOf(document: Document): string[] {
  const faults = [
    ...(/^3\.1\.\d+$/.test(document.openapi) ? [] : [`version ${document.openapi}`]),
    ...(document.info.title && document.info.version ? [] : ["info lacks title or version"]),
    ...danglingRefs(document, document),
    ...badTypes(document),
  ]
  for (const [path, item] of Object.entries(document.paths)) {
    if (!path.startsWith("/")) faults.push(`${path} does not begin with a slash`)
    for (const [method, operation] of Object.entries(item))
      faults.push(...operationFaults(`${method} ${path}`, path, operation))
  }
  return faults
}

/** A schema, reduced to what decides whether it allows `null`. */
interface Nullable {
  $ref?: string
  type?: string | string[]
  allOf?: Nullable[]
  anyOf?: Nullable[]
}

/** Returns true if `null` is valid. The document's unions are all `anyOf`. */
export function allowsNull(document: Document, schema: Nullable): boolean {
  const allows = (part: Nullable) => allowsNull(document, part)
  if (schema.$ref) return allows(resolve(schema.$ref, document) as Nullable)
  if (schema.allOf) return schema.allOf.every(allows)
  if (schema.anyOf) return schema.anyOf.some(allows)
  return schema.type === undefined || [schema.type].flat().includes("null")
}

/** Returns the paths of schemas whose type allows `null` and whose `enum` does not, and how many have both. */
export function nullableEnums(document: Document): { checked: number; without: string[] } {
  const all = enumsOf(document, "").filter(({ type }) => Array.isArray(type) && type.includes("null"))
  return {
    checked: all.length,
    without: all.flatMap(({ path, values }) => (values.includes(null) ? [] : [path])),
  }
}

function enumsOf(node: unknown, path: string): { path: string; type: unknown; values: unknown[] }[] {
  if (typeof node !== "object" || node === null) return []
  const inner = Object.entries(node).flatMap(([key, part]) => enumsOf(part, `${path}/${key}`))
  if (!("enum" in node && Array.isArray(node.enum))) return inner
  return [{ path, type: "type" in node ? node.type : null, values: node.enum }, ...inner]
}

function operationFaults(name: string, path: string, operation: OperationObject): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]))
  const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path")
  const responses = Object.entries(operation.responses ?? {})
  return [
    ...inPath.filter((param) => !declared.some((one) => one.name === param && one.required)),
    ...declared.filter((one) => !inPath.includes(one.name)).map((one) => one.name),
    ...(operation.parameters ?? []).filter((one) => !one.schema).map((one) => one.name),
    ...(responses.length === 0 ? ["responses"] : []),
    ...responses.filter(([, response]) => !response.description).map(([status]) => status),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap((media) => (media.schema ? [] : ["body"])),
  ].map((what) => `${name}: ${what}`)
}

function danglingRefs(node: unknown, root: Document): string[] {
  if (typeof node !== "object" || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== "$ref" || typeof value !== "string") return danglingRefs(value, root)
    return resolve(value, root) === undefined ? [`${value} leads nowhere`] : []
  })
}

/** Returns the part of the document that `ref` points to; `undefined` if there is none. */
function resolve(ref: string, root: Document): unknown {
  return ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], root)
}

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"])

/** 3.1 dropped the keyword `nullable` of 3.0, and every schema `type` must be one of JSON Schema's. */
function badTypes(node: unknown, key = ""): string[] {
  if (typeof node !== "object" || node === null || key === "example") return []
  const names = "type" in node && key !== "properties" && !("in" in node) ? [node.type].flat() : []
  const isScheme = "scheme" in node
  return [
    ...(isScheme ? [] : names.filter((name) => typeof name === "string" && !TYPES.has(name)).map(String)),
    ...("nullable" in node && key !== "properties" ? ["nullable"] : []),
    ...Object.entries(node).flatMap(([name, value]) => badTypes(value, name)),
  ]
}
