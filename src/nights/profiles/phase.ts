/** The phase that looks through what is known of people: says the same twice, or otherwise, or often. A page of people is one step. */
import { duePeople } from "../../memory/write/due-people.ts"
import type { NightDeps, NightPhase } from "../deps.ts"
import { isNightPaused } from "./apply-proposals.ts"
import { type ProfilePage, processPage } from "./page.ts"

/** So many people are asked about at once. */
const PAGE = 20
/** So many are looked through in one night; the others, of whom less is new, stay due. */
const MOST_PEOPLE = 5_000
const SEVERAL = 3

export const profiles: NightPhase = async (steps, tools, plan) => {
  const ids = await steps.do("profiles", () => due(tools))
  let left: ProfilePage["left"] = null
  let asked = 0
  for (let from = 0; from < ids.length; from += PAGE) {
    const step = `profiles ${from / PAGE + 1}`
    const page = { step, ids: ids.slice(from, from + PAGE), left }
    const counts = await steps.do(step, () => processPage(tools, plan, page))
    const { people = 0, postponed = 0, spared = 0, calls = 0 } = counts
    asked += calls
    // A model that answered for none of several is left alone for this night.
    if (left === null && postponed >= SEVERAL && postponed + spared === people) left = "away"
    if (left === null && asked >= tools.mostCalls) left = "calls"
  }
}

async function due(tools: NightDeps): Promise<string[]> {
  const entered = await tools.enter()
  if (isNightPaused(tools, entered)) return []
  const optIn = entered.guild.settings.consent === "opt_in"
  return duePeople(tools.db, tools.guildId, { now: tools.now(), optIn, limit: MOST_PEOPLE })
}
