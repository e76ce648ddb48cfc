/**
 * Reads the memories that a window may repeat, change or end. Those about its speakers and its place are read along with
 * the context's first statement; those about people who are named follow once it is known whom the names mean.
 */
import type { Id, Memory, Subject, Time, Viewer, Window } from "../domain/types.ts"
import { readOnce } from "../memory/db/composed.ts"
import type { Database } from "../memory/db/database.ts"
import { knownStatement } from "../memory/read/memories-about.ts"
import { toMemory } from "../memory/read/viewer-projection.ts"
import { subjectsOfEvents } from "./event-subjects.ts"
import { MOST_OF_PROFILE } from "./relevant.ts"

/** The most memories of the channel and of the guild from which the relevant ones are shown. */
const SHOWN_PER_GROUP = 24
const SHOWN_PEOPLE = 12

/**
 * Returns the subjects whose memories a window is read with, if these are its people. The rules ask only what the channel
 * plans and what its speakers end.
 */
export function subjectsShown(window: Window, people: readonly Id[], withModel: boolean): Subject[] {
  const speak = new Set(window.messages.map(({ author }) => author.id))
  const asked = withModel ? people : people.filter((id) => speak.has(id))
  return [
    ...asked.slice(0, SHOWN_PEOPLE).map((id): Subject => ({ scope: "user", id })),
    { scope: "channel", id: window.channelId },
    ...(withModel ? [{ scope: "guild" as const, id: window.guildId }, ...subjectsOfEvents(window)] : []),
  ]
}

/** Returns the read of memories about subjects as of a time. */
export function knownAbout(viewer: Viewer, subjects: readonly Subject[], at: Time) {
  const most = { each: MOST_OF_PROFILE, eachGroup: SHOWN_PER_GROUP }
  return knownStatement(viewer, subjects, { now: at, until: at, ...most })
}

/** The rows of `knownAbout`, and the subjects it asked for. */
export interface KnownEarly {
  subjects: readonly Subject[]
  rows: ReturnType<ReturnType<typeof knownAbout>["rowsOf"]>
}

/** Returns the memories about subjects, those of each together and in order of its id. `early`: read before. */
export async function knownMemories(
  db: Database,
  viewer: Viewer,
  { subjects, at, early }: { subjects: readonly Subject[]; at: Time; early: KnownEarly | null },
): Promise<Memory[]> {
  const keyOf = ({ scope, id }: Subject) => `${scope} ${id}`
  const asked = new Set(early?.subjects.map(keyOf))
  const wanted = new Set(subjects.map(keyOf))
  const missing = subjects.filter((subject) => !asked.has(keyOf(subject)))
  const late = missing.length === 0 ? [] : await readOnce(db, knownAbout(viewer, missing, at))
  return [...(early?.rows ?? []), ...late]
    .map(toMemory)
    .filter(({ subject }) => wanted.has(keyOf(subject)))
    .sort((a, b) => (a.subject.id === b.subject.id ? 0 : a.subject.id < b.subject.id ? -1 : 1))
}
