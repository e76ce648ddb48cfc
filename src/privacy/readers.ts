/** Whether everyone who sees one channel may read another, decided over all sets of roles that people could hold. Pure. */
import type { Id } from "../vocabulary.ts"
import {
  ADMINISTRATOR,
  type Channel,
  CONNECT,
  isVoice,
  type Membership,
  type Overwrite,
  READ_MESSAGE_HISTORY,
  ruling,
  type Structure,
  VIEW_CHANNEL,
} from "./permissions.ts"

// The permissions that matter here, as small numbers: 500 channels × 250 roles are gone through for one place.
const SEE = 1
const HISTORY = 2
const JOIN = 4

/** What is said of a role or member in a channel. */
interface Effect {
  allow: number
  deny: number
}
const NO_EFFECT: Effect = { allow: 0, deny: 0 }

/** What a channel's overwrites say of the permissions that matter. Channels of which the same is said share one. */
export interface Rule {
  /** The permissions it takes to read it. */
  needs: readonly number[]
  everyone: Effect
  roles: ReadonlyMap<Id, Effect>
  members: ReadonlyMap<Id, Effect>
}

/** Where an answer is read: a channel, or wherever anyone in the guild may see it. */
export type Place = Rule | "anywhere"

// What holding a role does, by itself, to seeing the place and to one permission that reading the source takes.
const PLACE_ALLOWS = 1
const PLACE_DENIES = 2
const SEES = 4
const SOURCE_ALLOWS = 8
const SOURCE_DENIES = 16
const HOLDS = 32

/** A place, a source, and one permission that reading the source takes. */
interface Case {
  place: Place
  source: Rule
  need: number
}

/** Decides for one guild as it is known at one moment. */
export class Readers {
  readonly #structure: Structure
  /** Of each role but @everyone that people can hold and that makes no administrator: those read everything. */
  readonly #roles: { id: Id; base: number }[]
  readonly #everyone: bigint | null
  readonly #named: Map<Id, Membership>
  readonly #rules = new Map<string, Rule>()

  constructor(structure: Structure) {
    const { guildId, roles, named } = structure
    this.#structure = structure
    this.#everyone = roles.find((role) => role.id === guildId)?.permissions ?? null
    this.#roles = roles
      .filter((role) => role.id !== guildId && !role.bot && !administers(role.permissions))
      .map((role) => ({ id: role.id, base: small(role.permissions) }))
    this.#named = new Map(named.map((member) => [member.id, member]))
  }

  /** What rules over a channel; null where that is not known for certain. */
  rule(channelId: Id): Rule | null {
    const channel = ruling(this.#structure, channelId)
    if (channel === null || this.#everyone === null) return null
    const made = ruleOf(channel, this.#structure.guildId)
    const key = JSON.stringify([made.needs, made.everyone, [...made.roles], [...made.members]])
    const rule = this.#rules.get(key) ?? made
    this.#rules.set(key, rule)
    return rule
  }

  /** Whether everyone who sees the place may read the source: no person there could be has SEE in the one and lacks a need of the other. */
  mayAllRead(place: Place, source: Rule): boolean {
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
    const { place, source } = asked
    const base = baseFlags(small(this.#everyone ?? 0n), asked)
    const kinds = [...new Set(this.#roles.map((role) => flagsOf(role, asked)))]
    const lacking = (own: OwnTerms) => (flags: number) => lacks(base | flags, asked, own)
    if (someOfTwo(kinds, lacking({ inPlace: NO_EFFECT, inSource: NO_EFFECT }))) return true
    const ids = new Set([...(place === "anywhere" ? [] : place.members.keys()), ...source.members.keys()])
    return [...ids].some((id) => this.#memberLacks(id, asked, { kinds, lacking }))
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
    const flags = held.map((role) =>
      flagsOf({ id: role.id, base: small(role.permissions) }, { place, source, need }),
    )
    return lacking(own)(flags.reduce((all, one) => all | one, 0))
  }
}

/** What overwrites say of the member themselves. */
interface OwnTerms {
  inPlace: Effect
  inSource: Effect
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
  everyone: Effect,
  { own, allows, denies, base }: { own: Effect; allows: number; denies: number; base: number },
): boolean {
  if (own.allow & bit) return true
  if (own.deny & bit) return false
  if (flags & allows) return true
  if (flags & denies) return false
  if (everyone.allow & bit) return true
  return !(everyone.deny & bit) && (flags & base) !== 0
}

function flagsOf(role: { id: Id; base: number }, asked: Case): number {
  const { place, source, need } = asked
  const here = place === "anywhere" ? undefined : place.roles.get(role.id)
  const there = source.roles.get(role.id)
  return (
    baseFlags(role.base, asked) |
    (here && here.allow & SEE ? PLACE_ALLOWS : 0) |
    (here && here.deny & SEE ? PLACE_DENIES : 0) |
    (there && there.allow & need ? SOURCE_ALLOWS : 0) |
    (there && there.deny & need ? SOURCE_DENIES : 0)
  )
}

function baseFlags(base: number, { need }: Case): number {
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

function small(permissions: bigint): number {
  return (
    (permissions & VIEW_CHANNEL ? SEE : 0) |
    (permissions & READ_MESSAGE_HISTORY ? HISTORY : 0) |
    (permissions & CONNECT ? JOIN : 0)
  )
}

function ruleOf(channel: Channel, guildId: Id): Rule {
  const effects = (kind: Overwrite["kind"]) =>
    new Map(
      channel.overwrites
        .filter((one) => one.kind === kind)
        .map((one): [Id, Effect] => [one.id, { allow: small(one.allow), deny: small(one.deny) }])
        .filter(([, { allow, deny }]) => (allow | deny) !== 0)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    )
  const roles = effects("role")
  const everyone = roles.get(guildId) ?? NO_EFFECT
  roles.delete(guildId)
  const needs = isVoice(channel) ? [SEE, HISTORY, JOIN] : [SEE, HISTORY]
  return { needs, everyone, roles, members: effects("member") }
}
