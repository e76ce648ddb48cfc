/**
 * The phase that reviews what is known of people, channels and the server: facts said twice, contradicted or said
 * often. One page of them is one step.
 */
import type { Subject } from "../../domain/types.ts"
import { dueGroups, duePeople } from "../../memory/write/due-people.ts"
import type { NightDeps, NightPhase } from "../deps.ts"
import { isNightPaused } from "./apply-proposals.ts"
import { type ProfilePage, processPage } from "./page.ts"

/** Subjects per page, asked about at once. */
const PAGE = 20
/** Maximum people per run. The others, about whom less is new, stay due. */
const MOST_PEOPLE = 5_000
const MOST_GROUPS = 500
const SEVERAL = 3

export const profiles: NightPhase = async (steps, deps, plan) => {
  const keys = await steps.do("profiles", () => readDue(deps))
  let left: ProfilePage["left"] = null
  let asked = 0
  for (let from = 0; from < keys.length; from += PAGE) {
    const step = `profiles ${from / PAGE + 1}`
    const page = { step, subjects: keys.slice(from, from + PAGE).map(toSubject), left }
    const counts = await steps.do(step, () => processPage(deps, plan, page))
    const { people = 0, groups = 0, postponed = 0, spared = 0, calls = 0 } = counts
    asked += calls
    // A model that answered for none of several is not asked again in this run.
    if (left === null && postponed >= SEVERAL && postponed + spared === people + groups) left = "away"
    if (left === null && asked >= deps.mostCalls) left = "calls"
  }
}

/** Returns the keys of due subjects: the server and its channels, which are few, and people. */
async function readDue(deps: NightDeps): Promise<string[]> {
  const entered = await deps.enter()
  if (isNightPaused(deps, entered)) return []
  const optIn = entered.guild.settings.consent === "opt_in"
  const { db, guildId } = deps
  const now = deps.now()
  const [groups, people] = await Promise.all([
    // If managers approve what is written, only they change what the group decided.
    entered.guild.policy.gate.mode === "auto" ? dueGroups(db, guildId, { now, limit: MOST_GROUPS }) : [],
    duePeople(db, guildId, { now, optIn, limit: MOST_PEOPLE }),
  ])
  return [...groups.map(({ scope, id }) => `${scope} ${id}`), ...people]
}

/** Parses a key: a person's id, or "channel" or "guild" and the id. */
function toSubject(key: string): Subject {
  const [scope, id] = key.split(" ")
  return id !== undefined && (scope === "channel" || scope === "guild")
    ? { scope, id }
    : { scope: "user", id: key }
}
