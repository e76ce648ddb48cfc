/** Builds one request of the fuzz program: valid, or broken in one of the ways clients break requests. Pure. */
import type { Dice } from "./dice.ts"
import type { Operation } from "./operations.ts"
import { collectionOf, edgeString, edgeValue, type Generator, mutate, validValue } from "./values.ts"
import { SAMPLES, SPARES } from "./world.ts"

export interface FuzzRequest {
  operation: Operation
  method: string
  /** Path and query. */
  path: string
  headers: Record<string, string>
  body: string | null
  /** The way in which it is broken; `valid` if it follows the document. */
  kind: string
  /** Name of the principal whose token it carries. */
  principal: string
}

/** Draft of a request, before it is written as text. */
interface Draft {
  method: string
  path: Record<string, string>
  query: [string, string][]
  contentType: string | null
  /** `undefined` sends no body. */
  body: unknown
  /** Text sent instead of the body as JSON. */
  raw: string | null
}

export interface Principal {
  name: string
  token: string | null
  /** How often it is drawn, in proportion; a whole number. */
  weight: number
}

type Breakage = (draft: Draft, generator: Generator, operation: Operation) => Draft

const BREAKAGES: Record<string, Breakage> = {
  "edge value in the path": (draft, { dice }) => withPath(draft, dice, edgeString(dice) || "0"),
  "odd encoding in the path": (draft, { dice }) =>
    withPath(draft, dice, dice.pick(["\u0000", "%", "..", "a/b", "%00", "%ff%fe"])),
  "edge value in the query": (draft, { dice }, { parameters }) => {
    const [name] = [dice.pick(parameters.filter((one) => one.in === "query"))?.name ?? "extra"]
    return { ...draft, query: [...draft.query.filter(([key]) => key !== name), [name, edgeString(dice)]] }
  },
  "repeated query parameter": (draft, { dice }, { parameters }) => {
    const name = dice.pick(parameters.filter((one) => one.in === "query"))?.name ?? "limit"
    return { ...draft, query: [...draft.query, [name, "1"], [name, edgeString(dice)]] }
  },
  "one wrong field": (draft, { dice }) => ({ ...draft, body: mutate(dice, draft.body ?? {}) }),
  "two wrong fields": (draft, { dice }) => ({ ...draft, body: mutate(dice, mutate(dice, draft.body ?? {})) }),
  "another kind of body": (draft, { dice }) => ({ ...draft, body: edgeValue(dice) }),
  "no body": (draft) => ({ ...draft, body: undefined }),
  "broken JSON": (draft, { dice }) => {
    const text = JSON.stringify(draft.body ?? {})
    return { ...draft, raw: text.slice(0, dice.below(text.length + 1)) + dice.pick(["", "}", "\u0000", ","]) }
  },
  "deeply nested body": (draft) => ({ ...draft, raw: `${"[".repeat(5_000)}${"]".repeat(5_000)}` }),
  // Without a body of its own, the operation answers before it reads one, which resets a local connection.
  "large body": (draft, _, { body }) => {
    if (body === null) return draft
    return { ...draft, raw: JSON.stringify({ ...asObject(draft.body), extra: "x".repeat(300_000) }) }
  },
  "another content type": (draft, { dice }) => ({
    ...draft,
    contentType: dice.pick([
      null,
      "text/plain",
      "application/xml",
      "application/json; charset=utf-16",
      "multipart/form-data",
    ]),
  }),
  "another method": (draft, { dice }) => ({
    ...draft,
    method: dice.pick(["PUT", "PATCH", "OPTIONS", "HEAD"]),
  }),
}

const VALID_SHARE = 0.55

export function requestFor(
  generator: Generator,
  { operations, principals }: { operations: readonly Operation[]; principals: readonly Principal[] },
): FuzzRequest {
  const { dice } = generator
  const operation = pickExisting(dice, operations)
  const principal = weighted(dice, principals)
  const draft = validDraft(generator, operation)
  const isValid = dice.chance(VALID_SHARE)
  const [kind, breakage] = pickExisting(dice, Object.entries(BREAKAGES))
  const sent = isValid ? draft : breakage(draft, generator, operation)
  return {
    operation,
    ...written(sent, operation),
    headers: headersOf(sent, principal),
    kind: isValid ? "valid" : kind,
    principal: principal.name,
  }
}

function validDraft(generator: Generator, { name, method, path, parameters, body }: Operation): Draft {
  const { dice } = generator
  const spares = SPARES[name] ?? {}
  const value = (one: Operation["parameters"][number]) =>
    spares[one.name] ?? String(validValue(generator, one.schema, fieldOf(path, one.name)))
  const sample = dice.chance(0.5) ? SAMPLES[name]?.(dice.below(1_000)) : undefined
  const inPath = parameters.filter((one) => one.in === "path")
  const query = parameters.filter((one) => one.in === "query" && (one.required || dice.chance(0.3)))
  return {
    method,
    path: Object.fromEntries(inPath.map((one) => [one.name, value(one)])),
    query: query.map((one) => [one.name, value(one)]),
    contentType: "application/json",
    body: body === null ? undefined : (sample ?? validValue(generator, body.schema)),
    raw: null,
  }
}

/** Names the values that a parameter takes: ids and cursors of rows of the path's own kind. */
function fieldOf(path: string, name: string): string {
  if (name === "cursor") return `${collectionOf(path)}.next`
  return name === "id" || name === "k" ? `${collectionOf(path)}.id` : name
}

function withPath(draft: Draft, dice: Dice, value: string): Draft {
  const name = dice.pick(Object.keys(draft.path))
  return name === undefined ? draft : { ...draft, path: { ...draft.path, [name]: value } }
}

function written({ method, path, query, body, raw }: Draft, operation: Operation) {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encode(path[name] ?? ""))
  const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&")
  const text = raw ?? (body === undefined ? null : JSON.stringify(body))
  return {
    method,
    path: search === "" ? filled : `${filled}?${search}`,
    body: method === "GET" || method === "HEAD" ? null : text,
  }
}

/** Lone surrogates have no encoding: they are sent as bytes that are not UTF-8. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : "%ed%a0%80"
}

function headersOf({ contentType, body, raw }: Draft, { token }: Principal): Record<string, string> {
  return {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(contentType !== null && (raw !== null || body !== undefined) && { "content-type": contentType }),
  }
}

function weighted(dice: Dice, principals: readonly Principal[]): Principal {
  const tickets = principals.flatMap((one) => Array.from({ length: one.weight }, () => one))
  return pickExisting(dice, tickets)
}

function pickExisting<T>(dice: Dice, from: readonly T[]): T {
  const picked = dice.pick(from)
  if (picked === undefined) throw new Error("there is nothing to pick from")
  return picked
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null ? value : {}
}
