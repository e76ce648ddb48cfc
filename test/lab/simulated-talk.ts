/**
 * The talk of a simulated guild with known truth: claims before any policy has decided on them. Everything follows from
 * `seed`. Written from the contract of the claim log (docs/decisions/070-claim-log.md), without reading the estimators.
 */
import type { Importance, Lifetime, MemoryType, Method, Scope, Source } from "../../src/domain/types.ts"
import { Dice } from "../worker/leaks-dice.ts"
import { type Mix, normal, pickAt, pickFrom, poisson } from "./draws.ts"

/** A Monday. */
export const START = Date.UTC(2026, 0, 5)
const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface Knobs {
  seed: number
  days: number
  /** The mean on the first day. */
  claimsPerDay: number
  /** Volume grows evenly by this share over all days. */
  growth: number
  people: number
  /** Standard deviation, in logits, of what all claims of a window share beyond type, method and confidence. */
  conversation: number
  /** Share of windows that stay with one type of claim. Such talk makes weeks vary more than single claims would. */
  topical: number
  /** Share of claims that state an earlier fact again. */
  restated: number
  /** From this day on, claims come from `DRIFTED` with probability `size`. */
  drift: { day: number; size: number } | null
  /** Everything is sound with this probability, whatever its type, method or confidence. */
  flat: number | null
  /** Probability that a claim rejected for quality alone waits for review instead. */
  reviewShare: number
  /** Probability that people give a memory an outcome: one that was accepted, and one that waits in review. */
  labels: { accepted: number; reviewed: number }
  /** The odds with which a bad memory gets an outcome, relative to a good one. Other than 1, no weights can repair it. */
  badOdds: number
  /** Share of bad outcomes given by forgetting the memory, which leaves a nameless row. */
  forgotten: number
  /** Share of memories without an outcome that get a label which is none, such as `refiled`. */
  neutral: number
  /** True if a memory that has expired gets no label any more, so that types that last get more of them. */
  labelsEnd: boolean
}

/** Good and bad memories are labeled equally often, reviewed ones more often than accepted ones, and none is forgotten. */
export const CLEAN: Omit<Knobs, "seed"> = {
  days: 91,
  claimsPerDay: 25,
  growth: 0.3,
  people: 30,
  conversation: 0.5,
  topical: 0.15,
  restated: 0.12,
  drift: null,
  flat: null,
  reviewShare: 0.1,
  labels: { accepted: 0.3, reviewed: 0.8 },
  badOdds: 1,
  forgotten: 0,
  neutral: 0.1,
  labelsEnd: false,
}

/** Bad memories are labeled twice as often as good ones, a quarter of those forgotten, and none after it has expired. */
export const LIVED_IN: Omit<Knobs, "seed"> = { ...CLEAN, badOdds: 2, forgotten: 0.25, labelsEnd: true }

/** A fact of the talk. Several claims may state it. */
interface Fact {
  id: number
  type: MemoryType
  scope: Scope
  subjectId: string
  importance: Importance
  lifetime: Lifetime
  chars: number
  /** The truth, and the probability with which it was drawn. */
  sound: boolean
  chance: number
  /** Uniform numbers that decide about its label, equal under every policy. */
  luck: { labeled: number; named: number; delay: number }
}

interface SaidClaim {
  fact: Fact
  op: "save" | "update" | "forget"
  kind: "stated" | "supersede" | "contest" | "retire"
  method: Method
  source: Source
  base: number
  severalMeant: boolean
  /** The reason if it never reaches the gate. */
  refused: string | null
}

export interface SaidWindow {
  id: string
  channelId: string
  at: number
  /** The time of its last line. */
  saidAt: number
  lines: number
  tokens: { input: number; output: number }
  latencyMs: number
  claims: SaidClaim[]
}

const TYPE_MIX: Mix<MemoryType> = {
  profile: 0.3,
  preference: 0.25,
  task_state: 0.15,
  constraint: 0.1,
  episode: 0.2,
}
const DRIFTED: Mix<MemoryType> = {
  profile: 0.05,
  preference: 0.1,
  task_state: 0.4,
  constraint: 0.05,
  episode: 0.4,
}
const METHOD_MIX: Mix<Method> = { model: 0.75, rule: 0.15, tool: 0.07, verbatim: 0.03 }
const DRIFTED_METHODS: Mix<Method> = { model: 0.3, rule: 0.6, tool: 0.1, verbatim: 0 }
const LIFETIME_OF: Record<MemoryType, Lifetime> = {
  profile: "permanent",
  constraint: "permanent",
  preference: "90d",
  episode: "30d",
  task_state: "7d",
}
const SCOPE_MIX: Mix<Scope> = { user: 0.8, channel: 0.06, guild: 0.08, project: 0.03, global: 0.03 }
/** Extractors are surer than they are right: bases are multiples of 0.05, mostly high. */
const MODEL_BASES = [0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]
const MODEL_WEIGHTS = [0.05, 0.05, 0.08, 0.08, 0.12, 0.12, 0.15, 0.1, 0.12, 0.06, 0.07]
const REFUSALS: Mix<string> = {
  "unsupported:not_said": 0.4,
  already_known: 0.2,
  duplicate_fact: 0.1,
  sensitive: 0.15,
  secret: 0.05,
  opted_out: 0.1,
}

/**
 * Calibration of each type: P(sound) = 1 / (1 + exp(-slope · (confidence - half) - shift of the method)). Preferences are
 * sound far below the default minimum of 0.6, episodes are half junk at it.
 */
const CALIBRATION: Record<MemoryType, { half: number; slope: number }> = {
  profile: { half: 0.35, slope: 6 },
  preference: { half: 0.15, slope: 6 },
  task_state: { half: 0.45, slope: 5 },
  constraint: { half: 0.3, slope: 4 },
  episode: { half: 0.6, slope: 8 },
}
const METHOD_SHIFT: Record<Method, number> = { model: 0, rule: 0.3, tool: 0.5, verbatim: 1 }
/** Weight of a statement by its method, from which the confidence of a first statement follows. */
const WEIGHT: Record<Method, number> = { model: 0.8, rule: 0.6, tool: 0.7, verbatim: 1 }

/** Draws the whole talk, window by window in the order of their ends. */
export function simulatedTalk(knobs: Knobs): SaidWindow[] {
  const dice = new Dice(knobs.seed * 7_919 + 17)
  const facts: Fact[] = []
  return windowTimes(knobs, dice).map(({ at, day }, index) => {
    const drifted = knobs.drift !== null && day >= knobs.drift.day ? knobs.drift.size : 0
    const mood = knobs.conversation * normal(dice)
    const topic = dice.chance(knobs.topical) ? typeOf(dice, drifted) : null
    const count = Math.min(15, 1 + Math.floor(Math.log(1 - dice.roll()) / Math.log(1 - 1 / 2.5)))
    const claims = Array.from({ length: count }, () =>
      saidClaim(dice, knobs, { facts, drifted, mood, topic }),
    )
    const lines = 3 + dice.below(28)
    return {
      id: `w_${knobs.seed}_${index}`,
      channelId: String(800 + dice.below(6)),
      at,
      saidAt: at - 3 * MINUTE,
      lines,
      tokens: { input: 700 + lines * 40 + dice.below(200), output: 60 + count * 45 + dice.below(60) },
      latencyMs: Math.round(900 * Math.exp(0.4 * normal(dice))),
      claims,
    }
  })
}

const WEEKDAY = [0.9, 0.85, 0.9, 0.95, 1.15, 1.3, 0.95]
const CLAIMS_PER_WINDOW = 2.5

/** Windows follow the weekday, and the evening. The number on a day is Poisson. */
function windowTimes({ days, claimsPerDay, growth }: Knobs, dice: Dice): { at: number; day: number }[] {
  return Array.from({ length: days }, (_, day) => {
    const mean = ((claimsPerDay * (1 + (growth * day) / days)) / CLAIMS_PER_WINDOW) * (WEEKDAY[day % 7] ?? 1)
    const times = Array.from({ length: poisson(dice, mean) }, () => {
      const hour = dice.chance(0.6) ? 18 + 5 * dice.roll() : 7 + 16 * dice.roll()
      return START + day * DAY + Math.floor(hour * HOUR)
    })
    return times.sort((a, b) => a - b).map((at) => ({ at, day }))
  }).flat()
}

interface Around {
  facts: Fact[]
  drifted: number
  mood: number
  topic: MemoryType | null
}

function saidClaim(dice: Dice, knobs: Knobs, around: Around): SaidClaim {
  const method = pickFrom(dice, dice.chance(around.drifted) ? DRIFTED_METHODS : METHOD_MIX)
  const base = baseOf(dice, method, around.drifted)
  const refused = dice.chance(0.08) ? pickFrom(dice, REFUSALS) : null
  const roll = dice.roll()
  const kind = roll < 0.03 ? "retire" : roll < 0.07 ? "supersede" : roll < 0.1 ? "contest" : "stated"
  const isAgain = kind === "stated" && dice.chance(knobs.restated)
  const earlier = isAgain ? around.facts.at(-1 - dice.below(Math.min(200, around.facts.length))) : undefined
  const fact = earlier ?? newFact(dice, knobs, { ...around, method, base })
  if (!earlier) around.facts.push(fact)
  return {
    fact,
    op: kind === "retire" ? "forget" : kind === "stated" ? "save" : "update",
    kind,
    method,
    source: method === "verbatim" ? "explicit" : method === "tool" ? "tool" : "passive",
    base,
    severalMeant: dice.chance(0.02),
    refused,
  }
}

function newFact(dice: Dice, knobs: Knobs, around: Around & { method: Method; base: number }): Fact {
  const { facts, drifted, mood, topic, method, base } = around
  const type = topic ?? typeOf(dice, drifted)
  const scope = pickFrom(dice, SCOPE_MIX)
  // A few people talk much more than the others.
  const person = Math.floor(knobs.people * dice.roll() ** 1.5)
  const logit =
    CALIBRATION[type].slope * (base * WEIGHT[method] - CALIBRATION[type].half) + METHOD_SHIFT[method] + mood
  const chance = knobs.flat ?? 1 / (1 + Math.exp(-logit))
  return {
    id: facts.length,
    type,
    scope,
    subjectId: scope === "user" ? String(1 + person) : String(800 + dice.below(6)),
    importance: pickFrom(dice, { low: 0.3, medium: 0.5, high: 0.2 }),
    lifetime: LIFETIME_OF[type],
    chars: 20 + dice.below(120),
    sound: dice.chance(chance),
    chance,
    luck: { labeled: dice.roll(), named: dice.roll(), delay: -5 * DAY * Math.log(1 - dice.roll()) },
  }
}

const typeOf = (dice: Dice, drifted: number) => pickFrom(dice, dice.chance(drifted) ? DRIFTED : TYPE_MIX)

function baseOf(dice: Dice, method: Method, drifted: number): number {
  if (method === "verbatim") return 1
  if (method === "rule") return dice.pick([0.6, 0.8, 1, 1, 1])
  // Drift also makes the extractor less sure.
  if (dice.chance(drifted)) return dice.pick(MODEL_BASES.slice(0, 5))
  return pickAt(dice, MODEL_BASES, MODEL_WEIGHTS)
}
