/** One page of people: what is known of them is read and looked through; settle.ts says what that comes to. */

import { maintenanceViewer } from "../../access/audience.ts"
import { type EmbeddingModel, MAX_TEXTS } from "../../ai/embedding/embedding.ts"
import { DAY } from "../../domain/calendar.ts"
import type { Id, Time, Usage } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import type { Operation } from "../../memory/facts/operations.ts"
import { linesOf, rememberedPeople } from "../../memory/write/digests.ts"
import { lastConsolidatedQuery } from "../../memory/write/due-people.ts"
import { isFactLine } from "../../recall/digests/compose.ts"
import type { Entered } from "../../runtime/enter.ts"
import { entails } from "../../text/entails.ts"
import { type BilledStep, mayCallModels, runBilledStep } from "../billed-step.ts"
import type { NightDeps, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { applyProposals, factQueries, factsByPerson } from "./apply-proposals.ts"
import {
  askAboutPerson,
  type KnownPerson,
  type PersonDraft,
  PersonDraftsSchema,
  type ProfileAskOptions,
  type RecentActivity,
  withPageDeadline,
} from "./ask.ts"
import { distinctiveStems } from "./reply.ts"
import { isNew, lastUpdatedAt, type Row, rowsOf } from "./rows.ts"

/** Notes of what a person did lately that a model is shown. */
const MOST_LINES = 8

export interface ProfilePage {
  step: string
  ids: readonly Id[]
  /** Why no model is asked any more: it is away, or the night's calls are used up. null: it is asked. */
  left: "away" | "calls" | null
}

/** Does the page, once; what it came to, and how many calls to models this took (none where they were made before). */
export async function processPage(tools: NightDeps, plan: NightPlan, page: ProfilePage): Promise<Counts> {
  const { guildId, runId } = plan
  let calls = 0
  const work: BilledStep<PersonDraft[]> = {
    draft: PersonDraftsSchema,
    ask: async () => {
      const looked = await look(tools, plan, page)
      calls = looked.usage.length
      return looked
    },
    apply: async (people) => {
      const { statements, counts } = await applyProposals(tools, plan, people)
      return { statements, counts: { ...counts, ...beyond(page, counts) } }
    },
  }
  return { ...(await runBilledStep(tools, { guildId, runId, step: page.step }, work)), calls }
}

/** Of those who were put off, whom no call was left for: that is told apart from a model that is down. */
function beyond({ left }: ProfilePage, { postponed = 0 }: Counts): Counts {
  return left === "calls" ? { beyond_calls: postponed } : {}
}

/** What there is to do for each of the people, from what is known now. All that are asked about are asked about at once. */
async function look(
  tools: NightDeps,
  plan: NightPlan,
  { ids, left: why }: ProfilePage,
): ReturnType<BilledStep<PersonDraft[]>["ask"]> {
  const [entered, may] = await Promise.all([tools.enter(), why === null && mayCallModels(tools)])
  const readAt = tools.now()
  const { chat, embedder } = tools
  const how = { tier: entered.guild.settings.night.model, now: readAt, timezone: plan.timezone }
  const asking: ProfileAskOptions | null =
    chat !== null && may ? { ...how, chat: withPageDeadline(chat) } : null
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
        : { ...left, ...(await askAboutPerson(person, asking)) }
    }),
  )
  // One call for the whole page: what is alike goes to its person by the ids.
  const proposed = all.flatMap(({ operations }) => operations)
  const rows = known.flatMap((person) => person.rows)
  const vouched = await embeddingCheck(embedder, proposed, rows)
  const draft = all.map(({ usage: _, ...person }) => ({
    ...person,
    alike: vouched.alike.filter(([into]) => person.seen[into] !== undefined),
  }))
  return { draft, usage: [...all.flatMap(({ usage }) => usage), ...vouched.usage] }
}

function seenOf({ rows }: KnownPerson): PersonDraft["seen"] {
  return Object.fromEntries(rows.map(({ memory }) => [memory.id, memory.version]))
}

/** Those of the people who may be remembered, with what is known of them and what they did on the days of the plan. */
async function readKnown(
  tools: NightDeps,
  { guild, structure }: Entered,
  { plan, ids }: { plan: NightPlan; ids: readonly Id[] },
): Promise<KnownPerson[]> {
  const { db, guildId } = tools
  const viewer = maintenanceViewer(structure)
  const optIn = guild.settings.consent === "opt_in"
  const [people, lines, looks, ...facts] = await db.batch([
    rememberedPeople(db, viewer, ids, optIn),
    linesOf(db, viewer, ids, { days: plan.days, most: MOST_LINES }),
    lastConsolidatedQuery(db, guildId, ids),
    ...factQueries(tools, ids, optIn),
  ])
  const byPerson = factsByPerson(...facts)
  return people.map(({ id, name }) => ({
    id,
    name,
    since: looks.find((look) => look.id === id)?.at ?? null,
    rows: rowsOf(byPerson.get(id) ?? [], { now: tools.now(), timezone: plan.timezone }),
    lately: lines
      .filter(({ userId }) => userId === id)
      .map(({ at, line, title }): RecentActivity => ({ at, text: line || title }))
      // Made of facts, such a line may outlive them; and an unnamed conversation tells nothing.
      .filter(({ text }) => !isFactLine(text) && text !== UNTITLED)
      .slice(0, MOST_LINES),
  }))
}

// Whether a model could find anything to do among what is known of a person: it costs, and mostly there is nothing. Pure.

/** So many new facts, and it may be that two say the same in other words. */
const MANY = 6
/** Of the fewer telling words of two facts, more than this share is in both: near enough to be one thing, or two that exclude each other. */
const NEAR = 0.5
/** News that has waited so long is looked at though there is little of it. Below the week for which somebody is due (due-people.ts). */
const LONGEST_WAIT_MS = 5 * DAY

/**
 * Whether a model is asked at `now`: where several facts are new since `since`, when one last was (null: never), where a new one is near
 * another in its words, or has waited for days. Else the person is spared, and what is new adds up until it is worth a call.
 */
export function isWorthAsking(
  rows: readonly Row[],
  { since, name, now }: { since: Time | null; name: string | null; now: Time },
): boolean {
  const fresh = rows.filter((row) => isNew(row, since))
  if (rows.length < 2 || fresh.length === 0) return false
  if (fresh.length >= MANY || fresh.some((row) => lastUpdatedAt(row) <= now - LONGEST_WAIT_MS)) return true
  const telling = distinctiveStems(
    rows.map(({ memory }) => memory.fact),
    name,
  )
  const words = new Map(rows.map((row) => [row, telling(row.memory.fact)]))
  return fresh.some((row) => rows.some((other) => other !== row && areNear(words.get(row), words.get(other))))
}

function areNear(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].filter((stem) => more.has(stem)).length > NEAR * fewer.size
}

// What speaks, beside a model's word, for two facts in different words being the same: that a second model finds them near in meaning.

/** Cosine from which two facts are taken for near. Nearness alone proves nothing: tea and coffee are near as well. */
const NEAR_MEANING = 0.85
const TIMEOUT_MS = 10_000

/** Facts by id: the one whose wording stays, and the one that goes. */
type Pair = [into: string, from: string]

/**
 * The pairs, among the merges that a model proposed, that need somebody to vouch for them and have it. None where no embedding model is
 * bound or it fails: then words alone decide, and the two facts stay apart.
 */
async function embeddingCheck(
  embedder: EmbeddingModel | null,
  operations: readonly Operation[],
  rows: readonly Row[],
): Promise<{ alike: Pair[]; usage: Usage[] }> {
  const facts = new Map(rows.map(({ memory }) => [memory.id, memory.fact]))
  const pairs = operations.flatMap((operation) =>
    operation.kind === "merge" ? pairsOf(operation, facts) : [],
  )
  const texts = [...new Set(pairs.flat().map((id) => facts.get(id) ?? ""))]
  if (embedder === null) return { alike: [], usage: [] }
  const { vectors, usage } = await embedded(embedder, texts)
  const vectorOf = (id: string) => vectors.get(facts.get(id) ?? "")
  return {
    alike: pairs.filter(([into, from]) => cosine(vectorOf(into), vectorOf(from)) > NEAR_MEANING),
    usage,
  }
}

/** What the texts mean, as far as the model says; in calls of as many as it takes at once. */
async function embedded(embedder: EmbeddingModel, texts: readonly string[]) {
  const vectors = new Map<string, Float32Array | undefined>()
  const usage: Usage[] = []
  for (let from = 0; from < texts.length; from += MAX_TEXTS) {
    const some = texts.slice(from, from + MAX_TEXTS)
    const reply = await embedder.embed(some, TIMEOUT_MS)
    if (reply.usage !== null) usage.push(reply.usage)
    if (reply.kind === "failed") break
    for (const [index, text] of some.entries()) vectors.set(text, reply.vectors[index])
  }
  return { vectors, usage }
}

/** Those that words alone would keep apart, and that with somebody's word they would not. */
function pairsOf({ into, from }: Extract<Operation, { kind: "merge" }>, facts: Map<string, string>): Pair[] {
  const whole = facts.get(into) ?? ""
  return from
    .filter((id) => {
      const part = facts.get(id) ?? ""
      return !entails(whole, part) && entails(whole, part, () => true)
    })
    .map((id): Pair => [into, id])
}

/** -1 to 1; 0 where there is no vector. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (!a || !b) return 0
  const [dot, left, right] = [product(a, b), product(a, a), product(b, b)]
  return dot / Math.sqrt(left * right)
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
}
