/** Request bodies as they arrive, before validation. */

export type Loose = Record<string, unknown>

export function looseOf(value: unknown): Loose {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

/** Returns the objects of a list; an empty list for anything else. */
export function listOf(value: unknown): Loose[] {
  return Array.isArray(value) ? value.map(looseOf) : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined
}
