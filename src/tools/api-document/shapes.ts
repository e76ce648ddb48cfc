/** Shapes of the OpenAPI document and of the texts that docs/api/reference adds to it. */

/** Part of a JSON document, before it is known which. */
export interface Node {
  [key: string]: unknown
}

export interface OperationText {
  description: string
  /** Example of the request body. */
  request?: unknown
  /** Example of the response; by default composed of its fields' examples. */
  response?: unknown
  /** The errors of its own, as their `type` ends; those of the token, the limits and the body's form are everyone's. */
  errors?: string[]
  /** Names of its bodies, if not the operation's id with `Request` and `Response`. */
  names?: { request?: string; response?: string }
}

export interface Reference {
  info: Node
  servers: Node[]
  /** Names for parts of bodies that occur in several, by the path of one, such as `Policy.gate`. */
  parts: Record<string, string>
  tags: { name: string; description: string; operations: Record<string, OperationText> }[]
}

interface Media {
  schema: Node
  example?: unknown
}
interface Body {
  description?: string
  content?: Record<string, Media>
}
export interface ApiOperation extends Node {
  operationId: string
  parameters?: { name: string; in: string; description?: string; schema: Node }[]
  requestBody?: Body
  responses: Record<string, Body>
}
export interface ApiDocument extends Node {
  paths: Record<string, Record<string, ApiOperation>>
  components: { schemas: Record<string, Node>; [kind: string]: unknown }
}

/**
 * A field's description and an example of its value, by its name, or by its path from a named schema if the name has
 * several meanings: `Memory.id`, `scope`. The longest path wins. Enumerations and objects need no example.
 */
export type Fields = Record<string, [description: string, example?: unknown]>
