/** The phase that writes digests ahead of the morning, so that the first reader finds a model's text. */
import { z } from "zod"
import { viewerForChannel } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import { forGuild } from "../../ai/chat.ts"
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
import { tellsTone } from "../../policy/policy.ts"
import { digestQueries, digestsFrom } from "../../recall/digests/digests.ts"
import { DIGEST_KINDS } from "../../recall/digests/plan.ts"
import { requestDigests, staleKinds } from "../../recall/digests/write.ts"
import type { Entered } from "../../runtime/enter.ts"
import { digestCallBudget, mayCallModels, runBilledStep } from "../billed-step.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"

/** As many as one call writes about. */
const PEOPLE = 8
const PAGE_MS = 60_000

/** Draft of a page of people. Its text rests on what one audience could read when it was made. */
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
  /** Digests that are still up to date, for which the model was down, or for which no budget is left. */
  holding: z.int(),
  down: z.int(),
  unpaid: z.int(),
})
type Draft = z.output<typeof Draft>

export const prepareDigests: NightPhase = async (steps, deps, plan) => {
  const people = await steps.do("digests", () => peopleToWriteAhead(deps, plan))
  for (let n = 0; n * PEOPLE < people.length; n++) {
    const page = people.slice(n * PEOPLE, (n + 1) * PEOPLE)
    const step = `digests ${n + 1}`
    const key = { guildId: plan.guildId, runId: plan.runId, step }
    await steps.do(step, () =>
      runBilledStep(deps, key, {
        draft: Draft,
        ask: () => askForDigests(deps, page),
        apply: (draft) => applyDraft(deps, draft),
      }),
    )
  }
}

async function askForDigests(deps: NightDeps, page: readonly PersonAhead[]) {
  const draft: Draft = { written: [], holding: 0, down: 0, unpaid: 0 }
  const { chat } = deps
  const entered = await deps.enter()
  const stalePlans = (await Promise.all(page.map((person) => stalePlansOf(deps, entered, person)))).flat()
  draft.holding = page.reduce((sum, { places }) => sum + places.length, 0) - stalePlans.length
  if (chat === null || stalePlans.length === 0) return { draft, usage: [] }
  if (!(await mayCallModels(deps))) return { draft: { ...draft, unpaid: stalePlans.length }, usage: [] }
  const chatInTime = withDeadline(Date.now() + PAGE_MS, forGuild(chat, entered.guild.settings.models))
  const names = await memberNames(deps.db, deps.guildId)
  // Everyone whose digests the same people read shares calls.
  const groups = [...Map.groupBy(stalePlans, ({ audience }) => audience).values()]
  const replies = await Promise.all(
    groups.map(async (group) => {
      const asking = { chat: chatInTime, names, timeoutMs: PAGE_MS, optIn: isOptIn(entered) }
      // Digests whose inputs changed since the earliest read are not stored.
      const readAt = Math.min(...group.map((one) => one.readAt))
      const plans = group.map(({ plan }) => plan)
      const reply = await requestDigests(plans, { ...asking, readAt })
      return { reply, group }
    }),
  )
  for (const { reply, group } of replies) {
    for (const { plan, prose, down } of reply.written) {
      if (down) draft.down += 1
      const rows = prose.rows.filter(({ print }) => print !== "")
      const { place = null, audience = "" } = group.find((one) => one.plan === plan) ?? {}
      if (rows.length > 0) draft.written.push({ place, audience, prose: { ...prose, rows } })
    }
  }
  return { draft, usage: replies.flatMap(({ reply }) => reply.usage) }
}

function isOptIn({ guild }: Pick<Entered, "guild">): boolean {
  return guild.settings.consent === "opt_in"
}

/**
 * Returns what a model should write of a person, for each of their audiences. People who object are left out.
 */
async function stalePlansOf(
  { db, now }: NightDeps,
  { guild, structure }: Entered,
  { id, places }: PersonAhead,
) {
  const { timezone } = guild.settings
  const optIn = isOptIn({ guild })
  const plans = places.map(async (place: Id | null) => {
    const viewer = viewerForChannel(structure, place)
    const readAt = now()
    const moment = { now: readAt, asOf: null, timezone, optIn, tone: tellsTone(guild.policy) }
    const rows = await db.batch(digestQueries(db, viewer, [id], moment))
    // Only finds what is stale. This phase makes the calls, so that the run pays once.
    const withoutModels = { db, viewer, chat: null, mayAsk: async () => false, readOnly: true }
    return digestsFrom(rows, moment, withoutModels)
      .plans.filter((plan) => staleKinds(plan).length > 0)
      .map((plan) => ({ plan, readAt, place, audience: audienceKey(viewer) }))
  })
  return (await Promise.all(plans)).flat()
}

/**
 * Drops text for an audience that no longer exists because a channel was opened or closed in the meantime.
 */
async function applyDraft(deps: NightDeps, draft: Draft) {
  const { structure } = await deps.enter()
  const current = draft.written.flatMap(({ place, audience, prose }) => {
    const viewer = viewerForChannel(structure, place)
    return audienceKey(viewer) === audience ? [{ viewer, prose }] : []
  })
  const { holding, down, unpaid } = draft
  const counts: Counts = {
    written: current.reduce((sum, { prose }) => sum + prose.rows.filter(({ body }) => body !== "").length, 0),
    ...{ holding, down, unpaid, stale: draft.written.length - current.length },
  }
  return { statements: current.flatMap(({ viewer, prose }) => proseStatements(viewer, prose)), counts }
}

// Selects the people whose digests a run writes and the channels where these are likely to be read. Holds
// only ids.

/** The period that digests cover. */
const WEEK_MS = WEEK

/** A person whose digests are written, and one place for each audience that is likely to read them. */
interface PersonAhead {
  id: Id
  places: (Id | null)[]
}

/**
 * Returns the people who talked on the run's days, the most talkative first, then those with digests of the
 * last week, because somebody asked for them. The guild's setting and the call budget limit their number.
 * Returns none if the guild wants no night work, nothing may be written, or no model is bound.
 */
async function peopleToWriteAhead(deps: NightDeps, plan: NightPlan): Promise<PersonAhead[]> {
  const { guild, structure } = await deps.enter()
  const { night, read_only } = guild.settings
  const [first, last] = [plan.days[0], plan.days.at(-1)]
  if (deps.chat === null || deps.readOnly || read_only || !night.enabled || !first || !last) return []
  const { db, guildId } = deps
  const since = plan.at - WEEK_MS
  const days = { from: first.from, to: last.to }
  const callBudget = digestCallBudget(await countMessagesRead(db, guildId, days), night.messages_per_call)
  const most = Math.min(night.digest_people, callBudget)
  if (most === 0) return []
  const talking = await mostActivePeople(db, guildId, { ...days, most })
  const digested = await digestsWrittenSince(db, guildId, since)
  const people = [...new Set([...talking, ...digested.map(({ userId }) => userId)])].slice(0, most)
  const talked = await channelsTalkedIn(db, guildId, { people, since })
  const ahead = people.map((id) => {
    const places = talked.filter(({ userId }) => userId === id).map(({ channelId }) => channelId)
    const read = new Set(digested.filter(({ userId }) => userId === id).map(({ audience }) => audience))
    return { id, places: likelyAudiences(structure, { places, read }).map(({ place }) => place) }
  })
  return withinCalls(ahead, callBudget)
}

/** Returns the first people whose digests take no more calls than `calls`: one for each place. */
function withinCalls(ahead: readonly PersonAhead[], calls: number): PersonAhead[] {
  let asked = 0
  return ahead.filter(({ places }) => {
    asked += places.length
    return asked <= calls
  })
}

// The audiences of the places where a person's digests are likely to be read. Pure.

/** Maximum audiences per person; each needs its own call. */
const AUDIENCES = 2

/** A place that represents its audience; `null` for no particular place. */
interface DigestAudience {
  place: Id | null
  audience: string
  viewer: Viewer
}

/**
 * Returns first the audiences that read a digest lately (`read`, as keys), then that of the place where the
 * person talks most, then everyone's. Places of one audience count once.
 */
function likelyAudiences(
  structure: Structure,
  { places, read }: { places: readonly Id[]; read: ReadonlySet<string> },
): DigestAudience[] {
  const [first, ...others] = places
  const ordered = [...(first === undefined ? [] : [first]), null, ...others]
  const byAudience = new Map<string, DigestAudience>()
  for (const place of ordered) {
    const viewer = viewerForChannel(structure, place)
    const audience = audienceKey(viewer)
    if (!byAudience.has(audience)) byAudience.set(audience, { place, audience, viewer })
  }
  const all = [...byAudience.values()]
  const wasRead = ({ audience }: DigestAudience) => read.has(audience)
  return [...all.filter(wasRead), ...all.filter((reader) => !wasRead(reader))].slice(0, AUDIENCES)
}
