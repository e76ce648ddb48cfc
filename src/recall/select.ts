/** Chooses what goes into a context: the best finds, and always something of the people it is for. Pure. */
import type { Id } from "../domain/types.ts"
import type { Item, PersonPart, Standing } from "./context.ts"
import type { Candidates } from "./find/candidates.ts"
import type { Ranked } from "./rank/rank.ts"

/** Of a context, so much is kept for what is known of the people talking and mentioned, however little it bears on the question. */
const PORTRAIT_SHARE = 1 / 3

/**
 * At most `most` of the ranked, best first. Facts about those people (`about` them) that would be crowded out take up to a third of the places, the
 * best of them; they stand last, so that they are the first to go where tokens run out.
 */
export function chosen<T>(ranked: readonly T[], about: (item: T) => boolean, most: number): T[] {
  const best = ranked.slice(0, most)
  const wanted = Math.floor(most * PORTRAIT_SHARE) - best.filter(about).length
  const crowdedOut = wanted <= 0 ? [] : ranked.slice(most).filter(about).slice(0, wanted)
  if (crowdedOut.length === 0) return best
  const others = best
    .filter((item) => !about(item))
    .slice(0, most - crowdedOut.length - best.filter(about).length)
  const kept = new Set(others)
  return [...best.filter((item) => about(item) || kept.has(item)), ...crowdedOut]
}

/** Those of `people` of whom anything may be told unasked, and whether something is a fact about one of them. */
export function portraitsOf(people: readonly Id[], { about }: Pick<Candidates, "about">) {
  const told = new Set(about.map(({ memory }) => memory.subject.id))
  const wanted = people.filter((id) => told.has(id))
  return {
    ranked: (item: Ranked) =>
      item.kind === "memory" &&
      item.found.memory.subject.scope === "user" &&
      wanted.includes(item.found.memory.subject.id),
    item: ({ kind, subject }: Item) => kind === "memory" && subject !== null && wanted.includes(subject.id),
  }
}

/** Without the messages that a memory above them was made of. */
export function untold(items: readonly Item[]): Item[] {
  const told = new Set<Id | null>()
  return items.filter(({ kind, sources }) => {
    if (kind === "memory") for (const { message_id } of sources) told.add(message_id)
    return kind !== "message" || !sources.some(({ message_id }) => told.has(message_id))
  })
}

/** Without a topic cluster of which a conversation stands above it, and without the conversations of one that stands above them: the same is told once. */
export function apart(ranked: readonly Ranked[]): Ranked[] {
  const told = new Set<string>()
  return ranked.filter((item) => {
    if (item.kind !== "note") return true
    const { id, sources = [] } = item.note
    if (told.has(id) || sources.some((source) => told.has(source.id))) return false
    // A conversation is not in the way of another cluster's others: each conversation is of one cluster at most.
    for (const one of [id, ...sources.map((source) => source.id)]) told.add(one)
    return true
  })
}

/** The people a context is about, each once, with their names as far as they are known. */
export function peopleOf(
  question: { asker: Id | null; mentions: readonly Id[] },
  { about, noted, matching, notes }: Candidates,
): PersonPart[] {
  const names = new Map<Id, string | null>()
  for (const note of notes) for (const { id, name } of note.participants) names.set(id, name)
  for (const { memory, subjectName } of [...matching, ...noted, ...about])
    if (memory.subject.scope === "user") names.set(memory.subject.id, subjectName)
  const standings = new Map<Id, Standing>()
  for (const { memory } of noted) standings.set(memory.subject.id, "noted")
  for (const id of question.mentions) standings.set(id, "mentioned")
  if (question.asker !== null) standings.set(question.asker, "asking")
  return [...standings].map(([id, standing]) => ({
    id,
    name: names.get(id) ?? null,
    standing,
    digests: { context: null, today: null, history: null },
  }))
}
