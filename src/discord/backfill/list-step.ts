/**
 * Lists what an import reads: the channels and threads of the guild's structure, then archived threads, page by page.
 * Threads are stored in the structure: it decides who reads what was said in them.
 */
import { z } from "zod"
import { storeThreads } from "../../access/structure.ts"
import { holdsPosts, isCategory, isKnownType, isThread, isVoice } from "../../domain/channel-types.ts"
import type { Id } from "../../domain/types.ts"
import { addHistoryChannels, refuseHistory } from "../../history/channel-rows.ts"
import type { HistoryJob } from "../../history/job-rows.ts"
import { ActiveThreads, lenientArray } from "../gateway/events/lenient-shapes.ts"
import { askDiscord } from "../gateway/repair/deps.ts"
import { type BackfillStep, type DiscordDeps, managesThreads, NEXT, readSelf, skipReason } from "./deps.ts"

/** Discord's limit per request. */
const PAGE = 100

/** Archived threads come in three lists. The bot's own are asked for where it may not see all private ones. */
const WAYS = ["public", "private", "joined"] as const
type Way = (typeof WAYS)[number]

const Listing = z.object({
  jobId: z.string(),
  /** Lists that are still to be asked for. */
  asks: z.array(z.object({ parentId: z.string(), way: z.enum(WAYS) })),
  /** `before` of the first list's next page: a time or an id. `null` for its first page. */
  before: z.string().nullable(),
})
type Listing = z.output<typeof Listing>
const KEY = "listing"

const ArchivedPage = z.object({
  threads: z.array(z.unknown()),
  has_more: z.boolean().catch(false),
})
const Archived = lenientArray(
  z.object({ id: z.string(), thread_metadata: z.object({ archive_timestamp: z.string() }) }),
)

/** Takes one step of the listing; returns `null` once everything is listed. */
export async function listStep(deps: DiscordDeps, job: HistoryJob): Promise<BackfillStep | null> {
  const listing = deps.state.get(KEY, Listing)
  if (listing?.jobId !== job.id) return beginListing(deps, job)
  const [ask] = listing.asks
  if (ask === undefined) return null
  const next = await listArchived(deps, job, { ...ask, before: listing.before })
  const asks = next === null ? listing.asks.slice(1) : listing.asks
  deps.state.set(KEY, { ...listing, asks, before: next } satisfies Listing)
  return NEXT
}

async function beginListing(deps: DiscordDeps, job: HistoryJob): Promise<BackfillStep> {
  const entered = await deps.enter()
  const { structure } = entered
  if (structure.toldAt === null) {
    await refuseHistory(deps.db, job, { reason: "no_structure", now: deps.now() })
    return NEXT
  }
  const self = await readSelf(deps)
  const places = structure.channels.filter((one) => isKnownType(one) && !one.gone && !isCategory(one))
  const reasonOf = (id: Id) => skipReason(entered, self, { channelId: id, excluded: job.excluded })
  await addHistoryChannels(
    deps.db,
    job,
    places.filter((one) => !holdsPosts(one)).map(({ id }) => ({ id, reason: reasonOf(id) })),
  )
  const parents = places.filter((one) => !isThread(one) && !isVoice(one) && reasonOf(one.id) === null)
  const asks = parents.flatMap(({ id, type }) => {
    const hidden: Way = managesThreads(entered, self, id) ? "private" : "joined"
    const ways: Way[] = type === 0 ? ["public", hidden] : ["public"]
    return ways.map((way) => ({ parentId: id, way }))
  })
  deps.state.set(KEY, { jobId: job.id, asks, before: null } satisfies Listing)
  return NEXT
}

const PATHS: Record<Way, string> = {
  public: "threads/archived/public",
  private: "threads/archived/private",
  joined: "users/@me/threads/archived/private",
}

/** Adds a page of archived threads. Returns where the next one begins; `null` if there is none. */
async function listArchived(
  deps: DiscordDeps,
  job: HistoryJob,
  { parentId, way, before }: { parentId: Id; way: Way; before: string | null },
): Promise<string | null> {
  const query = new URLSearchParams({ limit: String(PAGE), ...(before !== null && { before }) })
  const answer = await askDiscord(deps.discord, `/channels/${parentId}/${PATHS[way]}`, query)
  // Fallback: what Discord does not list is not read. The channel itself says why, when it is read.
  if (typeof answer === "string") return null
  const page = ArchivedPage.parse(answer.body)
  const threads = ActiveThreads.parse(page.threads)
  await storeThreads(deps.db, deps.guildId, threads)
  const [entered, self] = [await deps.enter(), await readSelf(deps)]
  const { excluded } = job
  await addHistoryChannels(
    deps.db,
    job,
    threads.map(({ id }) => ({ id, reason: skipReason(entered, self, { channelId: id, excluded }) })),
  )
  const last = Archived.parse(page.threads).at(-1)
  if (!page.has_more || last === undefined) return null
  // The bot's own threads are paged by id, the others by the time they were archived.
  return way === "joined" ? last.id : last.thread_metadata.archive_timestamp
}
