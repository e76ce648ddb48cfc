/** Bodies as they come over the wire, before anybody has looked at them. */

export type Loose = Record<string, unknown>

export function looseOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

/** The objects of a list; of anything else, none. */
export function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(looseOf) : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
