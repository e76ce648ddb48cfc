/** Decides who may read places of events that belong to no channel. An unknown place is readable by nobody. Pure. */
import { isPlace, placeId } from "../domain/events.ts"
import type { Id } from "../domain/types.ts"
import type { Structure } from "./permissions.ts"

/** The places of one structure: the guild's own, and the projects' with their channels. */
interface KnownPlaces {
  /** Ids of all places that hold events. */
  held: readonly Id[]
  guild: Id
  projects: ReadonlyMap<Id, readonly Id[]>
}

const known = new WeakMap<Structure, KnownPlaces>()

function placesOf(structure: Structure): KnownPlaces {
  const before = known.get(structure)
  if (before) return before
  const { guildId, channels, projects = {} } = structure
  const places = {
    held: channels.filter(({ id, gone }) => isPlace(id) && !gone).map(({ id }) => id),
    guild: placeId(guildId, "guild", guildId),
    projects: new Map(
      Object.entries(projects).map(([slug, { channels: ids }]) => [placeId(guildId, "project", slug), ids]),
    ),
  }
  known.set(structure, places)
  return places
}

/**
 * Returns the channels of the project whose place this is; `null` if it is no project's. Whoever reads the place reads
 * all of them.
 */
export function channelsOfPlace(structure: Structure, id: Id): readonly Id[] | null {
  return isPlace(id) ? (placesOf(structure).projects.get(id) ?? null) : null
}

/**
 * Adds the places that may be shown where `readable` may: the guild's own; a project's if all its channels are among
 * them, and it has any; and the private place of `userId`, the only person who will see the answer.
 */
export function withPlaces(structure: Structure, readable: readonly Id[], userId: Id | null): Id[] {
  const { held, guild, projects } = placesOf(structure)
  const own = userId === null ? null : placeId(structure.guildId, "user", userId)
  const channels = new Set(readable)
  const added = held.filter((id) => {
    if (channels.has(id)) return false
    if (id === guild || id === own) return true
    const needed = projects.get(id) ?? []
    return needed.length > 0 && needed.every((channel) => channels.has(channel))
  })
  return [...readable, ...added]
}
