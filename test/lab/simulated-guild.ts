/**
 * The claim log that a simulated guild would have under a policy: its talk (`simulated-talk.ts`), decided by the real gate
 * and labeled as the contract of the log says (`simulated-rows.ts`). Beside each row stands the truth.
 */
import { hashOf, hashShare } from "../../src/domain/hash.ts"
import type { MemoryType, Verdict } from "../../src/domain/types.ts"
import type { claimLog } from "../../src/memory/db/schema.ts"
import { averageCertainty, confidence, sourceWeight } from "../../src/memory/facts/confidence.ts"
import {
  decideChange,
  type GateInputs,
  type GateRule,
  isByChance,
} from "../../src/memory/facts/gate-decision.ts"
import { judgmentOf, labeled, rowOfClaim } from "./simulated-rows.ts"
import { DAY, HOUR, type Knobs, type SaidWindow, simulatedTalk } from "./simulated-talk.ts"

type LoggedClaim = typeof claimLog.$inferSelect

/** A row with its truth. `chance`: the probability with which `sound` was drawn. */
export interface KnownClaim {
  row: LoggedClaim
  type: MemoryType
  sound: boolean
  chance: number
  /** True if the claim is about keeping a memory, not about ending one. */
  keeps: boolean
  /** True if it wrote a memory, or queued one. */
  wrote: boolean
  fact: Said["fact"]
}

type Said = SaidWindow["claims"][number]

/** A fact that the simulated guild holds. */
interface Held {
  status: "active" | "hidden"
  certainty: number
  statements: number
  expiresAt: number | null
}

interface GuildState {
  knobs: Knobs
  rule: GateRule
  claims: KnownClaim[]
  held: Map<number, Held>
  /** The end of each active fact, by subject. */
  bySubject: Map<string, Map<number, number | null>>
  /** Facts of the last hour, by when they were last said. */
  said: Map<number, number>
  /** Written by the window so far. */
  writes: number
}

/** Simulates a guild. Rows come in log order, with 1 as the version of the policy. */
export function simulatedGuild(knobs: Knobs, rule: GateRule): KnownClaim[] {
  const claims = decidedTalk(simulatedTalk(knobs), knobs, rule)
  return labeled(claims, knobs)
}

/** Decides the same talk under another rule. Nothing is reviewed by chance, so the decisions are the rule's alone. */
export function decidedUnder(knobs: Knobs, rule: GateRule): KnownClaim[] {
  return decidedTalk(simulatedTalk(knobs), { ...knobs, reviewShare: 0 }, rule)
}

function decidedTalk(talk: readonly SaidWindow[], knobs: Knobs, rule: GateRule): KnownClaim[] {
  const maps = { held: new Map(), bySubject: new Map(), said: new Map() }
  const state: GuildState = { knobs, rule, claims: [], writes: 0, ...maps }
  for (const window of talk) decideWindow(state, window)
  return state.claims
}

function decideWindow(state: GuildState, window: SaidWindow): void {
  state.writes = 0
  for (const [fact, at] of state.said) if (at <= window.saidAt - HOUR) state.said.delete(fact)
  // The premises are read once, before the window writes anything.
  const before = state.said.size
  const written: KnownClaim[] = []
  for (const [n, claim] of window.claims.entries()) {
    const judged = claim.refused === null ? judge(state, { window, claim, before }) : null
    const known = knownClaim(state, { window, claim, n, judged })
    state.claims.push(known)
    if (!known.wrote) continue
    state.writes += 1
    if (known.keeps) written.push(known)
  }
  for (const { fact } of written) state.said.set(fact.id, window.saidAt)
}

interface Judged {
  inputs: Omit<GateInputs, "drawn">
  after: Held
}

function judge(
  state: GuildState,
  { window, claim, before }: { window: SaidWindow; claim: Said; before: number },
): Judged {
  const { fact } = claim
  const known = state.held.get(fact.id)
  const lives = known && (known.expiresAt === null || known.expiresAt > window.at) ? known : undefined
  const certainty = claim.base * sourceWeight(claim.method, claim.source)
  const statements = (lives?.statements ?? 0) + 1
  const days = Number.parseInt(fact.lifetime, 10)
  const after: Held = {
    status: lives?.status ?? "hidden",
    certainty: averageCertainty(lives?.certainty ?? 0, lives?.statements ?? 0, certainty),
    statements,
    expiresAt: fact.lifetime === "permanent" ? null : window.saidAt + days * DAY,
  }
  const kind = claim.kind !== "stated" ? claim.kind : lives ? "reinforce" : "create"
  const takesNoRoom = kind === "retire" || (kind === "reinforce" && lives?.status === "active")
  const inputs = {
    kind,
    ...{ scope: fact.scope, subjectId: fact.subjectId, type: fact.type },
    confidence: confidence({ certainty: after.certainty, evidenceCount: statements, contradicts: null }),
    statements,
    severalMeant: claim.severalMeant,
    told: claim.source === "explicit",
    readOnly: false,
    factChars: fact.chars,
    writesInWindow: state.writes,
    writesInHour: before + state.writes,
    room: takesNoRoom ? null : roomOf(state, claim, { at: window.at, expires: after.expiresAt !== null }),
  } satisfies Omit<GateInputs, "drawn">
  return { inputs, after }
}

function roomOf(
  { bySubject }: GuildState,
  claim: Said,
  { at, expires }: { at: number; expires: boolean },
): NonNullable<GateInputs["room"]> {
  const mine = bySubject.get(subjectOf(claim)) ?? new Map<number, number | null>()
  let [all, expiring] = [0, 0]
  for (const [fact, end] of mine) {
    if (end !== null && end <= at) mine.delete(fact)
    else if (fact !== claim.fact.id) {
      all += 1
      if (end !== null) expiring += 1
    }
  }
  return { all, counted: all, expiring, movable: expiring, expires }
}

const subjectOf = ({ fact }: Said) => `${fact.scope}:${fact.subjectId}`

function knownClaim(
  state: GuildState,
  { window, claim, n, judged }: { window: SaidWindow; claim: Said; n: number; judged: Judged | null },
): KnownClaim {
  const { fact } = claim
  const { reviewShare } = state.knobs
  const id = hashOf([window.id, String(n)])
  const gate = judged && { ...judged.inputs, drawn: hashShare(["review", id]) < reviewShare }
  const isByDraw = reviewShare > 0 && gate !== null && isByChance(gate, state.rule)
  const decision: Decision = gate
    ? decideChange(gate, state.rule)
    : { kind: "rejected", reason: claim.refused ?? "" }
  const wrote = judged !== null && write(state, { claim, decision, after: judged.after })
  const row = {
    ...rowOfClaim({ window, claim, n, id }),
    ...{ gate, verdict: decision.kind, reason: decision.reason, propensity: isByDraw ? reviewShare : null },
    ...(judged && judgmentOf(claim, judged)),
    memoryId: state.held.has(fact.id) ? `m_${fact.id}` : null,
  }
  return {
    ...{ row, wrote, fact, type: fact.type, sound: fact.sound, chance: fact.chance },
    keeps: claim.kind !== "retire",
  }
}

interface Decision {
  kind: Verdict["kind"]
  reason: string
  evict?: number
}

/** Keeps the memory of a claim that was not rejected. Returns false if it leaves no trace. */
function write(
  { held, bySubject }: GuildState,
  { claim, decision, after }: { claim: Said; decision: Decision; after: Held },
): boolean {
  const isAccepted = decision.kind === "accepted"
  if (decision.kind === "rejected") return false
  if (claim.kind === "retire") return isAccepted
  if (!isAccepted && after.status === "active") return false
  const mine = bySubject.get(subjectOf(claim)) ?? new Map<number, number | null>()
  bySubject.set(subjectOf(claim), mine)
  const evict = decision.evict ?? 0
  const leaving = evict === 0 ? [] : [...mine].filter(([, end]) => end !== null).slice(0, evict)
  for (const [gone] of leaving) {
    mine.delete(gone)
    held.delete(gone)
  }
  if (isAccepted) mine.set(claim.fact.id, after.expiresAt)
  held.set(claim.fact.id, { ...after, status: isAccepted ? "active" : "hidden" })
  return true
}
