/** Who may be shown what: the only mint of Viewer. What is not known for certain to be readable is not. */
import { isPrivateThread } from "../domain/channel-types.ts"
import type { Id, Viewer } from "../domain/types.ts"
import {
  type AnswerPlace,
  type Channel,
  type ChannelRule,
  channelOf,
  governingChannel,
  MANAGE_THREADS,
  type Membership,
  mayRead,
  permissionsIn,
  type Structure,
} from "./permissions.ts"
import { Readers } from "./readers.ts"

/**
 * A viewer for an answer that all who see `channelId` can read; null is nowhere in particular, so everyone in the guild. It
 * draws on that channel itself, and on those that all who see it may read; of age-restricted ones only where it is one.
 */
export function viewerForChannel(structure: Structure, channelId: Id | null): Viewer {
  const { places } = deskOf(structure)
  const before = places.get(channelId)
  if (before) return before
  const { guildId } = structure
  const readable = readableAt(structure, channelId)
  const viewer = mint({ guildId, readable, channelId, userId: null, hidesObjectors: structure.hasObjectors })
  // Ids of channels that nobody knows are not kept in mind: there is no end of them.
  if (channelId === null || channelOf(structure, channelId)) places.set(channelId, viewer)
  return viewer
}

/**
 * A viewer for an answer that one person alone will see, `channelId` telling where. It draws on what their roles let them
 * read; where those are not known, on what everyone reads. null: they are not known to be in the guild.
 */
export function viewerForPerson(
  structure: Structure,
  userId: Id,
  { member, channelId }: { member: Membership | null; channelId: Id | null },
): Viewer | null {
  const isOwner = userId === structure.ownerId
  if (!isOwner && (member === null || member.left)) return null
  const roles = member?.roles ?? (isOwner ? [] : null)
  const adult = isAdult(structure, channelId)
  const readable =
    structure.toldAt === null || roles === null
      ? readableByAll(structure, adult)
      : structure.channels
          .filter((channel) => reads(structure, { id: userId, roles }, channel))
          .filter((channel) => adult || !isAdult(structure, channel.id))
          .map(({ id }) => id)
  return mint({
    guildId: structure.guildId,
    readable,
    channelId,
    userId,
    hidesObjectors: structure.hasObjectors,
  })
}

/** A viewer for whoever manages all memory of the guild. */
export function operatorViewer(guildId: Id): Viewer {
  return mint({ guildId, readable: "all", channelId: null, userId: null, hidesObjectors: false })
}

/** A viewer for what works through all memory of a guild and writes of it: it reads everything but what is of people who object. */
export function maintenanceViewer({ guildId, hasObjectors: objected }: Structure): Viewer {
  return mint({ guildId, readable: "all", channelId: null, userId: null, hidesObjectors: objected })
}

/**
 * Where words of `channelId` may be taken for words said there, and the other way round: channels with exactly the same
 * readers, itself among them. null stands for what was told directly, which is everyone's.
 */
export function channelsWithSameReaders(structure: Structure, channelId: Id | null): (Id | null)[] {
  const open = viewerForChannel(structure, null).readable
  if (channelId === null || open.includes(channelId)) return [null, ...open]
  if (structure.toldAt === null) return [channelId]
  // Who reads a channel sees it. So where each is read by all who see the other, those who see and who read either are the same people.
  const both = structure.channels
    .filter(({ id }) => shownIn(structure, channelId, id))
    .filter(({ id }) => shownIn(structure, id, channelId))
  return [channelId, ...both.map(({ id }) => id).filter((id) => id !== channelId)]
}

/** Whether a person may read what was said in a channel. A private thread is for its members, and for those who keep order. */
function reads(structure: Structure, person: { id: Id; roles: readonly Id[] }, channel: Channel): boolean {
  const permissions = permissionsIn(structure, person, channel.id)
  const rules = governingChannel(structure, channel.id)
  if (permissions === null || rules === null || !mayRead(permissions, rules)) return false
  return (
    !isPrivateThread(channel) ||
    (permissions & MANAGE_THREADS) !== 0n ||
    (channel.threadMembers?.includes(person.id) ?? false)
  )
}

function readableAt(structure: Structure, channelId: Id | null): Id[] {
  const others =
    structure.toldAt === null
      ? openAsTold(structure)
      : readableFrom(structure, placeOf(structure, channelId), isAdult(structure, channelId))
  const itself = channelId !== null && !others.includes(channelId) && !channelOf(structure, channelId)?.gone
  return itself ? [...others, channelId] : others
}

/** Where it is not known who sees a place, anyone may. */
function placeOf(structure: Structure, channelId: Id | null): AnswerPlace {
  return (channelId === null ? null : ruleOf(structure, channelId)) ?? "anywhere"
}

/** What everyone in the guild reads. */
function readableByAll(structure: Structure, adult: boolean): Id[] {
  return structure.toldAt === null ? openAsTold(structure) : readableFrom(structure, "anywhere", adult)
}

/** The channels that all who see the place may read. */
function readableFrom(structure: Structure, place: AnswerPlace, adult: boolean): Id[] {
  const { readers } = deskOf(structure)
  // Many channels share a rule.
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

/** Whether what was said in one channel may be shown in another. */
function shownIn(structure: Structure, placeId: Id, sourceId: Id): boolean {
  const place = ruleOf(structure, placeId)
  const source = sourceRule(structure, sourceId, isAdult(structure, placeId))
  return place !== null && source !== null && deskOf(structure).readers.mayAllRead(place, source)
}

/** The rule of a channel whose words may leave it at all. Private threads keep theirs; age-restricted channels, where the place is none. */
function sourceRule(structure: Structure, channelId: Id, adult: boolean): ChannelRule | null {
  const channel = channelOf(structure, channelId)
  if (!channel || isPrivateThread(channel) || (!adult && isAdult(structure, channelId))) return null
  return ruleOf(structure, channelId)
}

/** While no structure was told: what messages tell to be open. A thread of which nothing is told has its parent's audience. */
function openAsTold(structure: Structure): Id[] {
  const audienceOf = (channel: Channel) =>
    channel.audience ??
    (channel.parentId === null ? null : (channelOf(structure, channel.parentId)?.audience ?? null))
  return structure.channels
    .filter((channel) => audienceOf(channel) === "everyone")
    .map((channel) => channel.id)
}

/** Whether a channel is known to be age-restricted; a thread is where its parent is. */
function isAdult(structure: Structure, channelId: Id | null): boolean {
  return channelId !== null && (governingChannel(structure, channelId)?.nsfw ?? false)
}

/** What was worked out for a structure. */
interface Desk {
  readers: Readers
  rules: Map<Id, ChannelRule | null>
  places: Map<Id | null, Viewer>
}

const desks = new WeakMap<Structure, Desk>()

function deskOf(structure: Structure): Desk {
  const desk = desks.get(structure) ?? {
    readers: new Readers(structure),
    rules: new Map(),
    places: new Map(),
  }
  desks.set(structure, desk)
  return desk
}

function ruleOf(structure: Structure, channelId: Id): ChannelRule | null {
  const { readers, rules } = deskOf(structure)
  const before = rules.get(channelId)
  if (before !== undefined) return before
  const rule = readers.rule(channelId)
  if (channelOf(structure, channelId)) rules.set(channelId, rule)
  return rule
}

function mint(viewer: Omit<Viewer, Exclude<keyof Viewer, string>>): Viewer {
  // The brand exists in types only: this cast is the mint.
  return viewer as Viewer
}
