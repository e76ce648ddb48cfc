/** One caller of every kind, and what `routes-matrix-rows.ts` says of it on a route. */
import { env } from "cloudflare:workers"
import { mintToken } from "../../src/privacy/key-token.ts"
import { CHANNEL, MEMBER } from "./bad-input-cases.ts"
import { newKey, revoke } from "./key-holder.ts"
import type { Operation } from "./openapi.ts"
import { type BoundMay, ROWS } from "./routes-matrix-rows.ts"

const SCOPES = ["read", "write", "admin"] as const
export const OTHER_GUILD = "5500"
export const OTHER_CHANNEL = "424242"
const OTHER_MEMBER = "424243"

/** A caller, as far as it matters for access. */
export interface Caller {
  kind: string
  token: string | null
  /** The scope in the guild under test; `null` for an unknown caller. */
  allowed: (typeof SCOPES)[number] | "everything" | "elsewhere" | null
  channel?: string
  person?: string
}

/** The expected status of a refusal; `null` if the caller is let in. */
export function refusalOf(route: Operation, caller: Caller): 401 | 403 | null {
  const [scope = "operator", ofChannel = "closed", ofPerson = "closed"] = ROWS[route.name] ?? []
  if (scope === "open" || caller.allowed === "everything") return null
  if (caller.allowed === null) return 401
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

/** Creates one caller of every kind. */
export async function everyKind(guild: string): Promise<Caller[]> {
  const make = async (kind: string, allowed: Caller["allowed"], about: Record<string, unknown>) => {
    const { id, token } = await newKey(allowed === "elsewhere" ? OTHER_GUILD : guild, about)
    return { kind, allowed, token, id }
  }
  const bound = async (scope: "read" | "write", to: { channel?: string; person?: string }) => {
    const binding = {
      ...(to.channel && { channel_id: to.channel }),
      ...(to.person && { viewer_id: to.person }),
    }
    const kind = `a ${scope} key bound to ${Object.keys(to).join(" and ")}`
    return { ...(await make(kind, scope, { scope, ...binding })), ...to }
  }
  const [expired, revoked, ...keys] = await Promise.all([
    make("an expired key", null, { scope: "admin", expires_in_days: 1 }),
    make("a revoked key", null, { scope: "admin" }),
    ...SCOPES.map((scope) => make(`a ${scope} key`, scope, { scope })),
    make("an admin key of another guild", "elsewhere", { scope: "admin" }),
    ...(["read", "write"] as const).flatMap((scope) => [
      bound(scope, { channel: CHANNEL }),
      bound(scope, { person: MEMBER }),
      bound(scope, { channel: CHANNEL, person: MEMBER }),
    ]),
  ])
  if (!expired || !revoked) throw new Error("two keys must exist")
  await env.DB.prepare("UPDATE api_keys SET expires_at = 1 WHERE id = ?").bind(expired.id).run()
  await revoke(guild, revoked.id)
  return [
    { kind: "nobody", token: null, allowed: null },
    { kind: "garbage", token: "garbage", allowed: null },
    { kind: "a key never made", token: mintToken().token, allowed: null },
    {
      kind: "a key's id with another secret",
      token: expired.token.slice(0, 20) + mintToken().token.slice(20),
      allowed: null,
    },
    expired,
    revoked,
    ...keys,
    { kind: "the operator", token: "dev", allowed: "everything" },
  ]
}
