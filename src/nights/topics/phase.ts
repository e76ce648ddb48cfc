/** The phase that gathers the conversations of a day into topics: first which stand together, then each part in a step of its own. */

import { channelsWithSameReaders } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import { describeError } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id } from "../../domain/types.ts"
import { countMessagesRead } from "../../memory/read/members.ts"
import { conversationsOn, deleteScatteredClusters } from "../../memory/write/clusters.ts"
import { allowsTopicCalls } from "../billed-step.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { landStep } from "../ledger/runs.ts"
import { splitConversations, type TopicPart } from "./parts.ts"
import { gatherPart, wantsTopics } from "./write.ts"

export const clusters: NightPhase = async (steps, tools, { guildId, runId, days }) => {
  let away = false
  for (const day of days) {
    const name = `topics ${day.date}`
    const { parts, asks: worth } = await steps.do(name, () =>
      sorted(tools, { guildId, runId, step: name }, day),
    )
    for (const [index, part] of parts.entries()) {
      const step = `${name} ${index + 1}`
      const gather = (asking: boolean) => () =>
        gatherPart(tools, { guildId, runId, step }, { part, day, asks: asking })
      try {
        await steps.do(step, gather(worth && !away))
      } catch (error) {
        // The fallback for a model that stayed away through all tries: rules, for the rest of the night too.
        console.warn({ event: "topics.by_rules", guild: guildId, run: runId, error: describeError(error) })
        away = true
        await steps.do(`${step} by rules`, gather(false))
      }
    }
  }
}

type Key = { guildId: Id; runId: string; step: string }

interface Sorted {
  parts: TopicPart[]
  /** Whether so much was said that a model is asked. */
  asks: boolean
}

/** The parts of a day; what was made of conversations that no longer stand together goes. */
async function sorted(tools: NightDeps, key: Key, day: NightPlan["days"][number]): Promise<Sorted> {
  const startedAt = tools.now()
  const entered = await tools.enter()
  if (!wantsTopics(entered, tools)) return { parts: [], asks: false }
  const held = await conversationsOn(tools.db, key.guildId, day)
  const { topics, messages_per_call: each } = entered.guild.settings.night
  const parts = splitConversations(held, { readersOf: readersIn(entered.structure), most: topics })
  const messages = await countMessagesRead(tools.db, key.guildId, day)
  const counts = { parts: parts.length }
  await landStep(tools.db, { ...key, startedAt, now: tools.now(), counts, usage: [] }, [
    deleteScatteredClusters(
      key.guildId,
      day,
      parts.map(({ notes }) => notes),
    ),
  ])
  return { parts, asks: allowsTopicCalls(messages, { parts: parts.length, each }) }
}

/** The same text for channels with exactly the same readers. */
function readersIn(structure: Structure): (channelId: Id) => string {
  const known = new Map<Id, string>()
  return (channelId) => {
    const before = known.get(channelId)
    if (before !== undefined) return before
    const peers = channelsWithSameReaders(structure, channelId)
    const key = hashOf(peers.map((id) => id ?? "").toSorted())
    for (const id of [channelId, ...peers]) if (id !== null) known.set(id, key)
    return key
  }
}
