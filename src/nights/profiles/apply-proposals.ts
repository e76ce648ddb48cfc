/**
 * Turns the draft of a page of subjects into statements that land together, and counts, from the facts as they
 * are now.
 */

import { channelsWithSameReaders, maintenanceViewer, readerKeys } from "../../access/audience.ts"
import type { Id, Subject } from "../../domain/types.ts"
import type { BatchStatement } from "../../memory/db/database.ts"
import type { MemoryEvidence, Operation } from "../../memory/facts/operations.ts"
import { splitByReaders } from "../../memory/facts/strata.ts"
import {
  type Consolidation,
  type ConsolidationRule,
  consolidateMemories,
  consolidationStatements,
  memoryEvidenceIn,
  memoryEvidenceQueries,
  operationMemoryIds,
} from "../../memory/write/consolidate.ts"
import { rememberedPeople } from "../../memory/write/digests.ts"
import { guardUnpaused, markConsolidated } from "../../memory/write/due-people.ts"
import { checkContent } from "../../privacy/content-check.ts"
import type { Entered } from "../../runtime/enter.ts"
import type { NightDeps, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"
import type { SubjectDraft } from "./ask.ts"
import { isDue, rowsOf } from "./rows.ts"
import { isContrary, proposeByRules } from "./rules.ts"

/** Returns true if nothing may be written about anybody now. */
export function isNightPaused({ readOnly }: NightDeps, { guild }: Entered): boolean {
  const { settings, policy } = guild
  return readOnly || settings.read_only || !settings.night.enabled || !policy.gate.enabled
}

/**
 * Builds the queries for what is known of these subjects, without people who do not want to be remembered.
 * `factsBySubject` reads the results.
 */
export function factQueries({ db, guildId }: NightDeps, subjects: readonly Subject[], optIn: boolean) {
  return memoryEvidenceQueries(db, guildId, { subjects, optIn })
}

/** Reads the results of `factQueries`, by the key of their subject. */
export function factsBySubject(
  ...answers: Parameters<typeof memoryEvidenceIn>
): Map<string, MemoryEvidence[]> {
  return Map.groupBy(memoryEvidenceIn(...answers), ({ memory }) => keyOf(memory.subject))
}

/** Returns a subject as one text. */
export function keyOf({ scope, id }: Subject): string {
  return `${scope} ${id}`
}

/**
 * Returns what to write of the subjects now. Operations on facts that changed since they were read are dropped.
 */
export async function applyProposals(deps: NightDeps, plan: NightPlan, drafts: readonly SubjectDraft[]) {
  const entered = await deps.enter()
  const people = drafts.filter(({ scope }) => scope === "user")
  const counts: Counts = { people: people.length }
  if (drafts.length > people.length) counts.groups = drafts.length - people.length
  if (isNightPaused(deps, entered)) return { statements: [], counts: { ...counts, postponed: drafts.length } }
  const { guildId, db } = deps
  const ids = people.map(({ id }) => id)
  const optIn = entered.guild.settings.consent === "opt_in"
  const [named, ...answers] = await db.batch([
    rememberedPeople(db, maintenanceViewer(entered.structure), ids, optIn),
    ...factQueries(deps, drafts, optIn),
  ])
  const facts = factsBySubject(...answers)
  const statements: BatchStatement[] = []
  const readersOf = readerKeys(entered.structure)
  for (const draft of drafts) {
    const member = named.find(({ id }) => draft.scope === "user" && id === draft.id)
    if (draft.scope === "user" && !member) continue
    const known = facts.get(keyOf(draft)) ?? []
    const alike = matchesByText(draft, known)
    const rule = { ...ruleOf(entered, { name: member?.name ?? null, plan, now: deps.now() }), alike }
    const result = joined(
      splitByReaders(known, readersOf).map((part) => applyToSubject(draft, part.known, rule)),
    )
    if (result.done.length > 0) statements.push(...consolidationStatements(guildId, known, result))
    add(counts, countsOf(result, draft.operations))
    add(counts, { refused: draft.refused, by_rules: Number(draft.by === "rules"), ...countsLeft(draft) })
  }
  const stillMembers = people.filter(({ id }) => named.some((member) => member.id === id))
  return { statements: [guardUnpaused(guildId), ...statements, markReviewed(guildId, stillMembers)], counts }
}

function countsLeft({ by }: SubjectDraft): Counts {
  return { postponed: Number(by === "later"), spared: Number(by === "spared") }
}

/** Applies the proposals about facts that the same people read. */
function applyToSubject(draft: SubjectDraft, known: readonly MemoryEvidence[], rule: ConsolidationRule) {
  const versions = new Map(known.map(({ memory }) => [memory.id, memory.version]))
  const model = draft.operations.filter((operation) =>
    operationMemoryIds(operation).every((id) => versions.has(id) && versions.get(id) === draft.seen[id]),
  )
  const { since } = draft
  const rows = rowsOf(known, rule)
  const rules = isDue(rows, { since, now: rule.now }) ? proposeByRules(rows, { ...rule, since }) : []
  return foldProposals(known, { model, rules }, rule)
}

/** The matches of the embedding check in the form the fold takes: by text. */
function matchesByText(
  draft: SubjectDraft,
  known: readonly MemoryEvidence[],
): NonNullable<ConsolidationRule["alike"]> {
  const facts = new Map(known.map(({ memory }) => [memory.id, memory.fact]))
  return (whole, part) =>
    draft.alike.some(([into, from]) => facts.get(into) === whole && facts.get(from) === part)
}

/** Marks people as reviewed. New facts of people who were skipped or wait add up. */
function markReviewed(guildId: Id, people: readonly SubjectDraft[]): BatchStatement {
  const done = people.filter(({ by }) => by === "model" || by === "rules")
  return markConsolidated(
    guildId,
    done.map(({ id, readAt }) => ({ id, at: readAt })),
  )
}

/** Returns the consolidations of a subject's parts as one. */
function joined(parts: readonly Consolidation[]): Consolidation {
  return {
    changed: parts.flatMap(({ changed }) => changed),
    evidence: parts.flatMap(({ evidence }) => evidence),
    rewordings: parts.flatMap(({ rewordings }) => rewordings),
    refilings: parts.flatMap(({ refilings }) => refilings),
    done: parts.flatMap(({ done }) => done),
    refused: parts.flatMap(({ refused }) => refused),
  }
}

function ruleOf(
  { guild, structure }: Entered,
  { name, plan, now }: { name: string | null; plan: NightPlan; now: number },
): ConsolidationRule {
  const about = { people: name ? [name] : [] }
  return {
    now,
    promoteDays: guild.settings.night.promote_days,
    timezone: plan.timezone,
    samePeers: ([first = null, ...others]) => {
      const peers = channelsWithSameReaders(structure, first)
      return others.every((id) => peers.includes(id))
    },
    unfit: (text) => checkContent(text, guild.policy.sensitive, about) !== null,
  }
}

// Applies proposals to what is known and counts the result. Pure.

/** Objections of a fact that does not weigh enough to win. */
const OUTWEIGHED = ["not_newer", "others_words"]

interface Proposals {
  /** A model's proposals, which rules cannot replace. */
  model: readonly Operation[]
  /** Proposals from words alone, for what the model's proposals leave. */
  rules: readonly Operation[]
}

/**
 * Folds proposals into what is known. If a fact was to be retired for one that does not outweigh it, both
 * become contested if their words say that they cannot both hold; a mere suspicion contests nothing.
 * @internal
 */
export function foldProposals(
  known: readonly MemoryEvidence[],
  { model, rules }: Proposals,
  rule: ConsolidationRule,
): Consolidation {
  const all = [...model, ...rules]
  const first = consolidateMemories(known, all, rule)
  const contests = contestsOf(known, first)
  if (contests.size === 0) return first
  const inPlace = model.map((operation) => contests.get(operation) ?? operation)
  // Facts that rules retire go first, so that they are not contested on their way out.
  const going = rules.filter((operation) => !contests.has(operation))
  const doubts = rules.flatMap((operation) => contests.get(operation) ?? [])
  return consolidateMemories(known, [...inPlace, ...going, ...doubts], rule)
}

function contestsOf(known: readonly MemoryEvidence[], { refused }: Consolidation): Map<Operation, Operation> {
  const facts = new Map(known.map(({ memory }) => [memory.id, memory.fact]))
  const contests = new Map<Operation, Operation>()
  for (const { operation, objection } of refused) {
    if (operation.kind !== "retire" || !OUTWEIGHED.includes(objection)) continue
    const [one, other] = [facts.get(operation.memory), facts.get(operation.because)]
    if (one === undefined || other === undefined || !isContrary(one, other)) continue
    contests.set(operation, { kind: "contest", memory: operation.memory, other: operation.because })
  }
  return contests
}

const COUNT_NAMES = {
  merge: "merged",
  retire: "retired",
  contest: "contested",
  reword: "reworded",
  promote: "promoted",
  section: "sectioned",
} as const

/**
 * Counts facts merged away, retired, contested, reworded, promoted and moved, and the model's refused
 * proposals.
 */
function countsOf({ done, refused }: Consolidation, model: readonly Operation[]): Counts {
  const counts: Counts = {}
  for (const operation of done)
    add(counts, { [COUNT_NAMES[operation.kind]]: operation.kind === "merge" ? operation.from.length : 1 })
  return add(counts, {
    unchanged: done.length === 0 ? 1 : 0,
    refused: refused.filter(({ operation }) => model.includes(operation)).length,
  })
}

/** Adds `more` to `counts` in place. */
function add(counts: Counts, more: Counts): Counts {
  for (const [name, number] of Object.entries(more)) counts[name] = (counts[name] ?? 0) + number
  return counts
}
