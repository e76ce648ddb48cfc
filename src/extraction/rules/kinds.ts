/** The kinds of facts that the rules extract, and the type, section, lifetime and importance of each. */
import {
  DEFAULT_LIFETIME,
  type Importance,
  type Lifetime,
  type MemoryType,
  type Section,
} from "../../domain/types.ts"

export type FactKind =
  | "home"
  | "work"
  | "study"
  | "origin"
  | "identity"
  | "family"
  | "pet"
  | "milestone"
  | "taste"
  | "favorite"
  | "skill"
  | "tool"
  | "belonging"
  | "constraint"
  | "habit"
  | "event"
  | "plan"
  | "appointment"
  | "task"
  | "absence"
  | "pastime"
  | "goal"
  | "name"
  | "birthday"
  | "schedule"
  | "gathering"
  | "decision"

export interface KindFiling {
  type: MemoryType
  section: Section
  lifetime: Lifetime
  importance: Importance
  /** A topic word, because the sentence itself may not name its topic. */
  topic: string
}

const file = (
  type: MemoryType,
  section: Section,
  importance: Importance,
  topic: string,
  lifetime: Lifetime = DEFAULT_LIFETIME[type],
): KindFiling => ({ type, section, importance, topic, lifetime })

export const KIND_FILINGS: Record<FactKind, KindFiling> = {
  home: file("profile", "bio", "high", "home"),
  work: file("profile", "bio", "high", "work"),
  study: file("profile", "bio", "medium", "studies"),
  origin: file("profile", "bio", "medium", "origin"),
  identity: file("profile", "bio", "medium", "identity"),
  family: file("profile", "relationships", "high", "family"),
  pet: file("profile", "relationships", "medium", "pets"),
  milestone: file("profile", "bio", "high", "milestone"),
  taste: file("preference", "interests", "medium", "taste"),
  favorite: file("preference", "interests", "medium", "favorite"),
  skill: file("profile", "skills", "medium", "skills"),
  tool: file("preference", "skills", "low", "tools"),
  belonging: file("profile", "other", "low", "belongings"),
  constraint: file("constraint", "other", "high", "constraint"),
  habit: file("preference", "interests", "medium", "habit"),
  event: file("episode", "other", "medium", "event"),
  plan: file("episode", "other", "medium", "plans", "90d"),
  appointment: file("episode", "other", "medium", "plans", "7d"),
  task: file("task_state", "other", "medium", "task"),
  absence: file("task_state", "other", "medium", "absence"),
  pastime: file("episode", "interests", "low", "pastime", "1d"),
  goal: file("profile", "other", "medium", "goals", "90d"),
  name: file("profile", "bio", "high", "name"),
  birthday: file("profile", "bio", "high", "birthday"),
  schedule: file("preference", "other", "medium", "schedule"),
  gathering: file("episode", "other", "medium", "plans"),
  decision: file("constraint", "other", "high", "decision"),
}

/** Of the facts kept of talk that people labeled, how many are sound, by kind (docs/EVALUATIONS.md, "Ordinary talk"). */
const LABELED: Partial<Record<FactKind, readonly [sound: number, kept: number]>> = {
  home: [3, 3],
  work: [19, 19],
  study: [2, 2],
  origin: [1, 1],
  identity: [4, 4],
  family: [1, 1],
  pet: [3, 3],
  milestone: [3, 3],
  taste: [30, 31],
  favorite: [2, 2],
  skill: [1, 1],
  tool: [7, 7],
  belonging: [6, 6],
  constraint: [10, 10],
  habit: [13, 13],
  event: [18, 19],
  appointment: [5, 5],
  task: [1, 1],
  absence: [6, 6],
  goal: [3, 3],
  name: [1, 1],
  schedule: [4, 4],
  gathering: [2, 2],
  decision: [4, 4],
}

/** Facts that each kind is taken to have besides, so that a few labels decide nothing. */
const PRIOR = { sound: 9, kept: 10 }
/** Rules are sure of a kind of which this share is sound: it just passes the gate's default minimum (decision 003). */
const SURE = 0.9

/** Returns the confidence of claims of a kind, 0 to 1. */
export function confidenceOf(kind: FactKind): number {
  return confidenceFrom(LABELED[kind] ?? [0, 0])
}

/** @internal */
export function confidenceFrom([sound, kept]: readonly [number, number]): number {
  return Math.min(1, (sound + PRIOR.sound) / (kept + PRIOR.kept) / SURE)
}
