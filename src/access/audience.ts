/**
 * Creates Viewers; no other file does. Decides which channels each viewer may read. Anything not known to be
 * readable is withheld.
 */
import { isPrivateThread } from "../domain/channel-types.ts"
import { isPlace } from "../domain/events.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Viewer } from "../domain/types.ts"
import {
  type AnswerPlace,
  type Channel,
  type ChannelRule,
  channelOf,
  governingChannel,
  MANAGE_THREADS,
  type Membership,
  managesMemory,
  mayRead,
  permissionsIn,
  permissionsInGuild,
  type Structure,
} from "./permissions.ts"
import { channelsOfPlace, withPlaces } from "./places.ts"
import { cacheOf, ruleOf } from "./structure-cache.ts"

/**
 * Returns the viewer for an answer that everyone who sees `channelId` can read. `null` means no particular
 * place, so everyone in the guild. The viewer reads that channel and every channel that all of its readers
 * may read. Age-restricted channels count only if `channelId` is age-restricted too.
 */
export function viewerForChannel(structure: Structure, channelId: Id | null): Viewer {
  const { places } = cacheOf(structure)
  const before = places.get(channelId)
  if (before) return before
  const readable = withPlaces(structure, channelsReadableAt(structure, channelId), null)
  const viewer = mint({ ...nobodyOf(structure), readable, channelId })
  // Unknown channel ids are not cached: their number has no bound.
  if (channelId === null || channelOf(structure, channelId)) places.set(channelId, viewer)
  return viewer
}

/**
 * Returns the viewer for an answer that only one person will see. `channelId` is where they ask. The viewer
 * reads what the person's roles allow, or what everyone can read if the roles are unknown. Returns `null` if
 * the person is not known to be in the guild. `manages`: if Discord just said so; otherwise roles decide.
 */
export function viewerForPerson(
  structure: Structure,
  userId: Id,
  { member, channelId, manages }: { member: Membership | null; channelId: Id | null; manages?: boolean },
): Viewer | null {
  const isOwner = userId === structure.ownerId
  if (!isOwner && (member === null || member.left)) return null
  const roles = member?.roles ?? (isOwner ? [] : null)
  const adult = isAgeRestricted(structure, channelId)
  const readable =
    structure.toldAt === null || roles === null
      ? readableByAll(structure, adult)
      : structure.channels
          .filter((channel) => canRead(structure, { id: userId, roles }, channel))
          .filter((channel) => adult || !isAgeRestricted(structure, channel.id))
          .map(({ id }) => id)
  const all = withPlaces(structure, readable, userId)
  const seesWithheld =
    manages ?? managesMemory(permissionsInGuild(structure, { id: userId, roles: roles ?? [] }))
  return mint({ ...nobodyOf(structure), readable: all, channelId, userId, seesWithheld })
}

/** Returns a person's viewer with their further accounts, confirmed from both sides. It reads the same channels. */
export function viewerWithLinked(viewer: Viewer, linked: readonly Id[]): Viewer {
  return viewer.userId === null || linked.length === 0 ? viewer : mint(viewer, linked)
}

/** Returns the viewer for somebody who decides what becomes of withheld facts. It reads the same channels. */
export function viewerForReview(viewer: Viewer): Viewer {
  return mint({ ...viewer, seesWithheld: true }, viewer.linked)
}

/**
 * Returns the viewer for what another place or person would be shown, as far as `own` may read it too. It is nobody's
 * own: what only `asked` may know of themselves stays withheld.
 */
export function viewerWithin(own: Viewer, asked: Viewer): Viewer {
  const common =
    own.readable === "all"
      ? asked.readable
      : own.readable.filter((id) => asked.readable === "all" || asked.readable.includes(id))
  const hidesObjectors = own.hidesObjectors || asked.hidesObjectors
  const seesWithheld = own.seesWithheld && asked.seesWithheld
  return mint({ ...asked, readable: common, userId: null, hidesObjectors, seesWithheld })
}

/** Returns the viewer for someone who manages all memory of the guild. */
export function operatorViewer(guildId: Id): Viewer {
  const everything = { readable: "all", hidesObjectors: false, seesWithheld: true } as const
  return mint({ guildId, channelId: null, userId: null, ...everything })
}

/** Returns the viewer for background work: it reads everything except what concerns people who object. */
export function maintenanceViewer({ guildId, hasObjectors: hidesObjectors }: Structure): Viewer {
  return mint({ ...operatorViewer(guildId), hidesObjectors })
}

/**
 * Returns the channels with exactly the same readers as `channelId`, itself included. What is said in one of
 * them may be treated as said in another. `null` stands for facts told directly, which everyone may read.
 */
export function channelsWithSameReaders(structure: Structure, channelId: Id | null): (Id | null)[] {
  const open = viewerForChannel(structure, null).readable
  if (channelId === null || open.includes(channelId)) return [null, ...open]
  if (structure.toldAt === null) return [channelId]
  // Anyone who reads a channel also sees it: if everyone who sees each may read the other, the readers are the same.
  const both = structure.channels
    .filter(({ id }) => mayBeShownIn(structure, channelId, id))
    .filter(({ id }) => mayBeShownIn(structure, id, channelId))
  return [channelId, ...both.map(({ id }) => id).filter((id) => id !== channelId)]
}

/** Returns a function that gives channels with exactly the same readers the same text. */
export function readerKeys(structure: Structure): (channelId: Id | null) => string {
  const cache = new Map<Id | null, string>()
  return (channelId) => {
    const before = cache.get(channelId)
    if (before !== undefined) return before
    const peers = channelsWithSameReaders(structure, channelId)
    const key = hashOf(peers.map((id) => id ?? "").toSorted())
    for (const id of [channelId, ...peers]) cache.set(id, key)
    return key
  }
}

/**
 * Returns the channels that share readers with a place: the same ones, more, or fewer. Channels whose readers
 * differ both ways, or are unknown, are in none of them.
 */
export function placeReaders(
  structure: Structure,
  channelId: Id | null,
): Record<"same" | "wider" | "narrower", (Id | null)[]> {
  const same = channelsWithSameReaders(structure, channelId)
  const others = structure.channels.map(({ id }) => id).filter((id) => !same.includes(id))
  // Everyone who reads any channel reads what is open.
  if (same.includes(null)) return { same, wider: [], narrower: others }
  const wider = viewerForChannel(structure, channelId).readable
  const isWider = (id: Id) => wider === "all" || wider.includes(id)
  const isNarrower = (id: Id) =>
    structure.toldAt !== null && channelId !== null && mayBeShownIn(structure, id, channelId)
  return {
    same,
    wider: [null, ...others.filter(isWider)],
    narrower: others.filter((id) => !isWider(id) && isNarrower(id)),
  }
}

/** Returns true if a person may read a channel. Private threads are open to members and to those who manage threads. */
function canRead(structure: Structure, person: { id: Id; roles: readonly Id[] }, channel: Channel): boolean {
  const permissions = permissionsIn(structure, person, channel.id)
  const rules = governingChannel(structure, channel.id)
  if (permissions === null || rules === null || !mayRead(permissions, rules)) return false
  return (
    !isPrivateThread(channel) ||
    (permissions & MANAGE_THREADS) !== 0n ||
    (channel.threadMembers?.includes(person.id) ?? false)
  )
}

function channelsReadableAt(structure: Structure, channelId: Id | null): Id[] {
  // Everyone who reads a project's place reads all its channels, and so what may be shown in each.
  const project = channelId === null ? null : channelsOfPlace(structure, channelId)
  if (project?.length) return [...new Set(project.flatMap((id) => channelsReadableAt(structure, id)))]
  const others =
    structure.toldAt === null
      ? channelsReportedOpen(structure)
      : readableFrom(structure, answerPlaceOf(structure, channelId), isAgeRestricted(structure, channelId))
  const itself = channelId !== null && !others.includes(channelId) && !channelOf(structure, channelId)?.gone
  return itself ? [...others, channelId] : others
}

/** Returns the channel's rule, or "anywhere" if nobody knows who sees the channel. */
function answerPlaceOf(structure: Structure, channelId: Id | null): AnswerPlace {
  return (channelId === null ? null : ruleOf(structure, channelId)) ?? "anywhere"
}

/** Returns the channels that everyone in the guild can read. */
function readableByAll(structure: Structure, adult: boolean): Id[] {
  return structure.toldAt === null
    ? channelsReportedOpen(structure)
    : readableFrom(structure, "anywhere", adult)
}

/** Returns the channels that everyone who sees the place may read. */
function readableFrom(structure: Structure, place: AnswerPlace, adult: boolean): Id[] {
  const { readers } = cacheOf(structure)
  // Decides once per rule, because many channels share one.
  const decided = new Map<ChannelRule, boolean>()
  return structure.channels
    .filter((channel) => {
      const rule = sourceRule(structure, channel.id, adult)
      if (rule === null) return false
      const may = decided.get(rule) ?? readers.mayAllRead(place, rule)
      decided.set(rule, may)
      return may
    })
    .map(({ id }) => id)
}

/** Returns true if words from one channel may be shown in another. */
function mayBeShownIn(structure: Structure, placeId: Id, sourceId: Id): boolean {
  const place = ruleOf(structure, placeId)
  const source = sourceRule(structure, sourceId, isAgeRestricted(structure, placeId))
  return place !== null && source !== null && cacheOf(structure).readers.mayAllRead(place, source)
}

/**
 * Returns the rule of a channel whose words may be shown elsewhere. Words never leave a private thread. Words
 * of an age-restricted channel go only to age-restricted places.
 */
function sourceRule(structure: Structure, channelId: Id, adult: boolean): ChannelRule | null {
  const channel = channelOf(structure, channelId)
  if (!channel || isPrivateThread(channel) || (!adult && isAgeRestricted(structure, channelId))) return null
  return ruleOf(structure, channelId)
}

/**
 * Used until the guild's structure is received: trusts the audience that came with messages. A thread without
 * one has its parent's.
 */
function channelsReportedOpen(structure: Structure): Id[] {
  const audienceOf = (channel: Channel) =>
    channel.audience ??
    (channel.parentId === null ? null : (channelOf(structure, channel.parentId)?.audience ?? null))
  return structure.channels
    .filter((channel) => audienceOf(channel) === "everyone" && !isPlace(channel.id))
    .map((channel) => channel.id)
}

/** Returns true if a channel is known to be age-restricted. A thread follows its parent. */
function isAgeRestricted(structure: Structure, channelId: Id | null): boolean {
  return channelId !== null && (governingChannel(structure, channelId)?.nsfw ?? false)
}

/** The fields of a viewer who is no person in particular. */
const nobodyOf = ({ guildId, hasObjectors: hidesObjectors }: Structure) =>
  ({ guildId, userId: null, hidesObjectors, seesWithheld: false }) as const

type Unlinked = Omit<Viewer, "linked" | Exclude<keyof Viewer, string>>

function mint(viewer: Unlinked, linked: readonly Id[] = []): Viewer {
  return { ...viewer, linked } as Viewer // The brand exists in types only. This cast alone creates a Viewer.
}
