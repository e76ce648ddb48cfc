/** For whom a person's digests are written ahead: the audiences of the places where they are likely to be read. Pure. */

import { viewerAt } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import type { Id, Viewer } from "../../domain/types.ts"
import { audienceKey } from "../../memory/write/digests.ts"

/** Each audience is a call of its own. */
const AUDIENCES = 2

/** A place that stands for its audience; null: nowhere in particular. */
export interface Reader {
  place: Id | null
  audience: string
  viewer: Viewer
}

/**
 * The audiences for which something was read lately (`read`, as keys) come first, then that of the place where the person talks most,
 * then everyone's. Places of one audience count once.
 */
export function readersOf(
  structure: Structure,
  { places, read }: { places: readonly Id[]; read: ReadonlySet<string> },
): Reader[] {
  const [first, ...others] = places
  const ordered = [...(first === undefined ? [] : [first]), null, ...others]
  const byAudience = new Map<string, Reader>()
  for (const place of ordered) {
    const viewer = viewerAt(structure, place)
    const audience = audienceKey(viewer)
    if (!byAudience.has(audience)) byAudience.set(audience, { place, audience, viewer })
  }
  const all = [...byAudience.values()]
  const wasRead = ({ audience }: Reader) => read.has(audience)
  return [...all.filter(wasRead), ...all.filter((reader) => !wasRead(reader))].slice(0, AUDIENCES)
}
