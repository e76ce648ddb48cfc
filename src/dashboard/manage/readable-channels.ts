/** The channels that a manager may read, as pages list them. A channel that they cannot read is on no page. */
import { type Channel, channelOf } from "../../access/permissions.ts"
import { isCategory, isThread } from "../../domain/channel-types.ts"
import { isPlace } from "../../domain/events.ts"
import type { Id } from "../../domain/types.ts"
import type { Visit } from "../session/visit.ts"

type Reading = Pick<Visit, "entered" | "viewer" | "isAdministrator">

/**
 * Returns true if the visitor may read a channel that still exists. Administrators read every channel on Discord, also
 * age-restricted ones, whose words these pages leave out.
 */
export function mayUseChannel({ entered, viewer, isAdministrator }: Reading, id: Id): boolean {
  const channel = channelOf(entered.structure, id)
  if (!channel || channel.gone || isPlace(id)) return false
  return isAdministrator || viewer.readable === "all" || viewer.readable.includes(id)
}

/**
 * Returns the channels below their categories, each list by name. Threads are listed if messages came from them, and
 * categories if they hold a channel that is.
 */
export function readableChannels(visit: Reading): Channel[] {
  const { structure } = visit.entered
  const may = new Set(visit.viewer.readable === "all" ? [] : visit.viewer.readable)
  const readsAll = visit.isAdministrator || visit.viewer.readable === "all"
  const isReadable = ({ id }: Channel) => readsAll || may.has(id)
  const shown = structure.channels.filter(
    (channel) =>
      !(channel.gone || isPlace(channel.id) || isCategory(channel)) &&
      (channel.heard || !isThread(channel)) &&
      isReadable(channel),
  )
  const parents = new Set(shown.map(({ parentId }) => parentId))
  const categories = structure.channels.filter(
    (channel) => isCategory(channel) && !channel.gone && parents.has(channel.id),
  )
  const listed = [...categories, ...shown]
  const ids = new Set(listed.map(({ id }) => id))
  const below = Map.groupBy(listed, ({ parentId }) =>
    parentId !== null && ids.has(parentId) ? parentId : null,
  )
  const withChildren = (channel: Channel): Channel[] => [
    channel,
    ...(below.get(channel.id) ?? []).toSorted(byName).flatMap(withChildren),
  ]
  const top = below.get(null) ?? []
  // Channels without a category come first, as on Discord.
  return top
    .toSorted((a, b) => Number(isCategory(a)) - Number(isCategory(b)) || byName(a, b))
    .flatMap(withChildren)
}

/** Returns the readable channels and threads, without categories, in which nobody talks. */
export function talkChannels(visit: Reading): Channel[] {
  return readableChannels(visit).filter((channel) => !isCategory(channel))
}

function byName(a: Channel, b: Channel): number {
  return (a.name ?? "").localeCompare(b.name ?? "", "en", { numeric: true }) || (a.id < b.id ? -1 : 1)
}

export function channelLabel(channel: Channel | undefined): string {
  if (channel === undefined || channel.name === null) return "a channel"
  return isCategory(channel) ? channel.name : `#${channel.name}`
}
