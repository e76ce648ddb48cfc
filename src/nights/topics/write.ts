/**
 * Makes topics of one part of a day's conversations: asks a model once, otherwise uses rules, and replaces
 * the earlier topics.
 */
import { z } from "zod"
import { maintenanceViewer } from "../../access/audience.ts"
import { structured } from "../../ai/chat/structured.ts"
import { forGuild } from "../../ai/chat.ts"
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

/** Eight topics of 80 words in a language that needs many tokens, and the model's reasoning. */
const MAX_TOKENS = 6_000
const TIMEOUT_MS = 120_000
const EMBED_MS = 30_000

const DraftSchema = z.object({
  /** Fingerprint of the conversations. */
  print: z.string(),
  /** True if these conversations have their topics already: nothing to do. */
  known: z.boolean(),
  /** True if a model was not asked only because a cap is reached. */
  unpaid: z.boolean(),
  model: z.string().nullable(),
  topics: z.array(
    z.object({ title: z.string(), summary: z.string(), notes: z.array(z.string()), byModel: z.boolean() }),
  ),
})
type Draft = z.output<typeof DraftSchema>

/** Returns true if the guild wants topics and they may be written. */
export function wantsTopics({ guild }: Entered, deps: Pick<NightDeps, "readOnly">): boolean {
  const { night, read_only } = guild.settings
  return night.enabled && night.topics > 0 && !read_only && !deps.readOnly && guild.policy.gate.enabled
}

/** The model is down, and nothing was paid: the step is worth a retry later. */
class ModelAway extends Error {}

/**
 * Makes topics of a part, without a model if `asks` is false. The same conversations as before cause no call
 * and no change. Throws if the model is down.
 */
export async function gatherPart(
  deps: NightDeps,
  key: StepKey,
  work: { part: TopicPart; day: ClusterDay; asks: boolean },
) {
  const { part, day, asks } = work
  const paid: BilledStep<Draft> = {
    draft: DraftSchema,
    async ask() {
      const entered = await deps.enter()
      const read = await readClusterSources(deps.db, maintenanceViewer(entered.structure), part.notes)
      const made = { print: read.print, known: false, unpaid: false, model: null, topics: [] }
      if (!wantsTopics(entered, deps)) return { draft: made, usage: [] }
      const known = (await countClusters(deps.db, key.guildId, { date: day.date, print: read.print })) > 0
      if (known) return { draft: { ...made, known }, usage: [] }
      const { usage, ...gathered } = await makeTopics(deps, entered, { read, most: part.topics, asks })
      return { draft: { ...made, ...gathered }, usage }
    },
    async apply(draft) {
      const entered = await deps.enter()
      const read = await readClusterSources(deps.db, maintenanceViewer(entered.structure), part.notes)
      const counts = { notes: read.notes.length, topics: draft.topics.length, by_rules: 0 }
      if (!wantsTopics(entered, deps) || (draft.known && draft.print === read.print))
        return { statements: [], counts: { ...counts, topics: 0 } }
      // If the notes changed after the draft was made, rules make topics of the current notes.
      const topics = draft.print === read.print ? draft.topics : byRules(entered, read, part.topics)
      const rows = topics.map(({ notes, byModel, ...words }) => ({
        ...words,
        sources: notes,
        model: byModel ? draft.model : null,
      }))
      const statements = clusterStatements(key.guildId, day.date, { read, topics: rows })
      const by_rules = rows.filter(({ model }) => model === null).length
      const unpaidCount = draft.unpaid ? { unpaid: 1 } : {}
      return { statements, counts: { ...counts, topics: rows.length, by_rules, ...unpaidCount } }
    },
  }
  return runBilledStep(deps, key, paid)
}

function byRules({ guild }: Entered, { notes, silent }: ClusterSources, most: number): AcceptedTopic[] {
  return topicsByRules(notes, { most, silent, sensitive: guild.policy.sensitive, vectors: null })
}

interface MadeTopics {
  model: string | null
  topics: AcceptedTopic[]
  usage: Usage[]
}

async function makeTopics(
  deps: NightDeps,
  entered: Entered,
  { read, most, asks }: { read: ClusterSources; most: number; asks: boolean },
): Promise<MadeTopics & { unpaid: boolean }> {
  const { notes, silent } = read
  const { sensitive } = entered.guild.policy
  const withinCaps = await mayCallModels(deps)
  const paid = asks && withinCaps
  const fromModel =
    paid && notes.length > 1
      ? await askModel(deps, entered, { read, most })
      : { topics: [], model: null, usage: [] }
  if (fromModel.topics.length > 0) return { ...fromModel, unpaid: false }
  // Fallback if there is no model, it is not asked, it has nothing usable to say or a cap forbids it: rules,
  // by meaning if vectors are available.
  const { vectors, usage } = paid ? await vectorsOf(deps, notes) : { vectors: null, usage: [] }
  const topics = topicsByRules(notes, { most, silent, sensitive, vectors })
  return {
    model: null,
    topics,
    unpaid: !withinCaps && deps.chat !== null,
    usage: [...fromModel.usage, ...usage],
  }
}

async function askModel(
  { chat, db, guildId }: NightDeps,
  { guild }: Entered,
  { read: { notes, silent }, most }: { read: ClusterSources; most: number },
): Promise<MadeTopics> {
  if (chat === null) return { topics: [], model: null, usage: [] }
  const members = await memberNames(db, guildId)
  const answer = await structured(forGuild(chat, guild.settings.models), {
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

/** Returns `null` if no vectors are available; words do as well. */
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
