/** Tells channels whose readers are known from those of which nothing is known, so that nothing leaves them. Pure. */
import type { Id } from "../domain/types.ts"
import { viewerForChannel } from "./audience.ts"
import type { Structure } from "./permissions.ts"
import { ruleOf } from "./structure-cache.ts"

/**
 * Returns true if it is unknown who reads a channel: the structure does not list it, its type or a thread's parent is
 * unknown, or no structure was received and nobody reported the channel as open to everyone.
 */
export function hasUnknownReaders(structure: Structure, channelId: Id): boolean {
  const open = viewerForChannel(structure, null).readable
  if (open === "all" || open.includes(channelId)) return false
  return structure.toldAt === null || ruleOf(structure, channelId) === null
}
