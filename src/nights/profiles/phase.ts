/**
 * The phase that reviews what is known of people: facts said twice, contradicted or said often. One page of
 * people is one step.
 */
import { duePeople } from "../../memory/write/due-people.ts"
import type { NightDeps, NightPhase } from "../deps.ts"
import { isNightPaused } from "./apply-proposals.ts"
import { type ProfilePage, processPage } from "./page.ts"

/** People per page, asked about at once. */
const PAGE = 20
/** Maximum people per run. The others, about whom less is new, stay due. */
const MOST_PEOPLE = 5_000
const SEVERAL = 3

export const profiles: NightPhase = async (steps, deps, plan) => {
  const ids = await steps.do("profiles", () => readDuePeople(deps))
  let left: ProfilePage["left"] = null
  let asked = 0
  for (let from = 0; from < ids.length; from += PAGE) {
    const step = `profiles ${from / PAGE + 1}`
    const page = { step, ids: ids.slice(from, from + PAGE), left }
    const counts = await steps.do(step, () => processPage(deps, plan, page))
    const { people = 0, postponed = 0, spared = 0, calls = 0 } = counts
    asked += calls
    // A model that answered for none of several people is not asked again in this run.
    if (left === null && postponed >= SEVERAL && postponed + spared === people) left = "away"
    if (left === null && asked >= deps.mostCalls) left = "calls"
  }
}

async function readDuePeople(deps: NightDeps): Promise<string[]> {
  const entered = await deps.enter()
  if (isNightPaused(deps, entered)) return []
  const optIn = entered.guild.settings.consent === "opt_in"
  return duePeople(deps.db, deps.guildId, { now: deps.now(), optIn, limit: MOST_PEOPLE })
}
