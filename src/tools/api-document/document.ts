/**
 * Makes the published OpenAPI document of the one that the routes give: names its bodies, and adds the texts and
 * examples of docs/api/reference. Pure. A route, a field or a body without them is an error, and so is a text for
 * something that does not exist.
 */
import { explain, type Refusal } from "../../domain/errors.ts"
import { statusOf } from "../../domain/refusal-status.ts"
import { describeFields, exampleOf, fieldTexts } from "./fields.ts"
import { nameBodies, nameParts } from "./naming.ts"
import type { ApiDocument, ApiOperation, Fields, Node, OperationText, Reference } from "./shapes.ts"

/** Throws with everything that is missing or left over. */
export function describeApi(routes: unknown, reference: Reference, texts: Fields): ApiDocument {
  // The caller's document stays as it is. The cast: hono made it of the routes.
  const document = structuredClone(routes) as ApiDocument
  const faults: string[] = []
  const fields = fieldTexts(texts)
  const known = operationTexts(reference)
  delete document.components.parameters
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const texted = operations.flatMap((operation) => {
    const text = known.get(operation.operationId)
    if (text === undefined) faults.push(`no text for the operation ${operation.operationId}`)
    known.delete(operation.operationId)
    return text === undefined ? [] : [{ operation, ...text }]
  })
  for (const id of known.keys()) faults.push(`there is no operation ${id}`)
  nameBodies(document, texted)
  nameParts(document, reference.parts, faults)
  for (const { operation, tag, text } of texted) {
    operation.tags = [tag]
    operation.description = text.description
    operation.responses = { ...operation.responses, ...refusalsOf(operation, text) }
    for (const parameter of operation.parameters ?? []) {
      const path = [operation.operationId, parameter.name]
      const described = parameter.description ?? parameter.schema.description ?? fields.description(path)
      if (described !== null) parameter.description = String(described)
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas))
    describeFields(schema, [name], fields)
  for (const { operation, text } of texted) addExamples(document, { operation, text, fields })
  faults.push(...fields.faults())
  if (faults.length > 0) throw new Error(`docs/api/reference does not fit the routes:\n${faults.join("\n")}`)
  const { paths, components, openapi } = document
  const { info, servers } = reference
  const tags = reference.tags.map(({ name, description }) => ({ name, description }))
  components.responses = RESPONSES
  return { openapi, info, servers, tags, security: [{ token: [] }], paths, components }
}

function operationTexts({ tags }: Reference): Map<string, { tag: string; text: OperationText }> {
  return new Map(
    tags.flatMap(({ name: tag, operations }) =>
      Object.entries(operations).map(([id, text]) => [id, { tag, text }] as const),
    ),
  )
}

interface Described {
  operation: ApiOperation
  text: OperationText
  fields: ReturnType<typeof fieldTexts>
}

function addExamples(document: ApiDocument, { operation, text, fields }: Described): void {
  const request = Object.values(operation.requestBody?.content ?? {})
  const responses = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, body]) => Object.values(body.content ?? {}))
  const { schemas } = document.components
  const example = (schema: Node) => exampleOf(schema, { path: [operation.operationId], schemas, fields })
  for (const media of request) media.example = text.request ?? example(media.schema)
  for (const media of responses) media.example = text.response ?? example(media.schema)
}

/** The error responses of a route, which declares none itself: everyone's, and a status for each error of its own. */
function refusalsOf(operation: ApiOperation, { errors = [] }: OperationText): Record<string, Node> {
  const named = (name: string) => ({ $ref: `#/components/responses/${name}` })
  if (operation["x-scope"] === undefined) return { "4XX": named("Problem") }
  const guards = { 401: named("Unauthorized"), 403: named("Forbidden"), 429: named("TooManyRequests") }
  const own = Object.entries(Object.groupBy(errors, errorStatus)).map(([status, types = []]) => [
    status,
    problemOf(types),
  ])
  return { ...guards, ...Object.fromEntries(own), default: named("Problem") }
}

/** Throws for an error that the API does not have. The cast: a refusal's status depends on its reason alone. */
function errorStatus(reason: string): number {
  const status = statusOf({ reason } as Refusal) as number | undefined
  if (status === undefined) throw new Error(`docs/api/reference: there is no error ${reason}`)
  return status
}

function problemOf(types: readonly string[]): Node {
  const [first = ""] = types
  const title = first.replaceAll("_", " ")
  const example = {
    type: `urn:keepsake:${first}`,
    title,
    status: errorStatus(first),
    detail: "What is wrong, and what to do.",
  }
  const names = types.map((type) => `\`${type}\``).join(", ")
  const description = `\`type\` ends in ${names}.`
  return problemResponse(description, example)
}

function problemResponse(description: string, example: Node): Node {
  const schema = { $ref: "#/components/schemas/Problem" }
  return { description, content: { "application/problem+json": { schema, example } } }
}

const RESPONSES = {
  Unauthorized: problemResponse("The token is missing or not active.", {
    type: "urn:keepsake:unauthorized",
    title: "unauthorized",
    status: 401,
    detail: explain({ reason: "unauthorized" }),
  }),
  Forbidden: problemResponse(
    "The key belongs to another guild, or its scope or binding does not allow this.",
    {
      type: "urn:keepsake:forbidden",
      title: "forbidden",
      status: 403,
      detail: explain({ reason: "forbidden", because: "write_scope" }),
    },
  ),
  TooManyRequests: {
    ...problemResponse("Too many requests with this key, or with unknown keys from this address.", {
      type: "urn:keepsake:too_many",
      title: "too many",
      status: 429,
      detail: "Too many requests. Try again in 60 seconds.",
    }),
    headers: { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } },
  },
  Problem: problemResponse("An error: what is wrong, and in which field.", {
    type: "urn:keepsake:invalid",
    title: "invalid",
    status: 400,
    detail: "body.messages: is required",
    errors: [{ field: "body.messages", problem: "is required" }],
  }),
}
