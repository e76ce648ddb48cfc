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
