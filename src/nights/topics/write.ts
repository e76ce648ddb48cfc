/** One part of a day's conversations becomes topics: asked of a model once, else made by rules, and written in the place of what was there. */
import { z } from "zod"
import { maintenanceViewer } from "../../access/audience.ts"
import { structured } from "../../ai/chat/structured.ts"
import { MAX_TEXTS } from "../../ai/embedding/embedding.ts"
import type { Note, Usage } from "../../domain/types.ts"
import { memberNames } from "../../memory/read/members.ts"
import {
  type ClusterDay,
  type ClusterSources,
  clusterStatements,
  countClusters,
  readClusterSources,
} from "../../memory/write/clusters.ts"
import type { Entered } from "../../runtime/enter.ts"
import { type BilledStep, mayCallModels, runBilledStep } from "../billed-step.ts"
import type { NightDeps } from "../deps.ts"
import type { StepKey } from "../ledger/runs.ts"
import type { TopicPart } from "./parts.ts"
import {
  type AcceptedTopic,
  acceptTopics,
  TopicsReplySchema,
  topicsByRules,
  topicsQuestion,
} from "./reply.ts"

/** Eight topics of 80 words, in the tokens of a language that needs many, and what a model thinks before. */
const MAX_TOKENS = 6_000
const TIMEOUT_MS = 120_000
const EMBED_MS = 30_000

const DraftSchema = z.object({
  /** Of the conversations it was made of. */
  print: z.string(),
  /** Those were gathered before: nothing is to be done. */
  known: z.boolean(),
  /** A model would have been asked, had no cap been reached. */
  unpaid: z.boolean(),
  model: z.string().nullable(),
  topics: z.array(
    z.object({ title: z.string(), summary: z.string(), notes: z.array(z.string()), byModel: z.boolean() }),
  ),
})
type Draft = z.output<typeof DraftSchema>

/** Whether the guild wants topics at all, and may have any written. */
export function wantsTopics({ guild }: Entered, tools: Pick<NightDeps, "readOnly">): boolean {
  const { night, read_only } = guild.settings
  return night.enabled && night.topics > 0 && !read_only && !tools.readOnly
}

/** The model is down, and nothing was paid: the step is worth another try later. */
class ModelAway extends Error {}

/** Gathers a part, without a model where it is not to be asked. The same conversations as before ask no model and change nothing. Throws where the model is down. */
export async function gatherPart(
  tools: NightDeps,
  key: StepKey,
  work: { part: TopicPart; day: ClusterDay; asks: boolean },
) {
  const { part, day, asks } = work
  const paid: BilledStep<Draft> = {
    draft: DraftSchema,
    async ask() {
      const entered = await tools.enter()
      const read = await readClusterSources(tools.db, maintenanceViewer(entered.structure), part.notes)
      const made = { print: read.print, known: false, unpaid: false, model: null, topics: [] }
      if (!wantsTopics(entered, tools)) return { draft: made, usage: [] }
      const known = (await countClusters(tools.db, key.guildId, { date: day.date, print: read.print })) > 0
      if (known) return { draft: { ...made, known }, usage: [] }
      const { usage, ...gathered } = await topicsOf(tools, entered, { read, most: part.topics, asks })
      return { draft: { ...made, ...gathered }, usage }
    },
    async apply(draft) {
      const entered = await tools.enter()
      const read = await readClusterSources(tools.db, maintenanceViewer(entered.structure), part.notes)
      const counts = { notes: read.notes.length, topics: draft.topics.length, by_rules: 0 }
      if (!wantsTopics(entered, tools) || (draft.known && draft.print === read.print))
        return { statements: [], counts: { ...counts, topics: 0 } }
      // What was made of former words is not written: rules make it of what is said now.
      const topics = draft.print === read.print ? draft.topics : byRules(entered, read, part.topics)
      const rows = topics.map(({ notes, byModel, ...words }) => ({
        ...words,
        sources: notes,
        model: byModel ? draft.model : null,
      }))
      const statements = clusterStatements(key.guildId, day.date, { read, topics: rows })
      const by_rules = rows.filter(({ model }) => model === null).length
      const short = draft.unpaid ? { unpaid: 1 } : {}
      return { statements, counts: { ...counts, topics: rows.length, by_rules, ...short } }
    },
  }
  return runBilledStep(tools, key, paid)
}

function byRules({ guild }: Entered, { notes, silent }: ClusterSources, most: number): AcceptedTopic[] {
  return topicsByRules(notes, { most, silent, sensitive: guild.policy.sensitive, vectors: null })
}

interface Made {
  model: string | null
  topics: AcceptedTopic[]
  usage: Usage[]
}

async function topicsOf(
  tools: NightDeps,
  entered: Entered,
  { read, most, asks }: { read: ClusterSources; most: number; asks: boolean },
): Promise<Made & { unpaid: boolean }> {
  const { notes, silent } = read
  const { sensitive } = entered.guild.policy
  const may = await mayCallModels(tools)
  const paid = asks && may
  const asked =
    paid && notes.length > 1
      ? await askedOf(tools, entered, { read, most })
      : { topics: [], model: null, usage: [] }
  if (asked.topics.length > 0) return { ...asked, unpaid: false }
  // The fallback where no model is there or is asked, or it has nothing of use to say, or may not be paid: rules, by meaning where vectors may be had.
  const { vectors, usage } = paid ? await vectorsOf(tools, notes) : { vectors: null, usage: [] }
  const topics = topicsByRules(notes, { most, silent, sensitive, vectors })
  return { model: null, topics, unpaid: !may && tools.chat !== null, usage: [...asked.usage, ...usage] }
}

async function askedOf(
  { chat, db, guildId }: NightDeps,
  { guild }: Entered,
  { read: { notes, silent }, most }: { read: ClusterSources; most: number },
): Promise<Made> {
  if (chat === null) return { topics: [], model: null, usage: [] }
  const members = await memberNames(db, guildId)
  const answer = await structured(chat, {
    purpose: "topics",
    tier: "strong",
    ...topicsQuestion(notes, most),
    schemaName: "topics",
    schema: TopicsReplySchema,
    maxTokens: MAX_TOKENS,
    timeoutMs: TIMEOUT_MS,
  })
  const { model, usage } = answer
  if (answer.kind === "retry_later" && usage.length === 0) throw new ModelAway("the model is down")
  if (answer.kind !== "ok") return { topics: [], model: null, usage }
  return {
    topics: acceptTopics(answer.value, notes, { most, silent, members, sensitive: guild.policy.sensitive }),
    model,
    usage,
  }
}

/** null where there are none to be had: words do as well. */
async function vectorsOf(
  { embedder }: NightDeps,
  notes: readonly Note[],
): Promise<{ vectors: Float32Array[] | null; usage: Usage[] }> {
  if (embedder === null || notes.length < 2) return { vectors: null, usage: [] }
  const vectors: Float32Array[] = []
  const usage: Usage[] = []
  for (let at = 0; at < notes.length; at += MAX_TEXTS) {
    const texts = notes.slice(at, at + MAX_TEXTS).map(({ title, summary }) => `${title}\n${summary}`)
    const reply = await embedder.embed(texts, EMBED_MS)
    if (reply.usage !== null) usage.push(reply.usage)
    if (reply.kind === "failed") return { vectors: null, usage }
    vectors.push(...reply.vectors)
  }
  return { vectors, usage }
}
