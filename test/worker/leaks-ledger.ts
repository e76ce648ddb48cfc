/** What stands in the database of a random guild's memories and notes: whose words each rests on. Says nothing of who may see them. */
import { env } from "cloudflare:workers"

/** A window's lines about a memory, or what was told directly at once. */
interface Statement {
  window: string
  channelId: string | null
  authorId: string
  /** Whether it words the fact as the memory does now. */
  worded: boolean
  /** How it filed the fact; null where it took it back. */
  filing: Filing | null
  at: number
}

/** How a memory is filed, in the words of any list. */
export type Filing = Record<"type" | "section" | "importance" | "lifetime", string | null>

/** What of a memory's filing no statement gives. */
interface Decided {
  set?: Partial<Filing>
  promoted?: { days: number; timezone: string }
}

export interface Ledger {
  /** Ids of memories, notes and windows, and the channels whose readers may know of each; null: everyone's. */
  ids: Map<string, (string | null)[]>
  /** Whom each memory is about. */
  subjects: Map<string, string>
  /** What each memory rests on, in whatever wording. */
  memories: Map<string, Statement[]>
  decided: Map<string, Decided>
  /** Facts that recall tells, with the channels that may show each as it is worded. */
  facts: { id: string; fact: string; channels: (string | null)[] }[]
}

interface EvidenceRow {
  id: string
  fact: string
  subject: string
  status: string
  /** Whether the statement words the fact as it is now. */
  worded: number
  window: string
  channel: string | null
  author: string
  filing: string | null
  at: number
  decided: string | null
}

/** Read straight from the tables, which are the only ones to know what became of each line. */
export async function ledgerOf(guildId: string): Promise<Ledger> {
  const rows = async <T>(query: string) => (await env.DB.prepare(query).bind(guildId).all<T>()).results
  const evidence = await rows<EvidenceRow>(
    `SELECT m.id, m.fact, m.subject_id AS subject, m.status, coalesce(e.fact, m.fact) = m.fact AS worded, coalesce(e.window_id, e.ref) AS window,
       e.channel_id AS channel, e.author_id AS author, e.filing, e.said_at AS at, m.decided
     FROM memories m JOIN evidence e ON e.memory_id = m.id WHERE m.guild_id = ?`,
  )
  const placed = "SELECT id, channel_id AS channel FROM"
  const others = [
    ...(await rows<{ id: string; channel: string }>(`${placed} notes WHERE guild_id = ?`)),
    ...(await rows<{ id: string; channel: string }>(`${placed} windows WHERE guild_id = ?`)),
  ]
  const ledger: Ledger = {
    ids: new Map(),
    subjects: new Map(),
    memories: new Map(),
    decided: new Map(),
    facts: [],
  }
  for (const { id, channel } of others) ledger.ids.set(id, [channel])
  for (const row of evidence) enter(ledger, row)
  return ledger
}

function enter({ ids, subjects, memories, decided, facts }: Ledger, row: EvidenceRow): void {
  const { id, fact, status, worded, window, channel, author, at } = row
  const channels = [...(ids.get(id) ?? []), ...(worded === 1 ? [channel] : [])]
  // A memory none of whose statements is worded as it is now is nobody's.
  ids.set(id, channels)
  subjects.set(id, row.subject)
  const filing = row.filing === null ? null : (JSON.parse(row.filing) as Filing)
  const statement = { window, channelId: channel, authorId: author, worded: worded === 1, filing, at }
  decided.set(id, JSON.parse(row.decided ?? "{}") as Decided)
  memories.set(id, [...(memories.get(id) ?? []), statement])
  const known = facts.find((one) => one.id === id)
  if (known) known.channels = channels
  else if (status === "active") facts.push({ id, fact, channels })
}
