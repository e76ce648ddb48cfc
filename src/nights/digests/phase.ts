/** The phase that writes digests ahead of the morning: whoever asks first finds them as a model wrote them. */
import { z } from "zod"
import { viewerAt } from "../../access/audience.ts"
import { byDeadline } from "../../ai/chat/by-deadline.ts"
import type { Id } from "../../domain/types.ts"
import { memberNames } from "../../memory/read/strangers.ts"
import { audienceKey, proseStatements } from "../../memory/write/digests.ts"
import { digestQueries, digestsFrom } from "../../recall/digests/digests.ts"
import { KINDS } from "../../recall/digests/plan.ts"
import { askFor, wantedOf } from "../../recall/digests/write.ts"
import type { Entered } from "../../runtime/enter.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { paidStep } from "../paid.ts"
import { mayAsk } from "../spend.ts"
import type { Phase } from "../steps.ts"
import type { Tools } from "../tools.ts"
import { type Ahead, peopleAhead } from "./people.ts"

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
        rows: z.array(z.object({ kind: z.enum(KINDS), body: z.string(), print: z.string() })),
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

export const digests: Phase = async (steps, tools, plan) => {
  const people = await steps.do("digests", () => peopleAhead(tools, plan))
  for (let n = 0; n * PEOPLE < people.length; n++) {
    const page = people.slice(n * PEOPLE, (n + 1) * PEOPLE)
    const step = `digests ${n + 1}`
    const key = { guildId: plan.guildId, runId: plan.runId, step }
    await steps.do(step, () =>
      paidStep(tools, key, {
        draft: Draft,
        ask: () => ask(tools, page),
        settle: (draft) => settle(tools, draft),
      }),
    )
  }
}

async function ask(tools: Tools, page: readonly Ahead[]) {
  const draft: Draft = { written: [], holding: 0, down: 0, unpaid: 0 }
  const { chat } = tools
  const entered = await tools.enter()
  const wanted = (await Promise.all(page.map((person) => stale(tools, entered, person)))).flat()
  draft.holding = page.reduce((sum, { places }) => sum + places.length, 0) - wanted.length
  if (chat === null || wanted.length === 0) return { draft, usage: [] }
  if (!(await mayAsk(tools))) return { draft: { ...draft, unpaid: wanted.length }, usage: [] }
  const names = await memberNames(tools.db, tools.guildId)
  const desk = { chat: byDeadline(Date.now() + PAGE_MS, chat), names }
  const replies = await Promise.all(
    wanted.map(async ({ plan, readAt, optIn, place, audience }) => ({
      ...(await askFor(plan, { ...desk, readAt, optIn })),
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
async function stale({ db, now }: Tools, { guild, structure }: Entered, { id, places }: Ahead) {
  const { timezone, consent } = guild.settings
  const optIn = consent === "opt_in"
  const plans = places.map(async (place: Id | null) => {
    const viewer = viewerAt(structure, place)
    const readAt = now()
    const moment = { now: readAt, asOf: null, timezone, optIn }
    const rows = await db.batch(digestQueries(db, viewer, [id], moment))
    // It only says what is stale: asking is ours, so that the night pays once.
    const means = { db, viewer, chat: null, mayAsk: async () => false, readOnly: true }
    return digestsFrom(rows, moment, means)
      .plans.filter((plan) => wantedOf(plan).length > 0)
      .map((plan) => ({ plan, readAt, optIn, place, audience: audienceKey(viewer) }))
  })
  return (await Promise.all(plans)).flat()
}

/** Where a channel was opened or closed meanwhile, what was written is for an audience that there is no more. */
async function settle(tools: Tools, draft: Draft) {
  const { structure } = await tools.enter()
  const standing = draft.written.flatMap(({ place, audience, prose }) => {
    const viewer = viewerAt(structure, place)
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
