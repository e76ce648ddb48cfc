/** Writes what was settled in one atomic batch, and settles again where others wrote about the same subjects meanwhile. */
import type { Verdict } from "../../domain/types.ts"
import { type Database, land } from "../db/database.ts"
import { type Premises, type Settlement, settle } from "../facts/settle.ts"
import type { Order } from "./order.ts"
import { readPremises, wordsOf } from "./premises.ts"
import { guard, memoryStatements, usageStatements, windowStatements } from "./statements.ts"

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
