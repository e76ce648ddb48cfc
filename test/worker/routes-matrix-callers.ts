/** One caller of every kind, and what `routes-matrix-rows.ts` says of it on a route. */
import { env } from "cloudflare:workers"
import { mintToken } from "../../src/privacy/key-token.ts"
import { CHANNEL, MEMBER } from "./bad-input-cases.ts"
import { newKey, revoke } from "./key-holder.ts"
import type { Operation } from "./openapi.ts"
import { type BoundMay, OWN_ACCOUNT, ROWS } from "./routes-matrix-rows.ts"

const SCOPES = ["read", "write", "admin"] as const
export const OTHER_GUILD = "5500"
export const OTHER_CHANNEL = "424242"
const OTHER_MEMBER = "424243"

/** A kind of caller, as far as it matters for access. */
interface Kind {
  kind: string
  /** The scope in the guild under test; `null` for an unknown caller. */
  allowed: (typeof SCOPES)[number] | "everything" | "elsewhere" | null
  channel?: string
  person?: string
}

export interface Caller extends Kind {
  token: string | null
}

/** Everyone with a key in force. */
const HOLDERS: Kind[] = [
  ...SCOPES.map((scope) => ({ kind: `a ${scope} key`, allowed: scope })),
  { kind: "an admin key of another guild", allowed: "elsewhere" },
  ...(["read", "write"] as const).flatMap((allowed) => [
    { kind: `a ${allowed} key bound to a channel`, allowed, channel: CHANNEL },
    { kind: `a ${allowed} key bound to a person`, allowed, person: MEMBER },
    { kind: `a ${allowed} key bound to both`, allowed, channel: CHANNEL, person: MEMBER },
  ]),
]

/** The expected status of a refusal; `null` if the caller is let in. */
export function refusalOf(route: Operation, caller: Kind): 401 | 403 | null {
  const [scope = "operator", ofChannel = "closed", ofPerson = "closed"] = ROWS[route.name] ?? []
  if (scope === "open") return null
  if (caller.allowed === null) return 401
  if (OWN_ACCOUNT.includes(route.name) && caller.person === undefined) return 403
  if (caller.allowed === "everything") return null
  if (caller.allowed === "elsewhere" || scope === "operator") return 403
  if (SCOPES.indexOf(caller.allowed) < SCOPES.indexOf(scope)) return 403
  const closed = (caller.channel && ofChannel === "closed") || (caller.person && ofPerson === "closed")
  return closed ? 403 : null
}

/** A request beyond a binding: other parameters of the path, or other fields. */
export interface Beyond {
  about: string
  params: Record<string, string>
  fields: Record<string, string>
}

/** Returns the requests that go beyond the binding of a caller who is let in. */
export function requestsBeyond(route: Operation, { channel, person }: Caller): Beyond[] {
  const [, ofChannel = "closed", ofPerson = "closed"] = ROWS[route.name] ?? []
  return [
    ...(channel
      ? beyond(ofChannel, "another channel", {
          param: ["c", OTHER_CHANNEL],
          field: ["channel_id", OTHER_CHANNEL],
        })
      : []),
    ...(person
      ? beyond(ofPerson, "another person", { param: ["u", OTHER_MEMBER], field: ["viewer_id", OTHER_MEMBER] })
      : []),
    // A key of a channel reads for everyone who sees it, and for no single person.
    ...(channel && !person && ofChannel === "reads" && ofPerson === "reads"
      ? beyond("reads", "a person there", { param: ["u", MEMBER], field: ["viewer_id", MEMBER] })
      : []),
  ]
}

function beyond(
  may: BoundMay,
  about: string,
  { param, field }: { param: [string, string]; field: [string, string] },
): Beyond[] {
  if (may === "closed") return []
  return [
    may === "path"
      ? { about, params: Object.fromEntries([param]), fields: {} }
      : { about, params: {}, fields: Object.fromEntries([field]) },
  ]
}

/** Creates the callers who are let in, for a guild of a route's own. */
export async function everyAdmitted(guild: string, route: Operation): Promise<Caller[]> {
  const holders = HOLDERS.filter((kind) => refusalOf(route, kind) === null)
  return [...(await Promise.all(holders.map((kind) => keyHolder(guild, kind)))), OPERATOR]
}

const OPERATOR: Caller = { kind: "the operator", token: "dev", allowed: "everything" }

async function keyHolder(guild: string, kind: Kind): Promise<Caller & { id: string }> {
  const { allowed, channel, person } = kind
  const scope = allowed === "read" || allowed === "write" ? allowed : "admin"
  const binding = { ...(channel && { channel_id: channel }), ...(person && { viewer_id: person }) }
  const key = await newKey(allowed === "elsewhere" ? OTHER_GUILD : guild, { scope, ...binding })
  return { ...kind, token: key.token, id: key.id }
}

/** Creates one caller of every kind. */
export async function everyKind(guild: string): Promise<Caller[]> {
  const unknown = (kind: string, token: string | null): Caller => ({ kind, token, allowed: null })
  const [expired, revoked, ...holders] = await Promise.all([
    newKey(guild, { scope: "admin", expires_in_days: 1 }),
    newKey(guild, { scope: "admin" }),
    ...HOLDERS.map((kind) => keyHolder(guild, kind)),
  ])
  await env.DB.prepare("UPDATE api_keys SET expires_at = 1 WHERE id = ?").bind(expired.id).run()
  await revoke(guild, revoked.id)
  return [
    unknown("nobody", null),
    unknown("garbage", "garbage"),
    unknown("a key never made", mintToken().token),
    unknown("a key's id with another secret", expired.token.slice(0, 20) + mintToken().token.slice(20)),
    unknown("an expired key", expired.token),
    unknown("a revoked key", revoked.token),
    ...holders,
    OPERATOR,
  ]
}
