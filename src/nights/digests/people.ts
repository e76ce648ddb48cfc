/** Whose digests a night writes, and where they will be read: ids alone. */
import { WEEK } from "../../domain/calendar.ts"
import type { Id } from "../../domain/types.ts"
import { digestedSince, messagesRead, talkative, whereTheyTalked } from "../../memory/read/active-people.ts"
import { digestsWorth } from "../sparing.ts"
import type { Plan, Tools } from "../tools.ts"
import { readersOf } from "./readers.ts"

/** Digests tell of so many days. */
const WEEK_MS = WEEK

/** A person, and a place for each audience. */
export interface Ahead {
  id: Id
  places: (Id | null)[]
}

/**
 * Those who talked on the days that the night tells of, the most talkative first, then those who have digests since a week: somebody asked for them.
 * As many in all as the guild wants and what was said is worth; none where it wants no night work, where nothing may be written, or without a model.
 */
export async function peopleAhead(tools: Tools, plan: Plan): Promise<Ahead[]> {
  const { guild, structure } = await tools.enter()
  const { night, read_only } = guild.settings
  const [first, last] = [plan.days[0], plan.days.at(-1)]
  if (tools.chat === null || tools.readOnly || read_only || !night.enabled || !first || !last) return []
  const { db, guildId } = tools
  const since = plan.at - WEEK_MS
  const days = { from: first.from, to: last.to }
  const worth = digestsWorth(await messagesRead(db, guildId, days), night.messages_per_call)
  const most = Math.min(night.digest_people, worth)
  if (most === 0) return []
  const talking = await talkative(db, guildId, { ...days, most })
  const digested = await digestedSince(db, guildId, since)
  const people = [...new Set([...talking, ...digested.map(({ userId }) => userId)])].slice(0, most)
  const talked = await whereTheyTalked(db, guildId, { people, since })
  const ahead = people.map((id) => {
    const places = talked.filter(({ userId }) => userId === id).map(({ channelId }) => channelId)
    const read = new Set(digested.filter(({ userId }) => userId === id).map(({ audience }) => audience))
    return { id, places: readersOf(structure, { places, read }).map(({ place }) => place) }
  })
  return within(ahead, worth)
}

/** The first of them whose digests take no more calls than that: one for each place. */
function within(ahead: readonly Ahead[], calls: number): Ahead[] {
  let asked = 0
  return ahead.filter(({ places }) => {
    asked += places.length
    return asked <= calls
  })
}
