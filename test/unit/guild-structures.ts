/** Guild structures for tests: small ones built by hand, and random ones built from Discord's own objects. */
import fc from "fast-check"
import type { Channel, Overwrite, Role, Structure } from "../../src/access/permissions.ts"
import { GUILD } from "./builders.ts"

export const SEE = 1n << 10n
export const HISTORY = 1n << 16n
export const JOIN = 1n << 20n
export const READ = SEE | HISTORY

export function channel(id: string, given: Partial<Channel> = {}): Channel {
  const plain = {
    parentId: null,
    name: null,
    audience: null,
    nsfw: false,
    threadMembers: null,
    gone: false,
    heard: true,
  }
  return { ...plain, id, type: 0, overwrites: [], ...given }
}

export function role(id: string, permissions = 0n, bot = false): Role {
  return { id, permissions, bot }
}

/** Builds an overwrite for a role by its id, or for a member by `@` and their id. */
export function overwrite(
  of: string,
  { allow = 0n, deny = 0n }: { allow?: bigint; deny?: bigint },
): Overwrite {
  return of.startsWith("@")
    ? { id: of.slice(1), kind: "member", allow, deny }
    : { id: of, kind: "role", allow, deny }
}

/** Builds a guild that everyone reads unless given otherwise. */
export function structure(given: Partial<Structure> = {}): Structure {
  return {
    guildId: GUILD,
    toldAt: 1,
    ownerId: "999",
    roles: [role(GUILD, READ | JOIN)],
    channels: [],
    named: [],
    icon: null,
    hasObjectors: false,
    ...given,
  }
}

const BITS = [SEE, HISTORY, JOIN, 1n << 3n, 1n << 34n, 1n << 11n]

/** Permission bits that matter, each with its own odds: administrators are rare. */
export function bits(odds: { admin?: boolean } = {}): fc.Arbitrary<bigint> {
  const some = fc.subarray(BITS.filter((bit) => odds.admin || bit !== 1n << 3n))
  return some.map((set) => set.reduce((all, bit) => all | bit, 0n))
}
