/** Gives the bodies of an OpenAPI document, and the parts they share, names among its components. Pure. */
import type { ApiDocument, ApiOperation, Node, OperationText } from "./shapes.ts"

/** Names the bodies of requests and successful responses. Bodies of the same name must be the same. */
export function nameBodies(
  document: ApiDocument,
  operations: readonly { operation: ApiOperation; text: OperationText }[],
): void {
  for (const { operation, text } of operations) {
    const id = `${operation.operationId.slice(0, 1).toUpperCase()}${operation.operationId.slice(1)}`
    for (const media of mediaOf(operation.requestBody))
      media.schema = named(document, text.names?.request ?? `${id}Request`, media.schema)
    for (const [status, body] of Object.entries(operation.responses))
      for (const media of status.startsWith("2") ? mediaOf(body) : [])
        media.schema = named(document, text.names?.response ?? `${id}Response`, media.schema)
  }
}

function mediaOf(body: ApiOperation["requestBody"]) {
  return Object.values(body?.content ?? {}).filter(({ schema }) => schema.type === "object" || schema.allOf)
}

function named({ components: { schemas } }: ApiDocument, name: string, schema: Node): Node {
  const before = schemas[name]
  if (before !== undefined && JSON.stringify(before) !== JSON.stringify(schema))
    throw new Error(`two different bodies are named ${name}`)
  schemas[name] = schema
  return reference(name)
}

function reference(name: string): Node {
  return { $ref: `#/components/schemas/${name}` }
}

/** Names parts of bodies, each by the path of one of its places, and refers to it from all its places. */
export function nameParts(
  document: ApiDocument,
  parts: Readonly<Record<string, string>>,
  faults: string[],
): void {
  const { schemas } = document.components
  for (const [name, path] of Object.entries(parts)) {
    const part = partAt(schemas, path.split("."))
    if (part === undefined || name in schemas)
      faults.push(`the part ${name}, ${path}, does not exist or is not new`)
    else schemas[name] = structuredClone(withoutText(part))
  }
  const names = new Map(
    Object.entries(schemas)
      .filter(([, schema]) => schema.properties !== undefined)
      .map(([name, schema]) => [JSON.stringify(withoutText(schema)), name]),
  )
  for (const [own, schema] of Object.entries(schemas)) schemas[own] = replaced(schema, names, own) as Node
}

function partAt(schemas: Record<string, Node>, [name = "", ...steps]: string[]): Node | undefined {
  let part = schemas[name]
  for (const step of steps) {
    // The casts: parsed JSON Schema has schemas there.
    const inner = (part?.items as Node | undefined) ?? part
    const own = [inner, ...((inner?.allOf ?? []) as Node[])].map((one) => one?.properties)
    const fields = own.map((properties) => (properties as Record<string, Node> | undefined)?.[step])
    part = step === "*" ? inner : fields.find((field) => field !== undefined)
  }
  return part
}

/** A part has one meaning of its own; what it is for in one place stays there. */
function withoutText({ description: _, default: __, ...schema }: Node): Node {
  return schema
}

/** Replaces what is inside of `node` by references to what has its name. */
function replaced(node: unknown, names: ReadonlyMap<string, string>, own: string | null): unknown {
  if (Array.isArray(node)) return node.map((entry) => replaced(entry, names, null))
  if (typeof node !== "object" || node === null) return node
  const { allOf, description, default: byDefault } = node as Node
  if (Array.isArray(allOf) && allOf.length === 2 && Object.keys(allOf[1]).join() === "description")
    return { ...allOf[0], ...allOf[1] }
  const name = own === null ? names.get(JSON.stringify(withoutText(node as Node))) : undefined
  if (name !== undefined)
    return {
      ...reference(name),
      ...(description !== undefined && { description }),
      ...(byDefault !== undefined && { default: byDefault }),
    }
  return Object.fromEntries(Object.entries(node).map(([key, entry]) => [key, replaced(entry, names, null)]))
}
