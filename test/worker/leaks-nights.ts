/**
 * Runs nights in a random guild before it is read, by rules or with a model that repeats everything it was
 * shown.
 */
import { NOON } from "./builders.ts"
import { aboutEach } from "./digest-replies.ts"
import type { World } from "./leaks-world.ts"
import { night, type Scripted, scripted } from "./night-stage.ts"

const HOUR = 3_600_000

/** Runs the guild's nth night by hand, about the day of all messages. Throws if it does not finish. */
export async function runNight({ guildId }: World, n: number, model: Scripted | null): Promise<void> {
  const at = NOON + (n + 2) * HOUR
  const { done } = await night(guildId, {
    at,
    tools: { chat: model },
    run: { runId: `${guildId}_${n}`, trigger: "hand", requestedBy: "hand" },
  })
  if (!done.includes("close") || done.some((name) => name.endsWith("given up")))
    throw new Error(`night ${n} of ${guildId} came to ${done.join(", ")}`)
}

/**
 * A model that merges and retires neighboring rows, rewords each row as another, and puts everything it sees
 * into topics and digests.
 */
export function repeatingModel(): Scripted {
  return scripted(({ purpose, user }) => {
    const all = (pattern: RegExp) => [...user.matchAll(pattern)]
    const rows = all(/^R(\d+) [^:]*: (.*)$/gm).map(([, row, fact = ""]) => ({ row: Number(row), fact }))
    const notes = all(/^\[(\d+)\] (.*)$/gm)
    const lines = all(/^- (?:[^:]*: )?(.*)$/gm).map(([, line = ""]) => line)
    const told = [...rows.map(({ fact }) => fact), ...notes.map(([, , note = ""]) => note), ...lines].join(
      ". ",
    )
    if (purpose === "consolidation") return profile(rows)
    if (purpose === "digest") return aboutEach(user, () => ({ day: told, history: told, context: told }))
    const title = notes[0]?.[2]?.slice(0, 79) ?? ""
    return { topics: [{ title, summary: told, notes: notes.map(([, number]) => Number(number)) }] }
  })
}

function profile(rows: { row: number; fact: string }[]) {
  const pairs = rows.slice(1).map(({ row }, index) => ({ row, other: rows[index]?.row ?? 1 }))
  return {
    merge: pairs.filter((_, n) => n % 4 === 0).map(({ row, other }) => ({ into: row, from: [other] })),
    retire: pairs.slice(1, 3).flatMap(({ row, other }) => [{ row: other, because: row }]),
    reword: rows.map(({ row }, n) => ({ row, fact: `${rows[(n + 1) % rows.length]?.fact}` })),
    promote: rows.map(({ row }) => row),
    section: [],
  }
}
