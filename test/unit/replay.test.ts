/** A logged claim is decided again as it was, and under another rule as the gate itself would decide. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  IMPORTANCE_WEIGHT,
  IMPORTANCES,
  LIFETIMES,
  type Memory,
  type MemoryType,
  type Scope,
} from "../../src/domain/types.ts"
import { replayClaim } from "../../src/memory/facts/claim-features.ts"
import { type GateState, gateInputs, judgeChange, type RealChange } from "../../src/memory/facts/gate.ts"
import { GateInputsSchema, type GateRule } from "../../src/memory/facts/gate-decision.ts"
import type { CapPart, KnownMemory } from "../../src/memory/facts/known.ts"
import { propertyRuns } from "../dice.ts"
import { GUILD, kai, known, NOON, rule } from "./builders.ts"
import { rounds, talk, tight } from "./world.ts"

const RUNS = propertyRuns(150)
/** What the database gives back. */
const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test("every claim replays to its own verdict and reason under the rule it was judged by", () => {
  fc.assert(
    fc.property(talk, tight, (windows, gate) => {
      for (const { result } of rounds(windows, { rule: gate }))
        for (const [at, { kind, reason }] of result.verdicts.entries()) {
          const inputs = stored(result.judged[at]?.gate ?? null)
          expect(inputs === null || GateInputsSchema.safeParse(inputs).success).toBe(true)
          const row = { verdict: kind, reason, gate: inputs }
          expect(replayClaim(row, gate)).toEqual({ verdict: kind, reason })
        }
    }),
    { numRuns: RUNS },
  )
})

const memory = fc.record({
  importance: fc.constantFrom(...IMPORTANCES),
  lifetime: fc.constantFrom(...LIFETIMES),
  lastSaidAt: fc.integer({ min: NOON, max: NOON + 4 }),
  certainty: fc.constantFrom(0.3, 0.59, 0.6, 0.9),
  evidenceCount: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom("profile" as const, "episode" as const),
})
const caps = fc.constantFrom<CapPart | undefined>(undefined, "evictable", "counted", "wider", "elsewhere")
const PROFILES: MemoryType[] = ["profile"]
const EPISODES: MemoryType[] = ["episode"]
const NONE: MemoryType[] = []
const GROUPS: Scope[] = ["guild"]
const anyRule: fc.Arbitrary<GateRule> = fc
  .record({
    mode: fc.constantFrom(
      "auto" as const,
      "auto" as const,
      "auto" as const,
      "shadow" as const,
      "manual" as const,
    ),
    min_confidence: fc.constantFrom(0, 0.6, 0.95),
    min_evidence: fc.integer({ min: 1, max: 3 }),
    allowed_types: fc.constantFrom<MemoryType[]>(["profile", "episode"], EPISODES),
    approval_types: fc.constantFrom(NONE, NONE, PROFILES),
    scopes: fc.constantFrom<Scope[]>(["user", ...GROUPS], GROUPS),
    max_writes_per_window: fc.integer({ min: 0, max: 6 }),
    max_writes_per_hour: fc.integer({ min: 0, max: 6 }),
    max_memories_per_subject: fc.integer({ min: 1, max: 6 }),
    max_expiring_per_person: fc.integer({ min: 0, max: 4 }),
  })
  .map(rule)

const situation = fc
  .record({
    scope: fc.constantFrom("user" as const, "guild" as const),
    incoming: memory,
    active: fc.array(fc.record({ memory, cap: caps }), { maxLength: 70 }),
    kind: fc.constantFrom(
      "create" as const,
      "reinforce" as const,
      "supersede" as const,
      "contest" as const,
      "outdated" as const,
      "retire" as const,
    ),
    other: fc.nat(70),
    state: fc.record({
      readOnly: fc.constantFrom(false, false, false, true),
      writesInWindow: fc.integer({ min: 0, max: 6 }),
      writesInHour: fc.integer({ min: 0, max: 6 }),
      severalMeant: fc.constantFrom(false, false, true),
      told: fc.boolean(),
    }),
  })
  .map(({ scope, incoming, active, kind, other, state }): { change: RealChange; ledger: GateState } => {
    const subject = scope === "user" ? { scope, id: kai.id } : { scope, id: GUILD }
    const all = active.map(({ memory: one, cap }, at) => ({
      ...known(`Kai fact ${at}`, { ...one, subject }),
      ...(cap ? { cap } : {}),
    }))
    const fresh = known("Kai plays chess", { ...incoming, subject })
    const chosen = all[other % Math.max(1, all.length)]
    return { change: changeOf(kind, fresh, chosen), ledger: { ...state, active: all } }
  })

function changeOf(kind: RealChange["kind"], fresh: KnownMemory, chosen: KnownMemory | undefined): RealChange {
  if (kind === "create" || kind === "outdated" || kind === "retire" || !chosen)
    return { kind: kind === "outdated" || kind === "retire" ? kind : "create", memory: fresh }
  if (kind === "supersede") return { kind, memory: fresh, old: chosen, others: [] }
  if (kind === "contest") return { kind, memory: { ...fresh, contradicts: chosen.id }, other: chosen }
  return { kind, memory: { ...chosen, ...fresh, id: chosen.id }, before: chosen }
}

test("under any other rule a claim replays as the gate would have judged it in the same state", () => {
  fc.assert(
    fc.property(situation, anyRule, anyRule, ({ change, ledger }, live, candidate) => {
      const { kind, reason } = judgeChange(change, live, ledger)
      const row = { verdict: kind, reason, gate: stored(gateInputs(change, ledger)) }
      const would = judgeChange(change, candidate, ledger)
      expect(replayClaim(row, candidate)).toEqual({ verdict: would.kind, reason: would.reason })
    }),
    { numRuns: RUNS * 4 },
  )
})

test("the memories that leave are those that leave one cap after the other, the new one competing", () => {
  fc.assert(
    fc.property(situation, anyRule, ({ change, ledger }, live) => {
      const judgment = judgeChange(change, live, ledger)
      if (judgment.kind !== "accepted" && judgment.reason !== "subject_full") return
      const expected = leaving(change, live, ledger)
      const ids = judgment.kind === "accepted" ? judgment.evict.map(({ id }) => id) : null
      expect(ids).toEqual(expected?.map(({ id }) => id) ?? null)
    }),
    { numRuns: RUNS * 4 },
  )
})

test("a claim that never reached the gate keeps its verdict under every rule", () => {
  const row = { verdict: "rejected" as const, reason: "unsupported:not_said", gate: null }
  expect(replayClaim(row, rule({ mode: "manual" }))).toEqual({ verdict: "rejected", reason: row.reason })
})

// The caps as the policy page describes them, cap by cap, without counts.

type Capped = Memory & { cap?: CapPart }
const expires = (one: Memory) => one.expiresAt !== null
const inRoom = ({ cap = "evictable" }: Capped) => cap === "evictable" || cap === "counted"

function leaving(change: RealChange, rules: GateRule, { active }: GateState): Capped[] | null {
  if (change.kind === "retire" || change.kind === "outdated") return []
  const before = active.find(({ id }) => id === change.memory.id)
  if (change.kind === "reinforce" && change.before.status === "active" && before?.cap !== "elsewhere")
    return []
  const replaced = change.kind === "supersede" ? [change.old.id] : []
  const all = active.filter(({ id }) => id !== change.memory.id && !replaced.includes(id))
  const staying = change.kind === "contest" ? change.other.id : null
  const counted = all.filter(inRoom)
  const cap =
    change.memory.subject.scope === "user" ? rules.max_expiring_per_person : Number.POSITIVE_INFINITY
  const first = expires(change.memory)
    ? overCap(counted.filter(expires), change.memory, { cap, staying })
    : []
  if (first === null) return null
  const left = counted.filter((one) => !first.includes(one))
  const second = overCap(left, change.memory, { cap: rules.max_memories_per_subject, staying })
  if (second === null) return null
  const most = 10 * rules.max_memories_per_subject
  return all.length - first.length - second.length + 1 > most ? null : [...first, ...second]
}

function overCap(
  others: Capped[],
  incoming: Memory,
  limit: { cap: number; staying: string | null },
): Capped[] | null {
  const surplus = others.length + 1 - limit.cap
  if (surplus <= 0) return []
  const going = [...others, incoming as Capped]
    .filter((one) => expires(one) && (one.cap ?? "evictable") === "evictable" && one.id !== limit.staying)
    .sort(
      (a, b) =>
        IMPORTANCE_WEIGHT[a.importance] - IMPORTANCE_WEIGHT[b.importance] || a.lastSaidAt - b.lastSaidAt,
    )
    .slice(0, surplus)
  return going.length < surplus || going.includes(incoming as Capped) ? null : going
}
