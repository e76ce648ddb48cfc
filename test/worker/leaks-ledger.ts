/** Reads which statements a random guild's memories and notes rest on. It knows nothing of permissions. */
import { env } from "cloudflare:workers"

/** A window's lines about a memory, or one thing told directly. */
interface Statement {
  window: string
  channelId: string | null
  authorId: string
  /** True if it words the fact as the memory does now. */
  worded: boolean
  /** The filing it gave the fact; `null` once withdrawn. */
  filing: Filing | null
  at: number
}

/** A memory's filing, in the field names of every list. */
export type Filing = Record<"type" | "section" | "importance" | "lifetime", string | null>

/** Parts of a memory's filing that no statement gives. */
interface Decided {
  set?: Partial<Filing>
  promoted?: { days: number; timezone: string }
}

export interface Ledger {
  /** Channels whose readers may see each memory, note or window, by id; `null` means everyone. */
  ids: Map<string, (string | null)[]>
  /** Subject of each memory. */
  subjects: Map<string, string>
  /** Statements of each memory, in any wording. */
  memories: Map<string, Statement[]>
  decided: Map<string, Decided>
  /** Subjects of the facts that are hidden or await review, by id. */
  withheld: Map<string, string>
  /** Active facts, with the channels that may show each in its current wording. */
  facts: { id: string; fact: string; channels: (string | null)[] }[]
}

interface EvidenceRow {
  id: string
  fact: string
  subject: string
  status: string
  /** 1 if the statement words the fact as it is now. */
  worded: number
  window: string
  channel: string | null
  author: string
  filing: string | null
  at: number
  decided: string | null
}

/** Reads the tables directly, because nothing else records what became of each line. */
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
    withheld: new Map(),
    facts: [],
  }
  for (const { id, channel } of others) ledger.ids.set(id, [channel])
  for (const row of evidence) enter(ledger, row)
  return ledger
}

function enter({ ids, subjects, memories, decided, withheld, facts }: Ledger, row: EvidenceRow): void {
  const { id, fact, status, worded, window, channel, author, at } = row
  const channels = [...(ids.get(id) ?? []), ...(worded === 1 ? [channel] : [])]
  // Without a statement in its current wording, a memory has no readers.
  ids.set(id, channels)
  subjects.set(id, row.subject)
  if (status === "queued" || status === "shadow") withheld.set(id, row.subject)
  const filing = row.filing === null ? null : (JSON.parse(row.filing) as Filing)
  const statement = { window, channelId: channel, authorId: author, worded: worded === 1, filing, at }
  decided.set(id, JSON.parse(row.decided ?? "{}") as Decided)
  memories.set(id, [...(memories.get(id) ?? []), statement])
  const known = facts.find((one) => one.id === id)
  if (known) known.channels = channels
  else if (status === "active") facts.push({ id, fact, channels })
}
