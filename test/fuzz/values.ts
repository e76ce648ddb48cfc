/** Values for requests: some that the document allows, and edge cases that it mostly does not. */
import type { Dice } from "./dice.ts"
import { type Document, resolve, type Schema } from "./operations.ts"

/** Real values from earlier answers, by field name, so that requests reach existing rows. */
export class ValuePool {
  readonly #byField = new Map<string, string[]>()

  add(field: string, value: string): void {
    const known = this.#byField.get(field) ?? []
    if (known.includes(value)) return
    // Old values make room: many of them have been deleted since.
    this.#byField.set(field, [...known.slice(-KEPT), value])
  }

  /** Collects ids and cursors from the answer of a path. Different kinds of rows have different ids. */
  learn(path: string, value: unknown): void {
    if (Array.isArray(value)) for (const item of value.slice(0, LEARNED)) this.learn(path, item)
    else if (typeof value === "object" && value !== null)
      for (const [field, inner] of Object.entries(value))
        if (typeof inner === "string" && /^(?:id|next|.*_id)$/.test(field))
          this.add(OWN_FIELDS.includes(field) ? `${collectionOf(path)}.${field}` : field, inner)
        else this.learn(path, inner)
  }

  of(field: string): readonly string[] {
    return this.#byField.get(field) ?? []
  }
}

/** Fields whose values belong to one kind of rows. */
const OWN_FIELDS = ["id", "next"]

/** Returns the kind of rows that a path is about: `notes` for `/v1/guilds/{g}/notes/{id}`. */
export function collectionOf(path: string): string {
  const segments = path.replace(/\?.*$/, "").split("/")
  return segments.findLast((segment) => /^[a-z]+$/.test(segment)) ?? ""
}

const KEPT = 40
const LEARNED = 20

/** Field names whose values another field's answers provide. */
const PROVIDERS: Record<string, string> = {
  g: "guild_id",
  c: "channel_id",
  in_channel: "channel_id",
  u: "user_id",
  viewer_id: "user_id",
  participant_id: "user_id",
  author_id: "user_id",
  subject_id: "user_id",
  m: "message_id",
}

export interface Generator {
  document: Document
  dice: Dice
  pool: ValuePool
}

/** Returns a value that fits the schema. `field` names it, so that a known value can be used. */
export function validValue(generator: Generator, written: Schema, field = ""): unknown {
  const { dice, document } = generator
  const schema = resolve(document, written)
  const [first, ...others] = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (first) return validValue(generator, dice.pick([first, ...others]), field)
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => validValue(generator, part, field)))
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return dice.pick(schema.enum)
  const types = [schema.type ?? "object"].flat()
  const type = dice.pick(types)
  if (type === "null") return null
  if (type === "boolean") return dice.chance(0.5)
  if (type === "integer" || type === "number") return validNumber(generator, schema, type)
  if (type === "string") return validString(generator, schema, field)
  if (type === "array") return validList(generator, schema, field)
  return validObject(generator, schema)
}

function validNumber({ dice }: Generator, schema: Schema, type: string): number {
  const from = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1)
  const to = schema.maximum ?? from + 1_000
  if (dice.chance(0.2)) return dice.pick([from, to])
  const drawn = from + dice.next() * (to - from)
  return type === "integer" ? Math.floor(drawn) : drawn
}

const WORDS =
  "i love tea we meet on friday at noon in oslo ada plays chess and moved to berlin why not".split(" ")

function validString(generator: Generator, schema: Schema, field: string): string {
  const { dice, pool } = generator
  const known = pool.of(PROVIDERS[field] ?? field)
  if (known.length > 0 && dice.chance(0.85)) return dice.pick(known) ?? ""
  if (schema.format === "date-time") return validTime(dice)
  if (schema.pattern?.includes("\\d{4}-")) return validTime(dice).slice(0, 10)
  if (schema.pattern?.startsWith("^[1-9]")) return String(1 + dice.below(10 ** 15))
  if (schema.pattern?.startsWith("^\\d")) return String(dice.below(2 ** 31))
  const length = (schema.minLength ?? 0) + dice.below(12)
  const text = Array.from({ length }, () => dice.pick(WORDS)).join(" ")
  return text.slice(0, schema.maxLength ?? text.length) || "x".repeat(schema.minLength ?? 0)
}

const YEAR_MS = 365 * 86_400_000

function validTime(dice: Dice): string {
  return new Date(Date.now() - dice.below(YEAR_MS)).toISOString()
}

function validList(generator: Generator, schema: Schema, field: string): unknown[] {
  const { minItems = 0, maxItems = minItems + 4 } = schema
  const length = minItems + generator.dice.below(Math.min(maxItems - minItems, 4) + 1)
  return Array.from({ length }, () => validValue(generator, schema.items ?? {}, field.replace(/s$/, "")))
}

function validObject(generator: Generator, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema
  const chosen = Object.entries(properties).filter(
    ([name]) => required.includes(name) || generator.dice.chance(0.4),
  )
  return Object.fromEntries(chosen.map(([name, one]) => [name, validValue(generator, one, name)]))
}

/** Strings at the edges of what ids, texts, times and cursors may be. */
const EDGE_STRINGS: readonly [string, ...string[]] = [
  "",
  " ",
  "0",
  "00",
  "-1",
  "1".repeat(19),
  "1".repeat(20),
  "9".repeat(19),
  "9223372036854775807",
  "9223372036854775808",
  "abcdefghijklmnopqrs",
  "1e5",
  "null",
  "undefined",
  "NaN",
  "true",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u200b\ufeff",
  "👩‍👩‍👧‍👦".repeat(50),
  "Ａｄａ",
  "é".normalize("NFD").repeat(100),
  "'; DROP TABLE memories; --",
  '"',
  "%",
  "_",
  "*",
  "NEAR(a b)",
  "a OR b",
  "../..",
  "%2e%2e%2f",
  "<script>",
  "{}",
  "x".repeat(3_000),
  "9999-12-31T23:59:59.999Z",
  "0000-01-01T00:00:00Z",
  "-271821-04-20T00:00:00.000Z",
  "+275760-09-13T00:00:00.000Z",
  "+275760-09-13T00:00:00.001Z",
  "1969-12-31T23:59:59Z",
  "2026-02-30T00:00:00Z",
  "2026-11-23T24:00:00Z",
  "2026-11-23T00:00:00+23:59",
  "2026-11-23",
  "bnVsbA",
  "eyJhdCI6MCwiaWQiOiIwIn0",
  "eyJhdCI6MWUzMDgsImlkIjoiMCJ9",
  "eyJhdCI6MCwiaWQiOiIxZTk5In0",
]

const EDGE_VALUES: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { id: null },
  "__proto__",
]

export function edgeString(dice: Dice): string {
  return dice.pick(EDGE_STRINGS)
}

export function edgeValue(dice: Dice): unknown {
  return dice.chance(0.6) ? edgeString(dice) : dice.pick(EDGE_VALUES)
}

/** Returns a copy of `value` with one place replaced, removed or added. */
export function mutate(dice: Dice, value: unknown): unknown {
  if (typeof value !== "object" || value === null || dice.chance(0.15)) return edgeValue(dice)
  if (Array.isArray(value)) {
    if (value.length === 0 || dice.chance(0.2)) return [...value, edgeValue(dice)]
    if (dice.chance(0.1)) return Array.from({ length: 300 }, () => value[0])
    const at = dice.below(value.length)
    return value.map((item, index) => (index === at ? mutate(dice, item) : item))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || dice.chance(0.1))
    return { ...value, [dice.pick(["extra", "__proto__", "constructor", "id", ""])]: edgeValue(dice) }
  const at = dice.below(entries.length)
  if (dice.chance(0.2)) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(entries.map(([key, one], index) => [key, index === at ? mutate(dice, one) : one]))
}
