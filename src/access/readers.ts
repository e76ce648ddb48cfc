/** Whether everyone who sees one channel may read another, decided over all sets of roles that people could hold. Pure. */
import type { Id } from "../domain/types.ts"
import {
  ADMINISTRATOR,
  type AnswerPlace,
  type ChannelRule,
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

// What holding a role does, by itself, to seeing the place and to one permission that reading the source takes.
const PLACE_ALLOWS = 1
const PLACE_DENIES = 2
const SEES = 4
const SOURCE_ALLOWS = 8
const SOURCE_DENIES = 16
const HOLDS = 32

/** A place, a source, and one permission that reading the source takes. */
interface Case {
  place: AnswerPlace
  source: ChannelRule
  need: number
}

/** What each role does where the source says nothing of it, and how many do so. */
interface PlaceRoles {
  flags: ReadonlyMap<Id, number>
  counts: ReadonlyMap<number, number>
}

/** Decides for one guild as it is known at one moment. */
export class Readers {
  readonly #structure: Structure
  /** Of each role but @everyone that people can hold and that makes no administrator: those read everything. */
  readonly #roles: { id: Id; base: number }[]
  readonly #everyone: bigint | null
  readonly #named: Map<Id, Membership>
  readonly #rules = new Map<string, ChannelRule>()
  /** What roles do at the place last asked for: sources are gone through one after another. */
  #place: { of: AnswerPlace; byNeed: Map<number, PlaceRoles> } | null = null

  constructor(structure: Structure) {
    const { guildId, roles, named } = structure
    this.#structure = structure
    this.#everyone = roles.find((role) => role.id === guildId)?.permissions ?? null
    this.#roles = roles
      .filter((role) => role.id !== guildId && !role.bot && !administers(role.permissions))
      .map((role) => ({ id: role.id, base: toReadingBits(role.permissions) }))
    this.#named = new Map(named.map((member) => [member.id, member]))
  }

  /** What rules over a channel; null where that is not known for certain. */
  rule(channelId: Id): ChannelRule | null {
    const channel = governingChannel(this.#structure, channelId)
    if (channel === null || this.#everyone === null) return null
    const made = toChannelRule(channel, this.#structure.guildId)
    const key = ruleKey(made)
    const rule = this.#rules.get(key) ?? made
    this.#rules.set(key, rule)
    return rule
  }

  /** Whether everyone who sees the place may read the source: no person there could be has SEE in the one and lacks a need of the other. */
  mayAllRead(place: AnswerPlace, source: ChannelRule): boolean {
    if (this.#everyone === null) return false
    if (administers(this.#everyone)) return true
    return source.needs.every((need) => !this.#somebodyLacks({ place, source, need }))
  }

  /**
   * Looks for a witness: somebody who sees the place and lacks `need` in the source. Where there is one, there is one who
   * holds at most two roles. Take any witness. They see the place because of one of their roles that the place allows,
   * or, none being denied there, by one that has SEE at large, or by @everyone: keep that one. They lack the need because
   * the source denies one of their roles: keep that one too; or because none has it. All other roles can go: with fewer
   * roles nothing new is denied in the place, and nothing new is had or allowed in the source. What is said of the
   * member alone stays as it is. So all sets of at most two roles are all that has to be tried, and of roles that do the same
   * in place and source, one: at most 64 kinds of them, as a person's flags are the union of their roles' flags.
   */
  #somebodyLacks(asked: Case): boolean {
    const { place, source, need } = asked
    const base = baseFlags(toReadingBits(this.#everyone ?? 0n), need)
    const kinds = this.#kindsOfRoles(asked)
    const lacking = (own: OwnTerms) => (flags: number) => lacks(base | flags, asked, own)
    if (someOfTwo(kinds, lacking({ inPlace: NO_EFFECT, inSource: NO_EFFECT }))) return true
    const ids = new Set([...(place === "anywhere" ? [] : place.members.keys()), ...source.members.keys()])
    return [...ids].some((id) => this.#memberLacks(id, asked, { kinds, lacking }))
  }

  /** The different things that roles do. Of a source's overwrites few name roles: what all others do is counted once a place. */
  #kindsOfRoles(asked: Case): number[] {
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

  #rolesAt({ place, need }: Case): PlaceRoles {
    if (this.#place?.of !== place) this.#place = { of: place, byNeed: new Map() }
    const known = this.#place.byNeed.get(need)
    if (known) return known
    const flags = new Map(this.#roles.map((role) => [role.id, placeFlags(role, place, need)]))
    const counts = new Map<number, number>()
    for (const kind of flags.values()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    this.#place.byNeed.set(need, { flags, counts })
    return { flags, counts }
  }

  /** Of a member whom an overwrite names, the roles are known, or may be any. */
  #memberLacks(
    id: Id,
    { place, source, need }: Case,
    { kinds, lacking }: { kinds: number[]; lacking: (own: OwnTerms) => (flags: number) => boolean },
  ): boolean {
    const member = this.#named.get(id)
    if (id === this.#structure.ownerId || member?.left) return false
    const own = {
      inPlace: (place === "anywhere" ? undefined : place.members.get(id)) ?? NO_EFFECT,
      inSource: source.members.get(id) ?? NO_EFFECT,
    }
    if (!member?.roles) return someOfTwo(kinds, lacking(own))
    const held = this.#structure.roles.filter((role) => member.roles?.includes(role.id))
    if (held.some((role) => administers(role.permissions))) return false
    const flags = held.map(
      ({ id: roleId, permissions }) =>
        placeFlags({ id: roleId, base: toReadingBits(permissions) }, place, need) |
        sourceFlags(source.roles.get(roleId) ?? NO_EFFECT, need),
    )
    return lacking(own)(flags.reduce((all, one) => all | one, 0))
  }
}

/** What overwrites say of the member themselves. */
interface OwnTerms {
  inPlace: OverwriteEffect
  inSource: OverwriteEffect
}

/** Whether somebody with these flags sees the place and lacks the need in the source. What is allowed outweighs what is denied, step by step: everyone, roles, member. */
function lacks(flags: number, { place, source, need }: Case, own: OwnTerms): boolean {
  const sees =
    place === "anywhere" ||
    has(flags, SEE, place.everyone, {
      own: own.inPlace,
      allows: PLACE_ALLOWS,
      denies: PLACE_DENIES,
      base: SEES,
    })
  const terms = { own: own.inSource, allows: SOURCE_ALLOWS, denies: SOURCE_DENIES, base: HOLDS }
  return sees && !has(flags, need, source.everyone, terms)
}

function has(
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

/** Whether it holds for no kind, for one, or for two together. */
function someOfTwo(kinds: readonly number[], holds: (flags: number) => boolean): boolean {
  if (holds(0)) return true
  return kinds.some((one, at) => kinds.slice(at).some((other) => holds(one | other)))
}

function administers(permissions: bigint): boolean {
  return (permissions & ADMINISTRATOR) !== 0n
}
