/** One page of people: what is known of them is read and looked through; settle.ts says what that comes to. */

import { keeper } from "../../access/audience.ts"
import type { Id } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/note-texts.ts"
import { linesOf, rememberedPeople } from "../../memory/write/digests.ts"
import { lastLooks } from "../../memory/write/due-people.ts"
import { tellsFacts } from "../../recall/digests/compose.ts"
import type { Entered } from "../../runtime/enter.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { type Paid, paidStep } from "../paid.ts"
import { mayAsk } from "../spend.ts"
import type { Plan, Tools } from "../tools.ts"
import { type Asking, askedAbout, forOnePage, type Known } from "./ask.ts"
import { PageSchema, type Person } from "./draft.ts"
import type { Doing } from "./prompt.ts"
import { rowsOf } from "./rows.ts"
import { factQueries, factsIn, settle } from "./settle.ts"
import { vouchedFor } from "./vouch.ts"
import { isWorthAsking } from "./worth.ts"

/** Notes of what a person did lately that a model is shown. */
const MOST_LINES = 8

export interface Page {
  step: string
  ids: readonly Id[]
  /** Why no model is asked any more: it is away, or the night's calls are used up. null: it is asked. */
  left: "away" | "calls" | null
}

/** Does the page, once; what it came to, and how many calls to models this took (none where they were made before). */
export async function doPage(tools: Tools, plan: Plan, page: Page): Promise<Counts> {
  const { guildId, runId } = plan
  let calls = 0
  const work: Paid<Person[]> = {
    draft: PageSchema,
    ask: async () => {
      const looked = await look(tools, plan, page)
      calls = looked.usage.length
      return looked
    },
    settle: async (people) => {
      const { statements, counts } = await settle(tools, plan, people)
      return { statements, counts: { ...counts, ...beyond(page, counts) } }
    },
  }
  return { ...(await paidStep(tools, { guildId, runId, step: page.step }, work)), calls }
}

/** Of those who were put off, whom no call was left for: that is told apart from a model that is down. */
function beyond({ left }: Page, { postponed = 0 }: Counts): Counts {
  return left === "calls" ? { beyond_calls: postponed } : {}
}

/** What there is to do for each of the people, from what is known now. All that are asked about are asked about at once. */
async function look(tools: Tools, plan: Plan, { ids, left: why }: Page): ReturnType<Paid<Person[]>["ask"]> {
  const [entered, may] = await Promise.all([tools.enter(), why === null && mayAsk(tools)])
  const readAt = tools.now()
  const { chat, embedder } = tools
  const how = { tier: entered.guild.settings.night.model, now: readAt, timezone: plan.timezone }
  const asking: Asking | null = chat !== null && may ? { ...how, chat: forOnePage(chat) } : null
  const known = await readKnown(tools, entered, { plan, ids })
  const all = await Promise.all(
    known.map(async (person) => {
      const { id, since } = person
      const left = {
        id,
        since,
        readAt,
        seen: seenOf(person),
        operations: [],
        refused: 0,
        usage: [],
      }
      if (!isWorthAsking(person.rows, { ...person, now: readAt })) return { ...left, by: "spared" as const }
      if (chat === null) return { ...left, by: "rules" as const }
      return asking === null
        ? { ...left, by: "later" as const }
        : { ...left, ...(await askedAbout(person, asking)) }
    }),
  )
  // One call for the whole page: what is alike goes to its person by the ids.
  const proposed = all.flatMap(({ operations }) => operations)
  const rows = known.flatMap((person) => person.rows)
  const vouched = await vouchedFor(embedder, proposed, rows)
  const draft = all.map(({ usage: _, ...person }) => ({
    ...person,
    alike: vouched.alike.filter(([into]) => person.seen[into] !== undefined),
  }))
  return { draft, usage: [...all.flatMap(({ usage }) => usage), ...vouched.usage] }
}

function seenOf({ rows }: Known): Person["seen"] {
  return Object.fromEntries(rows.map(({ memory }) => [memory.id, memory.version]))
}

/** Those of the people who may be remembered, with what is known of them and what they did on the days of the plan. */
async function readKnown(
  tools: Tools,
  { guild, structure }: Entered,
  { plan, ids }: { plan: Plan; ids: readonly Id[] },
): Promise<Known[]> {
  const { db, guildId } = tools
  const viewer = keeper(structure)
  const optIn = guild.settings.consent === "opt_in"
  const [people, lines, looks, ...facts] = await db.batch([
    rememberedPeople(db, viewer, ids, optIn),
    linesOf(db, viewer, ids, { days: plan.days, most: MOST_LINES }),
    lastLooks(db, guildId, ids),
    ...factQueries(tools, ids, optIn),
  ])
  const byPerson = factsIn(...facts)
  return people.map(({ id, name }) => ({
    id,
    name,
    since: looks.find((look) => look.id === id)?.at ?? null,
    rows: rowsOf(byPerson.get(id) ?? [], { now: tools.now(), timezone: plan.timezone }),
    lately: lines
      .filter(({ userId }) => userId === id)
      .map(({ at, line, title }): Doing => ({ at, text: line || title }))
      // Made of facts, such a line may outlive them; and an unnamed conversation tells nothing.
      .filter(({ text }) => !tellsFacts(text) && text !== UNTITLED)
      .slice(0, MOST_LINES),
  }))
}
