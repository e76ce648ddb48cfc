/** The API's operations as its OpenAPI document describes them, with a validator for each documented answer. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"

/** A JSON Schema, as far as values are generated from it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  pattern?: string
  format?: string
}

export interface Parameter {
  name: string
  in: "path" | "query"
  required?: boolean
  schema: Schema
}

interface Content {
  content?: Record<string, { schema: Schema }>
}

interface RawOperation {
  parameters?: Parameter[]
  requestBody?: Content & { required?: boolean }
  responses: Record<string, Content & { $ref?: string }>
}

export interface Document {
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}

/** An answer's problem, or `null` if the document allows the answer. */
export type AnswerCheck = (answer: { status: number; type: string; body: string }) => string | null

export interface Operation {
  /** Such as `GET /v1/guilds/{g}/memories`. */
  name: string
  method: string
  path: string
  parameters: Parameter[]
  /** `null` if the operation takes no body. */
  body: { schema: Schema; required: boolean } | null
  check: AnswerCheck
}

const METHODS = ["get", "put", "post", "delete", "patch"]

export function operationsOf(published: Document): Operation[] {
  const document = withResponses(published)
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...document, $id: "api" })
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, raw]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: raw.parameters ?? [],
        body: bodyOf(raw),
        check: checkOf(ajv, raw, ["paths", path, method, "responses"]),
      })),
  )
}

/** Puts the responses that operations refer to in their places. */
function withResponses(published: Document): Document {
  const document = structuredClone(published)
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    for (const [status, { $ref }] of Object.entries(responses)) {
      const named = document.components.responses[$ref?.replace("#/components/responses/", "") ?? ""]
      if (named !== undefined) responses[status] = named
    }
  return document
}

function bodyOf({ requestBody }: RawOperation): Operation["body"] {
  const schema = requestBody?.content?.["application/json"]?.schema
  return schema ? { schema, required: requestBody.required ?? false } : null
}

function checkOf(ajv: Ajv2020, { responses }: RawOperation, path: string[]): AnswerCheck {
  const validators = new Map<string, ValidateFunction>()
  const validatorFor = (status: string, type: string) => {
    const key = `${status} ${type}`
    const known = validators.get(key)
    if (known) return known
    const pointer = [...path, status, "content", type, "schema"].map(escapePointer).join("/")
    const made = ajv.compile({ $ref: `api#/${pointer}` })
    validators.set(key, made)
    return made
  }
  return ({ status, type, body }) => {
    const documented = String(status) in responses ? String(status) : "default"
    const response = responses[documented]
    // `default` describes errors only.
    if (response === undefined || (documented === "default" && status < 400))
      return `status ${status} is not documented`
    const types = Object.keys(response.content ?? {})
    if (types.length === 0) return body === "" ? null : "the document says that the answer has no body"
    if (!types.includes(type)) return `content type ${type || "none"} is not documented`
    if (!type.endsWith("json")) return null
    return problemOf(validatorFor(documented, type), body)
  }
}

function problemOf(validate: ValidateFunction, body: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return "the body is not JSON"
  }
  if (validate(value)) return null
  const [error] = validate.errors ?? []
  return `the body does not fit the document: ${error?.instancePath || "/"} ${error?.message}`
}

/** Percent-encoded because the pointer is part of a URI. */
function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))
}

/** Follows references within the document. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const name = schema.$ref.replace("#/components/schemas/", "")
  const found = document.components.schemas[name]
  if (found === undefined) throw new Error(`the document has no ${schema.$ref}`)
  return resolve(document, found)
}
