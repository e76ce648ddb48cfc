/** What tests read of the claim log. */
import { env } from "cloudflare:test"

export type LogRow = Record<string, string | number | null>

/** All rows of a guild, in the order of the claims. */
export async function logRows(guild: string): Promise<LogRow[]> {
  const rows = env.DB.prepare("SELECT * FROM claim_log WHERE guild_id = ? ORDER BY at, window_id, n, id")
  return (await rows.bind(guild).all<LogRow>()).results
}

/** Each claim's label and its day by the fact it was written to, as the memories were when `known` was read. */
export async function labelsBy(guild: string, known: readonly { id: string; fact: string }[]) {
  const rows = (await logRows(guild)).flatMap(({ memory_id, label, labeled_on }) => {
    const fact = known.find(({ id }) => id === memory_id)?.fact
    return fact === undefined ? [] : [[fact, label === null ? null : `${label} ${labeled_on}`] as const]
  })
  return Object.fromEntries(rows)
}
