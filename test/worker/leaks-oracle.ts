/**
 * Decides who may be shown what by brute force, asking every actual and possible person one by one. It shares
 * no code with the product and takes no shortcuts.
 */
import { placeId } from "../../src/domain/events.ts"
import type { Dice } from "./leaks-dice.ts"
import { type Channel, PERMISSIONS, type Permission, type World } from "./leaks-world.ts"

/** A member, or a possible person. */
interface Somebody {
  id: string
  roles: string[]
}

/** The place of an answer and its only reader; both `null` for everyone in the guild. */
export interface Reader {
  placeId: string | null
  personId: string | null
  /** Roles sent by Discord with an interaction; they prove that the person is a member. */
  roles?: readonly string[]
  /** Set if Discord said with an interaction whether they have Manage Server. */
  manages?: boolean
}

/**
 * Every possible reader: everyone in a place, everyone in the guild, and each person alone, in a place or
 * not.
 */
export function readersOf(dice: Dice, { channels, people }: World): Reader[] {
  const places = channels.filter(({ gone }) => !gone).map(({ id }) => id)
  const somewhere = () => (dice.chance(0.6) ? null : dice.pick(places))
  return [
    ...places.map((placeId) => ({ placeId, personId: null })),
    { placeId: "424242424242", personId: null },
    ...[...people.map(({ id }) => id), "737373737373"].map((personId) => ({
      personId,
      placeId: somewhere(),
    })),
  ]
}

/**
 * Returns the channels whose words the reader may be shown, or `null` for a reader who is not known to be in
 * the guild and is refused.
 */
export function mayBeShown(world: World, reader: Reader): Set<string> | null {
  const { personId } = reader
  const shown =
    personId === null
      ? new Set(channelsShownIn(world, reader.placeId))
      : shownToPerson(world, { ...reader, personId })
  return shown && new Set([...shown, ...placesShown(world, shown, personId)])
}

/** Returns true for those of whom Discord says so; otherwise for the owner and for people with an administrator's role. */
export function manages({ ownerId, people, roles }: World, reader: Reader): boolean {
  if (reader.manages !== undefined) return reader.manages
  const held = reader.roles ?? people.find(({ id }) => id === reader.personId)?.roles ?? []
  const has = roles.filter(({ id }, n) => n === 0 || held.includes(id)).map(({ permissions }) => permissions)
  return reader.personId !== null && (reader.personId === ownerId || has.flat().includes("ADMINISTRATOR"))
}

function channelsShownIn(world: World, placeId: string | null): string[] {
  return world.channels.filter((channel) => mayBeShownIn(world, placeId, channel)).map(({ id }) => id)
}

/** Places of events: everyone's, those of projects whose channels are all shown, and a person's own. */
function placesShown({ guildId, projects }: World, shown: Set<string>, personId: string | null): string[] {
  const whole = Object.entries(projects).filter(
    ([, channels]) => channels.length > 0 && channels.every((id) => shown.has(id)),
  )
  return [
    placeId(guildId, "guild", guildId),
    ...whole.map(([slug]) => placeId(guildId, "project", slug)),
    ...(personId === null ? [] : [placeId(guildId, "user", personId)]),
  ]
}

function mayBeShownIn(world: World, placeId: string | null, channel: Channel): boolean {
  if (channel.id === placeId) return true
  if (!world.told) return isOpenAsTold(world, channel)
  return (
    mayLeave(world, placeId, channel) && whoSees(world, placeId).every((one) => reads(world, one, channel))
  )
}

function shownToPerson(
  world: World,
  { personId, placeId, roles }: Reader & { personId: string },
): Set<string> | null {
  const person = world.people.find(({ id }) => id === personId)
  const isThere = person && !(person.left && world.told && personId !== world.ownerId)
  if (roles === undefined && !isThere) return null
  const known = roles ?? person?.roles ?? (personId === world.ownerId ? [] : null)
  const shown = world.channels.filter((channel) => {
    if (!world.told) return isOpenAsTold(world, channel)
    if (!channel.told || channel.gone || (isAdult(world, channel) && !isAdultPlace(world, placeId)))
      return false
    if (known === null)
      return channel.type !== 12 && everybody(world).every((one) => reads(world, one, channel))
    const somebody = { id: personId, roles: [...known] }
    if (!reads(world, somebody, channel)) return false
    return (
      channel.type !== 12 ||
      channel.threadMembers.includes(personId) ||
      permissionsOf(world, somebody, channel).has("MANAGE_THREADS")
    )
  })
  return new Set(shown.map(({ id }) => id))
}

/** Returns true if a channel's words may ever be shown outside it. */
function mayLeave(world: World, placeId: string | null, channel: Channel): boolean {
  if (!channel.told || channel.gone || channel.type === 12) return false
  return !isAdult(world, channel) || isAdultPlace(world, placeId)
}

/** Returns everyone who can see a place; anyone, if the place is unknown. */
function whoSees(world: World, placeId: string | null): Somebody[] {
  const place = world.channels.find(({ id, told, gone }) => told && !gone && id === placeId)
  const all = everybody(world)
  return place ? all.filter((one) => permissionsOf(world, one, place).has("VIEW_CHANNEL")) : all
}

function reads(world: World, somebody: Somebody, channel: Channel): boolean {
  const has = permissionsOf(world, somebody, channel)
  const voice = [2, 13].includes(headOf(world, channel).type)
  return has.has("VIEW_CHANNEL") && has.has("READ_MESSAGE_HISTORY") && (!voice || has.has("CONNECT"))
}

/**
 * Returns every actual and possible person: strangers with any roles, and each person with their known or any
 * roles.
 */
function everybody(world: World): Somebody[] {
  const held = world.roles.slice(1).filter(({ ofBot }) => !ofBot)
  const anyRoles = subsets(held.map(({ id }) => id))
  const strangers = anyRoles.map((roles) => ({ id: "1", roles }))
  const owner = { id: world.ownerId, roles: [] }
  const known = world.people
    .filter(({ left }) => !left)
    .flatMap(({ id, roles }) =>
      roles === null ? anyRoles.map((any) => ({ id, roles: any })) : [{ id, roles }],
    )
  return [...strangers, owner, ...known]
}

/**
 * Discord's documented order: @everyone and roles, @everyone's overwrite, roles' overwrites, the member's
 * own.
 */
function permissionsOf(world: World, somebody: Somebody, channel: Channel): Set<Permission> {
  const all = new Set(Object.keys(PERMISSIONS) as Permission[])
  if (somebody.id === world.ownerId) return all
  const roles = world.roles.filter(({ id }, n) => n === 0 || somebody.roles.includes(id))
  const has = new Set(roles.flatMap(({ permissions }) => permissions))
  if (has.has("ADMINISTRATOR")) return all
  const { overwrites } = headOf(world, channel)
  const steps = [
    overwrites.filter(({ id }) => id === world.guildId),
    overwrites.filter(
      ({ id, kind }) => kind === "role" && id !== world.guildId && somebody.roles.includes(id),
    ),
    overwrites.filter(({ id, kind }) => kind === "member" && id === somebody.id),
  ]
  for (const step of steps) {
    for (const { deny } of step) for (const permission of deny) has.delete(permission)
    for (const { allow } of step) for (const permission of allow) has.add(permission)
  }
  return has
}

/** Returns the channel whose permissions apply: for a thread, its parent. */
function headOf(world: World, channel: Channel): Channel {
  return world.channels.find(({ id }) => id === channel.parentId) ?? channel
}

function isAdult(world: World, channel: Channel): boolean {
  return headOf(world, channel).nsfw
}

function isAdultPlace(world: World, placeId: string | null): boolean {
  const place = world.channels.find(({ id, told, gone }) => told && !gone && id === placeId)
  return place !== undefined && isAdult(world, place)
}

function isOpenAsTold(world: World, channel: Channel): boolean {
  return (channel.audience ?? headOf(world, channel).audience) === "everyone"
}

function subsets<T>(all: readonly T[]): T[][] {
  const [first, ...rest] = all
  if (first === undefined) return [[]]
  const without = subsets(rest)
  return [...without, ...without.map((set) => [first, ...set])]
}

/** Explains for a failure message why a reader may not be shown a channel's words. */
export function objection(world: World, { placeId, personId }: Reader, channelId: string): string {
  const channel = world.channels.find(({ id }) => id === channelId)
  if (!channel) return "there is no such channel"
  const place = world.channels.find(({ id }) => id === placeId)
  const nature = `${JSON.stringify(channel)} of ${JSON.stringify(headOf(world, channel))}, in ${JSON.stringify(place ?? placeId)}`
  if (!world.told) return `no structure is told: ${nature}`
  const person = world.people.find(({ id }) => id === personId)
  if (personId !== null) return `${JSON.stringify(person ?? personId)} may not: ${nature}`
  const witness = whoSees(world, placeId).find((one) => !reads(world, one, channel))
  return witness
    ? `${JSON.stringify(witness)} sees the place and does not read it: ${nature}`
    : `its words may not leave it: ${nature}`
}
