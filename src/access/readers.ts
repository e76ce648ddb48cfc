/**
 * Decides whether everyone who sees one channel may read another, over all sets of roles that people could
 * hold. Pure.
 */
import type { Id } from "../domain/types.ts"
import {
  ADMINISTRATOR,
  type AnswerPlace,
  type ChannelRule,
  currentRoles,
  governingChannel,
  type Membership,
  NO_EFFECT,
  type OverwriteEffect,
  ruleKey,
  SEE,
  type Structure,
  toChannelRule,
  toReadingBits,
} from "./permissions.ts"

// Flags for the effect of one role on seeing the place and on one permission that reading the source takes.
const PLACE_ALLOWS = 1
const PLACE_DENIES = 2
const SEES = 4
const SOURCE_ALLOWS = 8
const SOURCE_DENIES = 16
const HOLDS = 32

/** A place, a source, and one permission that reading the source takes. */
interface ReadCase {
  place: AnswerPlace
  source: ChannelRule
  need: number
}

/** The flags of each role that the source does not mention, and how many roles have each set of flags. */
interface PlaceRoles {
  flags: ReadonlyMap<Id, number>
  counts: ReadonlyMap<number, number>
}

/** Decides who can read what in one guild, from its structure at one moment. */
export class Readers {
  readonly #structure: Structure
  /**
   * Roles that people can hold, without @everyone and without administrator roles, whose holders read
   * everything.
   */
  readonly #roles: { id: Id; base: number }[]
  readonly #everyone: bigint | null
  readonly #named: Map<Id, Membership>
  readonly #rules = new Map<string, ChannelRule>()
  /** Role flags at the last place asked about. One place is compared with many sources in a row. */
  #place: { of: AnswerPlace; byNeed: Map<number, PlaceRoles> } | null = null

  constructor(structure: Structure) {
    const { guildId, roles, named } = structure
    this.#structure = structure
    this.#everyone = roles.find((role) => role.id === guildId)?.permissions ?? null
    this.#roles = roles
      .filter((role) => role.id !== guildId && !role.bot && !isAdministrator(role.permissions))
      .map((role) => ({ id: role.id, base: toReadingBits(role.permissions) }))
    this.#named = new Map(named.map((member) => [member.id, member]))
  }

  /** Returns the rule of a channel, or `null` if it is not known for certain. */
  rule(channelId: Id): ChannelRule | null {
    const channel = governingChannel(this.#structure, channelId)
    if (channel === null || this.#everyone === null) return null
    const made = toChannelRule(channel, this.#structure.guildId)
    const key = ruleKey(made)
    const rule = this.#rules.get(key) ?? made
    this.#rules.set(key, rule)
    return rule
  }

  /**
   * Returns true if everyone who sees the place may read the source: nobody can have SEE in the place and
   * lack a permission in the source.
   */
  mayAllRead(place: AnswerPlace, source: ChannelRule): boolean {
    if (this.#everyone === null) return false
    if (isAdministrator(this.#everyone)) return true
    return source.needs.every((need) => !this.#somebodyLacks({ place, source, need }))
  }

  /**
   * Searches for a witness: someone who sees the place and lacks `need` in the source. If a witness exists,
   * one with at most two roles exists.
   *
   * Take any witness. They see the place because the place allows one of their roles, or, if the place denies
   * none of their roles, because a role or @everyone grants SEE. Keep that role. They lack `need` because the
   * source denies one of their roles, which is kept too, or because no role grants it. All other roles can be
   * dropped: with fewer roles the place denies nothing more, and the source grants or allows nothing more.
   * Overwrites for the member stay as they are.
   *
   * It is therefore enough to try all sets of at most two roles, and one role of each kind that acts alike in
   * place and source: at most 64 kinds, since a person's flags are the union of their roles' flags.
   */
  #somebodyLacks(asked: ReadCase): boolean {
    const { place, source, need } = asked
    const base = baseFlags(toReadingBits(this.#everyone ?? 0n), need)
    const kinds = this.#kindsOfRoles(asked)
    const lacking = (own: OwnTerms) => (flags: number) => lacks(base | flags, asked, own)
    if (someOfTwo(kinds, lacking({ inPlace: NO_EFFECT, inSource: NO_EFFECT }))) return true
    const ids = new Set([...(place === "anywhere" ? [] : place.members.keys()), ...source.members.keys()])
    return [...ids].some((id) => this.#memberLacks(id, asked, { kinds, lacking }))
  }

  /**
   * Returns the distinct flag sets of all roles. Few overwrites of a source name roles; the flags of all
   * other roles are counted once per place.
   */
  #kindsOfRoles(asked: ReadCase): number[] {
    const { flags, counts } = this.#rolesAt(asked)
    const others = new Map(counts)
    const kinds = new Set<number>()
    for (const [id, effect] of asked.source.roles) {
      const here = flags.get(id)
      if (here === undefined) continue
      kinds.add(here | sourceFlags(effect, asked.need))
      others.set(here, (others.get(here) ?? 0) - 1)
    }
    for (const [kind, count] of others) if (count > 0) kinds.add(kind)
    return [...kinds]
  }

  #rolesAt({ place, need }: ReadCase): PlaceRoles {
    if (this.#place?.of !== place) this.#place = { of: place, byNeed: new Map() }
    const known = this.#place.byNeed.get(need)
    if (known) return known
    const flags = new Map(this.#roles.map((role) => [role.id, placeFlags(role, place, need)]))
    const counts = new Map<number, number>()
    for (const kind of flags.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    this.#place.byNeed.set(need, { flags, counts })
    return { flags, counts }
  }

  /** Checks one member named by an overwrite. If their roles are unknown, they may hold any. */
  #memberLacks(
    id: Id,
    { place, source, need }: ReadCase,
    { kinds, lacking }: { kinds: number[]; lacking: (own: OwnTerms) => (flags: number) => boolean },
  ): boolean {
    const member = this.#named.get(id)
    if (id === this.#structure.ownerId || member?.left) return false
    const own = {
      inPlace: (place === "anywhere" ? undefined : place.members.get(id)) ?? NO_EFFECT,
      inSource: source.members.get(id) ?? NO_EFFECT,
    }
    if (!member?.roles) return someOfTwo(kinds, lacking(own))
    const held = currentRoles(this.#structure, member.roles)
    if (held.some((role) => isAdministrator(role.permissions))) return false
    const flags = held.map(
      ({ id: roleId, permissions }) =>
        placeFlags({ id: roleId, base: toReadingBits(permissions) }, place, need) |
        sourceFlags(source.roles.get(roleId) ?? NO_EFFECT, need),
    )
    return lacking(own)(flags.reduce((all, one) => all | one, 0))
  }
}

/** Overwrites for the member themselves. */
interface OwnTerms {
  inPlace: OverwriteEffect
  inSource: OverwriteEffect
}

/**
 * Returns true if someone with these flags sees the place and lacks the permission in the source. At each
 * step (everyone, roles, member) an allow outweighs a deny.
 */
function lacks(flags: number, { place, source, need }: ReadCase, own: OwnTerms): boolean {
  const sees =
    place === "anywhere" ||
    isGranted(flags, SEE, place.everyone, {
      own: own.inPlace,
      allows: PLACE_ALLOWS,
      denies: PLACE_DENIES,
      base: SEES,
    })
  const terms = { own: own.inSource, allows: SOURCE_ALLOWS, denies: SOURCE_DENIES, base: HOLDS }
  return sees && !isGranted(flags, need, source.everyone, terms)
}

function isGranted(
  flags: number,
  bit: number,
  everyone: OverwriteEffect,
  { own, allows, denies, base }: { own: OverwriteEffect; allows: number; denies: number; base: number },
): boolean {
  if (own.allow & bit) return true
  if (own.deny & bit) return false
  if (flags & allows) return true
  if (flags & denies) return false
  if (everyone.allow & bit) return true
  return !(everyone.deny & bit) && (flags & base) !== 0
}

function placeFlags(role: { id: Id; base: number }, place: AnswerPlace, need: number): number {
  const { allow, deny } = (place === "anywhere" ? undefined : place.roles.get(role.id)) ?? NO_EFFECT
  return baseFlags(role.base, need) | (allow & SEE ? PLACE_ALLOWS : 0) | (deny & SEE ? PLACE_DENIES : 0)
}

function sourceFlags({ allow, deny }: OverwriteEffect, need: number): number {
  return (allow & need ? SOURCE_ALLOWS : 0) | (deny & need ? SOURCE_DENIES : 0)
}

function baseFlags(base: number, need: number): number {
  return (base & SEE ? SEES : 0) | (base & need ? HOLDS : 0)
}

/** Returns true if the predicate holds for no kind, for one, or for two together. */
function someOfTwo(kinds: readonly number[], holds: (flags: number) => boolean): boolean {
  if (holds(0)) return true
  return kinds.some((one, at) => kinds.slice(at).some((other) => holds(one | other)))
}

function isAdministrator(permissions: bigint): boolean {
  return (permissions & ADMINISTRATOR) !== 0n
}
