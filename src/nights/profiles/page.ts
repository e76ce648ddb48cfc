/**
 * One page of people, channels and servers: reads what is known of them and reviews it. apply-proposals.ts turns the
 * result into statements.
 */

import { maintenanceViewer, readerKeys } from "../../access/audience.ts"
import { forGuild } from "../../ai/chat.ts"
import { DAY } from "../../domain/calendar.ts"
import type { Subject, Time } from "../../domain/types.ts"
import { UNTITLED } from "../../memory/db/rows.ts"
import { splitByReaders } from "../../memory/facts/strata.ts"
import { linesOf, rememberedPeople } from "../../memory/write/digests.ts"
import { lastConsolidatedQuery } from "../../memory/write/due-people.ts"
import { isFactLine } from "../../recall/digests/compose.ts"
import type { Entered } from "../../runtime/enter.ts"
import { mayEnd } from "../../text/endings.ts"
import { type BilledStep, mayCallModels, runBilledStep } from "../billed-step.ts"
import type { NightDeps, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { applyProposals, factQueries, factsBySubject, keyOf } from "./apply-proposals.ts"
import {
  askAboutParts,
  type KnownSubject,
  type ProfileAskOptions,
  type RecentActivity,
  type SubjectDraft,
  SubjectDraftsSchema,
  withPageDeadline,
} from "./ask.ts"
import { embeddingCheck } from "./embedding-check.ts"
import { distinctiveStems } from "./reply.ts"
import { isDue, isNew, lastUpdatedAt, type Row, rowsOf } from "./rows.ts"

/** Maximum recent notes of a person shown to a model. */
const MOST_LINES = 8

export interface ProfilePage {
  step: string
  subjects: readonly Subject[]
  /** Why the model is not called: it is down, or the run's calls are used up. `null` if it is called. */
  left: "away" | "calls" | null
}

/**
 * Processes the page once. Returns its counts, and how many model calls it made (none if an earlier attempt
 * made them).
 */
export async function processPage(deps: NightDeps, plan: NightPlan, page: ProfilePage): Promise<Counts> {
  const { guildId, runId } = plan
  let calls = 0
  const work: BilledStep<SubjectDraft[]> = {
    draft: SubjectDraftsSchema,
    ask: async () => {
      const looked = await reviewPage(deps, plan, page)
      calls = looked.usage.length
      return looked
    },
    apply: async (people) => {
      const { statements, counts } = await applyProposals(deps, plan, people)
      return { statements, counts: { ...counts, ...countBeyondCalls(page, counts) } }
    },
  }
  return { ...(await runBilledStep(deps, { guildId, runId, step: page.step }, work)), calls }
}

/** Counts people who wait because no call was left, apart from those who wait because the model is down. */
function countBeyondCalls({ left }: ProfilePage, { postponed = 0 }: Counts): Counts {
  return left === "calls" ? { beyond_calls: postponed } : {}
}

/** Reads each person's facts and asks the model about them. All calls to the chat model run at once. */
async function reviewPage(
  deps: NightDeps,
  plan: NightPlan,
  { subjects, left: why }: ProfilePage,
): ReturnType<BilledStep<SubjectDraft[]>["ask"]> {
  const [entered, may] = await Promise.all([deps.enter(), why === null && mayCallModels(deps)])
  const readAt = deps.now()
  const { chat, embedder } = deps
  const how = { tier: entered.guild.settings.night.model, now: readAt, timezone: plan.timezone }
  const asking: ProfileAskOptions | null =
    chat !== null && may
      ? { ...how, chat: withPageDeadline(forGuild(chat, entered.guild.settings.models)) }
      : null
  const known = await readSubjects(deps, entered, { plan, subjects })
  const all = await Promise.all(
    known.map(async ({ subject, since, parts }) => {
      const seen = versionsOf(parts)
      const left = { ...subject, since, readAt, seen, operations: [], refused: 0, usage: [] }
      // A group's reviews are not recorded, so what is new tonight cannot wait for more.
      const worth = parts.filter(
        (part) => subject.scope !== "user" || isWorthAsking(part.rows, { ...part, now: readAt }),
      )
      if (worth.length === 0) return { ...left, by: "spared" as const }
      if (chat === null) return { ...left, by: "rules" as const }
      return asking === null
        ? { ...left, by: "later" as const }
        : { ...left, ...(await askAboutParts(worth, asking)) }
    }),
  )
  // One embedding call for the whole page; the fact ids assign each match to its subject.
  const proposed = all.flatMap(({ operations }) => operations)
  const rows = known.flatMap(({ parts }) => parts.flatMap((part) => part.rows))
  const checked = await embeddingCheck(embedder, proposed, rows)
  const draft = all.map(({ usage: _, ...person }) => ({
    ...person,
    alike: checked.alike.filter(([into]) => person.seen[into] !== undefined),
  }))
  return { draft, usage: [...all.flatMap(({ usage }) => usage), ...checked.usage] }
}

function versionsOf(parts: readonly KnownSubject[]): SubjectDraft["seen"] {
  const rows = parts.flatMap((part) => part.rows)
  return Object.fromEntries(rows.map(({ memory }) => [memory.id, memory.version]))
}

/** A subject, with the facts that the same people read in one part. Each part is reviewed on its own. */
type SubjectParts = Pick<KnownSubject, "subject" | "since"> & { parts: KnownSubject[] }

/**
 * Reads the groups and the people who may be remembered, with their facts and people's activity on the plan's days.
 */
async function readSubjects(
  deps: NightDeps,
  { guild, structure }: Entered,
  { plan, subjects }: { plan: NightPlan; subjects: readonly Subject[] },
): Promise<SubjectParts[]> {
  const { db, guildId } = deps
  const viewer = maintenanceViewer(structure)
  const optIn = guild.settings.consent === "opt_in"
  const ids = subjects.flatMap(({ scope, id }) => (scope === "user" ? [id] : []))
  const [people, lines, looks, ...facts] = await db.batch([
    rememberedPeople(db, viewer, ids, optIn),
    linesOf(db, viewer, ids, { days: plan.days, most: MOST_LINES }),
    lastConsolidatedQuery(db, guildId, ids),
    ...factQueries(deps, subjects, optIn),
  ])
  const bySubject = factsBySubject(...facts)
  const readersOf = readerKeys(structure)
  const moment = { now: deps.now(), timezone: plan.timezone }
  const partsOf = (subject: Subject, name: string | null, since: Time | null): SubjectParts => {
    const own = subject.scope === "user" ? lines.filter(({ userId }) => userId === subject.id) : []
    const parts = splitByReaders(bySubject.get(keyOf(subject)) ?? [], readersOf).flatMap(
      ({ readers, known }) => {
        const rows = rowsOf(known, moment)
        if (!isDue(rows, { since, now: moment.now })) return []
        return [
          {
            subject,
            name,
            since,
            rows,
            lately: activityIn(own.filter((one) => readersOf(one.channelId) === readers)),
          },
        ]
      },
    )
    return { subject, since, parts }
  }
  const groups = subjects.filter(({ scope }) => scope !== "user")
  return [
    ...groups.map((group) => {
      const channel = structure.channels.find(({ id }) => group.scope === "channel" && id === group.id)
      return partsOf(group, channel?.name ?? null, plan.days[0]?.from ?? null)
    }),
    ...people.map(({ id, name }) =>
      partsOf({ scope: "user", id }, name, looks.find((look) => look.id === id)?.at ?? null),
    ),
  ]
}

function activityIn(lines: readonly { at: Time; line: string | null; title: string }[]): RecentActivity[] {
  return (
    lines
      .map(({ at, line, title }) => ({ at, text: line || title }))
      // A line made of facts may outlive them, and an untitled conversation says nothing.
      .filter(({ text }) => !isFactLine(text) && text !== UNTITLED)
      .slice(0, MOST_LINES)
  )
}

// When a review by a model is worth its cost: mostly there is nothing to find. Pure.

/** Among this many new facts, two may say the same in other words. */
const MANY_NEW_FACTS = 6
/**
 * Two facts are close if they share more than this part of the distinctive words of the one that has fewer.
 * They may then say the same, or exclude each other.
 */
const CLOSE_WORDS = 0.5
/**
 * New facts that waited this long are reviewed even if they are few. Shorter than the week after which a
 * subject is due (due-people.ts).
 */
const LONGEST_WAIT_MS = 5 * DAY

/**
 * Returns true if a model is to be asked at `now`: several facts are new since the last review (`since`;
 * `null` if never), a new fact is close to another in its words, one of two may end the other, or one has waited
 * for days. Otherwise the
 * subject is skipped, and new facts add up until they are worth a call.
 * @internal
 */
export function isWorthAsking(
  rows: readonly Row[],
  { since, name, now }: { since: Time | null; name: string | null; now: Time },
): boolean {
  const fresh = rows.filter((row) => isNew(row, since))
  if (rows.length < 2 || fresh.length === 0) return false
  if (fresh.length >= MANY_NEW_FACTS || fresh.some((row) => lastUpdatedAt(row) <= now - LONGEST_WAIT_MS))
    return true
  const stemsOf = distinctiveStems(
    rows.map(({ memory }) => memory.fact),
    name,
  )
  const words = new Map(rows.map((row) => [row, stemsOf(row.memory.fact)]))
  return fresh.some((row) =>
    rows.some((other) => {
      if (other === row) return false
      const [one, two] = [words.get(row), words.get(other)]
      return areClose(one, two) || (mayEndEither(row, other) && sharesAny(one, two))
    }),
  )
}

/** "Moved out of Oslo" shares little with "lives in Oslo", and ends it. */
function mayEndEither(a: Row, b: Row): boolean {
  return mayEnd(a.memory.fact) !== mayEnd(b.memory.fact)
}

function sharesAny(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  return [...a].some((stem) => b.has(stem))
}

function areClose(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): boolean {
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].filter((stem) => more.has(stem)).length > CLOSE_WORDS * fewer.size
}
