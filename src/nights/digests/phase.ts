/** The phase that writes digests ahead of the morning: whoever asks first finds them as a model wrote them. */
import { z } from "zod"
import { viewerForChannel } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import { withDeadline } from "../../ai/deadline.ts"
import { WEEK } from "../../domain/calendar.ts"
import type { Id, Viewer } from "../../domain/types.ts"
import {
  channelsTalkedIn,
  countMessagesRead,
  digestsWrittenSince,
  memberNames,
  mostActivePeople,
} from "../../memory/read/members.ts"
import { audienceKey, proseStatements } from "../../memory/write/digests.ts"
import { digestQueries, digestsFrom } from "../../recall/digests/digests.ts"
import { DIGEST_KINDS } from "../../recall/digests/plan.ts"
import { requestDigests, staleKinds } from "../../recall/digests/write.ts"
import type { Entered } from "../../runtime/enter.ts"
import { digestCallBudget, mayCallModels, runBilledStep } from "../billed-step.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"

/** Two audiences each: as many calls as the platform makes at once. */
const PEOPLE = 3
const PAGE_MS = 60_000

/** What a page of people came to. Prose rests on what one audience could read when it was made. */
const Draft = z.object({
  written: z.array(
    z.object({
      place: z.string().nullable(),
      audience: z.string(),
      prose: z.object({
        userId: z.string(),
        rows: z.array(z.object({ kind: z.enum(DIGEST_KINDS), body: z.string(), print: z.string() })),
        readAt: z.number(),
        noteIds: z.array(z.string()),
        facts: z.array(z.object({ id: z.string(), version: z.int() })),
        optIn: z.boolean(),
      }),
    }),
  ),
  /** Digests that hold as they are, for which the model was down, or for which no tokens are left. */
  holding: z.int(),
  down: z.int(),
  unpaid: z.int(),
})
type Draft = z.output<typeof Draft>

export const digests: NightPhase = async (steps, tools, plan) => {
  const people = await steps.do("digests", () => peopleAhead(tools, plan))
  for (let n = 0; n * PEOPLE < people.length; n++) {
    const page = people.slice(n * PEOPLE, (n + 1) * PEOPLE)
    const step = `digests ${n + 1}`
    const key = { guildId: plan.guildId, runId: plan.runId, step }
    await steps.do(step, () =>
      runBilledStep(tools, key, {
        draft: Draft,
        ask: () => ask(tools, page),
        apply: (draft) => settle(tools, draft),
      }),
    )
  }
}

async function ask(tools: NightDeps, page: readonly Ahead[]) {
  const draft: Draft = { written: [], holding: 0, down: 0, unpaid: 0 }
  const { chat } = tools
  const entered = await tools.enter()
  const wanted = (await Promise.all(page.map((person) => stale(tools, entered, person)))).flat()
  draft.holding = page.reduce((sum, { places }) => sum + places.length, 0) - wanted.length
  if (chat === null || wanted.length === 0) return { draft, usage: [] }
  if (!(await mayCallModels(tools))) return { draft: { ...draft, unpaid: wanted.length }, usage: [] }
  const names = await memberNames(tools.db, tools.guildId)
  const desk = { chat: withDeadline(Date.now() + PAGE_MS, chat), names }
  const replies = await Promise.all(
    wanted.map(async ({ plan, readAt, optIn, place, audience }) => ({
      ...(await requestDigests(plan, { ...desk, readAt, optIn })),
      ...{ place, audience },
    })),
  )
  for (const { prose, down, place, audience } of replies) {
    const { usage: _, ...written } = prose
    if (down) draft.down += 1
    else draft.written.push({ place, audience, prose: written })
  }
  return { draft, usage: replies.flatMap(({ prose }) => prose.usage) }
}

/** What a model should write of a person, for each audience of theirs. Nobody who objects is in it. */
async function stale({ db, now }: NightDeps, { guild, structure }: Entered, { id, places }: Ahead) {
  const { timezone, consent } = guild.settings
  const optIn = consent === "opt_in"
  const plans = places.map(async (place: Id | null) => {
    const viewer = viewerForChannel(structure, place)
    const readAt = now()
    const moment = { now: readAt, asOf: null, timezone, optIn }
    const rows = await db.batch(digestQueries(db, viewer, [id], moment))
    // It only says what is stale: asking is ours, so that the night pays once.
    const means = { db, viewer, chat: null, mayAsk: async () => false, readOnly: true }
    return digestsFrom(rows, moment, means)
      .plans.filter((plan) => staleKinds(plan).length > 0)
      .map((plan) => ({ plan, readAt, optIn, place, audience: audienceKey(viewer) }))
  })
  return (await Promise.all(plans)).flat()
}

/** Where a channel was opened or closed meanwhile, what was written is for an audience that there is no more. */
async function settle(tools: NightDeps, draft: Draft) {
  const { structure } = await tools.enter()
  const standing = draft.written.flatMap(({ place, audience, prose }) => {
    const viewer = viewerForChannel(structure, place)
    return audienceKey(viewer) === audience ? [{ viewer, prose }] : []
  })
  const { holding, down, unpaid } = draft
  const counts: Counts = {
    written: standing.reduce(
      (sum, { prose }) => sum + prose.rows.filter(({ body }) => body !== "").length,
      0,
    ),
    ...{ holding, down, unpaid, stale: draft.written.length - standing.length },
  }
  return { statements: standing.flatMap(({ viewer, prose }) => proseStatements(viewer, prose)), counts }
}

// Whose digests a night writes, and where they will be read: ids alone.

/** Digests tell of so many days. */
const WEEK_MS = WEEK

/** A person, and a place for each audience. */
interface Ahead {
  id: Id
  places: (Id | null)[]
}

/**
 * Those who talked on the days that the night tells of, the most talkative first, then those who have digests since a week: somebody asked for them.
 * As many in all as the guild wants and what was said is worth; none where it wants no night work, where nothing may be written, or without a model.
 */
async function peopleAhead(tools: NightDeps, plan: NightPlan): Promise<Ahead[]> {
  const { guild, structure } = await tools.enter()
  const { night, read_only } = guild.settings
  const [first, last] = [plan.days[0], plan.days.at(-1)]
  if (tools.chat === null || tools.readOnly || read_only || !night.enabled || !first || !last) return []
  const { db, guildId } = tools
  const since = plan.at - WEEK_MS
  const days = { from: first.from, to: last.to }
  const worth = digestCallBudget(await countMessagesRead(db, guildId, days), night.messages_per_call)
  const most = Math.min(night.digest_people, worth)
  if (most === 0) return []
  const talking = await mostActivePeople(db, guildId, { ...days, most })
  const digested = await digestsWrittenSince(db, guildId, since)
  const people = [...new Set([...talking, ...digested.map(({ userId }) => userId)])].slice(0, most)
  const talked = await channelsTalkedIn(db, guildId, { people, since })
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

// For whom a person's digests are written ahead: the audiences of the places where they are likely to be read. Pure.

/** Each audience is a call of its own. */
const AUDIENCES = 2

/** A place that stands for its audience; null: nowhere in particular. */
interface Reader {
  place: Id | null
  audience: string
  viewer: Viewer
}

/**
 * The audiences for which something was read lately (`read`, as keys) come first, then that of the place where the person talks most,
 * then everyone's. Places of one audience count once.
 */
function readersOf(
  structure: Structure,
  { places, read }: { places: readonly Id[]; read: ReadonlySet<string> },
): Reader[] {
  const [first, ...others] = places
  const ordered = [...(first === undefined ? [] : [first]), null, ...others]
  const byAudience = new Map<string, Reader>()
  for (const place of ordered) {
    const viewer = viewerForChannel(structure, place)
    const audience = audienceKey(viewer)
    if (!byAudience.has(audience)) byAudience.set(audience, { place, audience, viewer })
  }
  const all = [...byAudience.values()]
  const wasRead = ({ audience }: Reader) => read.has(audience)
  return [...all.filter(wasRead), ...all.filter((reader) => !wasRead(reader))].slice(0, AUDIENCES)
}
