/**
 * The phase that groups the conversations of a day into topics: one step decides which belong together, then
 * each part is a step.
 */

import { readerKeys } from "../../access/audience.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import { countMessagesRead } from "../../memory/read/members.ts"
import { conversationsOn, deleteScatteredClusters } from "../../memory/write/clusters.ts"
import { allowsTopicCalls } from "../billed-step.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { landStep } from "../ledger/runs.ts"
import { splitConversations, type TopicPart } from "./parts.ts"
import { gatherPart, wantsTopics } from "./write.ts"

export const groupTopics: NightPhase = async (steps, deps, { guildId, runId, days }) => {
  let modelDown = false
  for (const day of days) {
    const name = `topics ${day.date}`
    const { parts, asks: worth } = await steps.do(name, () =>
      planParts(deps, { guildId, runId, step: name }, day),
    )
    for (const [index, part] of parts.entries()) {
      const step = `${name} ${index + 1}`
      const gather = (asking: boolean) => () =>
        gatherPart(deps, { guildId, runId, step }, { part, day, asks: asking })
      try {
        await steps.do(step, gather(worth && !modelDown))
      } catch (error) {
        // Fallback for a model that stayed away through all retries: rules, for the rest of the run too.
        console.warn({ event: "topics.by_rules", guild: guildId, run: runId, error: describeError(error) })
        modelDown = true
        await steps.do(`${step} by rules`, gather(false))
      }
    }
  }
}

type Key = { guildId: Id; runId: string; step: string }

interface DayParts {
  parts: TopicPart[]
  /** True if enough was said to ask a model. */
  asks: boolean
}

/** Returns the parts of a day, and deletes topics of conversations that no longer belong together. */
async function planParts(deps: NightDeps, key: Key, day: NightPlan["days"][number]): Promise<DayParts> {
  const startedAt = deps.now()
  const entered = await deps.enter()
  if (!wantsTopics(entered, deps)) return { parts: [], asks: false }
  const conversations = await conversationsOn(deps.db, key.guildId, day)
  const { topics, messages_per_call: each } = entered.guild.settings.night
  const parts = splitConversations(conversations, { readersOf: readerKeys(entered.structure), most: topics })
  const messages = await countMessagesRead(deps.db, key.guildId, day)
  const counts = { parts: parts.length }
  await landStep(deps.db, { ...key, startedAt, now: deps.now(), counts, usage: [] }, [
    deleteScatteredClusters(
      key.guildId,
      day,
      parts.map(({ notes }) => notes),
    ),
  ])
  return { parts, asks: allowsTopicCalls(messages, { parts: parts.length, each }) }
}
