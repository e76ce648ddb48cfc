/** Writes what was settled in one atomic batch, and settles again where others wrote about the same subjects meanwhile. */
import type { Id, Note, Person, Time, Usage, Verdict } from "../vocabulary.ts"
import { type Database, land } from "./database.ts"
import type { Fallback } from "./fallbacks.ts"
import type { GateRule } from "./gate.ts"
import { readPremises, wordsOf } from "./premises.ts"
import type { Proposal } from "./reconcile.ts"
import { type Premises, type Settlement, settle } from "./settle.ts"
import { guard, memoryStatements, usageStatements, windowStatements } from "./statements.ts"

/** What is kept of a window beside its memories. */
export interface WindowRecord {
  id: string
  channelId: Id
  firstAt: Time
  lastAt: Time
  messageCount: number
  reason: string
  method: "model" | "rule"
  /** Why rules read it although a model is bound. */
  fallback: Fallback | null
  model: string | null
  promptHash: string | null
  /** Claims refused before they reached the gate. */
  refused: Verdict[]
  note: Note | null
  people: Person[]
  /** Its lines, where an earlier window was made of them: what that one wrote of them is this one's now, and counts once. */
  again: Id[]
  /** What the model was shown of what is known: of what is gone or reworded since, it must not tell. */
  shown: Shown[]
}

/** A memory as it was shown: its id, and a digest of its words. */
export interface Shown {
  id: string
  print: string
}

/** One piece of writing: a window's yield, or words told directly (`window` null). */
export interface Order {
  guildId: Id
  proposals: Proposal[]
  window: WindowRecord | null
  usage: Charge[]
  rule: GateRule
  readOnly: boolean
  /** In an opt-in guild, silence means no. */
  optIn: boolean
  /** The channels with exactly the readers of the one the words were said in, itself among them; null stands for words told directly. */
  peers: readonly (Id | null)[]
  /** People whom its words may name: those it was read with, and those known to object. */
  named?: readonly Person[]
  now: Time
}

/** Tokens of one purpose with their price; null where the model's price is not known. */
export type Charge = Usage & { costUsd: number | null }

export type Outcome =
  | { kind: "written"; verdicts: Verdict[]; settlement: Settlement }
  | { kind: "already_written" }
  | { kind: "contended" }
  /** It was read with what may not be told any more: words of someone who does not want to be remembered, or a memory that is gone. */
  | { kind: "objected" }

const ATTEMPTS = 12

/** Settles and writes. At least once: a replayed window is `already_written`; a batch on stale premises is settled anew. */
export async function commit(db: Database, order: Order): Promise<Outcome> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const premises = await readPremises(db, order)
    if (premises.outOfDate || objected(order, premises)) return { kind: "objected" }
    const settlement = settle(order.guildId, order.proposals, premises, order)
    const verdicts = [...(order.window?.refused ?? []), ...settlement.verdicts].map((verdict) =>
      withheld(verdict, premises),
    )
    const outcome = await write(db, order, settlement, verdicts)
    if (outcome !== "stale") return outcome
  }
  return { kind: "contended" }
}

/** Whether someone spoke in the window, or is named in its note, who does not want to be remembered. */
function objected({ window }: Order, { silent, hush }: Premises): boolean {
  if (window === null) return false
  return (
    window.people.some((person) => silent.has(person.id)) ||
    (window.note !== null && wordsOf(window.note).some((words) => hush.names(words)))
  )
}

/** A verdict without the words of a claim about, or naming, someone who does not want to be remembered. */
function withheld(verdict: Verdict, { silent, hush }: Premises): Verdict {
  const { fact, subject } = verdict
  const told = (subject.scope === "user" && silent.has(subject.id)) || (fact !== null && hush.names(fact))
  return told ? { ...verdict, fact: null } : verdict
}

async function write(
  db: Database,
  order: Order,
  settlement: Settlement,
  verdicts: Verdict[],
): Promise<Outcome | "stale"> {
  const statements = [
    ...(order.window ? windowStatements(order.guildId, order.window, verdicts, order.now) : []),
    ...memoryStatements(order.guildId, settlement),
    ...usageStatements(order.guildId, order.usage, order.now),
  ]
  try {
    await land(db, [guard(order, settlement), ...statements])
    return { kind: "written", verdicts, settlement }
  } catch (error) {
    const cause = conflict(error)
    if (cause === "already_written") return { kind: cause }
    if (cause === "stale") return "stale"
    throw new Error(`writing ${order.window?.id ?? "what was told"} in guild ${order.guildId} failed`, {
      cause: error,
    })
  }
}

/** What a failed batch means: without transactions, our constraints are how a batch refuses itself. */
export function conflict(error: unknown): "already_written" | "stale" | "outage" {
  const text = `${error} ${error instanceof Error ? error.cause : ""}`
  if (text.includes("UNIQUE constraint failed: windows.id")) return "already_written"
  if (text.includes("NOT NULL constraint failed: guilds.writes")) return "stale"
  return text.includes("UNIQUE constraint failed: memories.") ? "stale" : "outage"
}
