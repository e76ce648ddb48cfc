/**
 * Counts the messages of each channel with Discord's message search, then estimates what reading them takes. Keeps
 * counts and asks no model.
 * https://docs.discord.com/developers/resources/message#search-guild-messages
 */
import { z } from "zod"
import { DAY, utcDate } from "../../domain/calendar.ts"
import { snowflakeAt } from "../../domain/ids.ts"
import { nextToCount, saveTotal } from "../../history/channel-rows.ts"
import { estimateOf } from "../../history/estimate.ts"
import { type HistoryJob, saveEstimate } from "../../history/job-rows.ts"
import { countedOf, knownCost } from "../../history/known-cost.ts"
import { readerOf } from "../../runtime/reader-price.ts"
import { discordRefusal } from "../gateway/repair/deps.ts"
import { type BackfillStep, type DiscordDeps, NEXT } from "./deps.ts"

/** With 202, Discord says that it still indexes, and when to ask again. */
const Found = z.union([
  z.object({ total_results: z.int().min(0) }),
  z.object({ code: z.literal(110_000), retry_after: z.number().catch(0) }),
])
const LEAST_WAIT_MS = 1_000
const MOST_WAIT_MS = 60_000
/** Discord may index for minutes. Then the channel is read without being counted. */
const MOST_TRIES = 30

const Indexing = z.object({ channelId: z.string(), tries: z.int() })
const COST_DAYS = 28

/** Counts one channel, or makes the estimate once all are counted. */
export async function countStep(deps: DiscordDeps, job: HistoryJob): Promise<BackfillStep> {
  const channelId = await nextToCount(deps.db, job)
  if (channelId === null) {
    await estimate(deps, job)
    return NEXT
  }
  const query = new URLSearchParams({
    channel_id: channelId,
    author_type: "-bot",
    limit: "1",
    ...(job.since !== null && { min_id: snowflakeAt(job.since) }),
  })
  const found = await search(deps, query)
  if (found !== null && "code" in found) {
    const before = deps.state.get("indexing", Indexing)
    const tries = before?.channelId === channelId ? before.tries + 1 : 1
    deps.state.set("indexing", { channelId, tries } satisfies z.input<typeof Indexing>)
    const waitMs = Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, found.retry_after * 1_000))
    if (tries < MOST_TRIES) return { kind: "wait", until: deps.now() + waitMs }
  }
  const total = found !== null && "total_results" in found ? found.total_results : null
  await saveTotal(deps.db, job, { channelId, total })
  return NEXT
}

/** Returns `null` if Discord refuses to count. */
async function search({ discord, guildId }: DiscordDeps, query: URLSearchParams) {
  try {
    return Found.parse(await discord.get(`/guilds/${guildId}/messages/search`, { query }))
  } catch (error) {
    // Fallback for a lasting refusal: the channel is read without being counted.
    if (discordRefusal(error) !== null) return null
    throw error
  }
}

async function estimate(deps: DiscordDeps, job: HistoryJob): Promise<void> {
  const now = deps.now()
  const [entered, counted, own] = await Promise.all([
    deps.enter(),
    countedOf(deps.db, job),
    knownCost(deps.db, deps.guildId, { since: now - COST_DAYS * DAY, day: utcDate(now - COST_DAYS * DAY) }),
  ])
  const reader = readerOf(deps.runtime, entered)
  await saveEstimate(deps.db, job.id, estimateOf(counted, { own, ...reader }), now)
}
