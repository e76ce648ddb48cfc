/** Caches what the audience of a structure's channels was decided to be. An entry lives as long as its structure. */
import type { Id, Viewer } from "../domain/types.ts"
import { type ChannelRule, channelOf, type Structure } from "./permissions.ts"
import { Readers } from "./readers.ts"

interface StructureCache {
  readers: Readers
  rules: Map<Id, ChannelRule | null>
  places: Map<Id | null, Viewer>
}

const caches = new WeakMap<Structure, StructureCache>()

export function cacheOf(structure: Structure): StructureCache {
  const made = () => ({ readers: new Readers(structure), rules: new Map(), places: new Map() })
  const cache = caches.get(structure) ?? made()
  caches.set(structure, cache)
  return cache
}

/** Returns who may read a channel; `null` if that is unknown. */
export function ruleOf(structure: Structure, channelId: Id): ChannelRule | null {
  const { readers, rules } = cacheOf(structure)
  const before = rules.get(channelId)
  if (before !== undefined) return before
  const rule = readers.rule(channelId)
  if (channelOf(structure, channelId)) rules.set(channelId, rule)
  return rule
}
