/** Reads the database for tests which assert that nothing changed or that two ways end the same. */
import { env } from "cloudflare:workers"

/** Written in the background, for any guild. Model usage is in `guildRows`; nights run by themselves. */
const LATER = ["usage", "runs", "run_steps", "run_drafts"]

/**
 * Counts the guilds' rows in each table except those written in the background. Tables without a guild are
 * counted whole.
 */
export async function rowCounts(...guilds: string[]): Promise<Record<string, number>> {
  const tables = await env.DB.prepare(
    `SELECT name, sql LIKE '%guild_id%' AS ofGuilds FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
      AND name NOT LIKE '_cf_%' AND name NOT LIKE '%_term%' ORDER BY name`,
  ).all<{ name: string; ofGuilds: number }>()
  const counted = tables.results.filter(({ name }) => !LATER.includes(name))
  const counts = counted.map(({ name, ofGuilds }) => {
    const where = ofGuilds ? " WHERE guild_id IN (SELECT value FROM json_each(?1))" : " WHERE ?1 = ?1"
    // A read of everything is audited before it is known whether anything was there.
    const noted = name === "audit" ? " AND action <> 'read.all'" : ""
    return env.DB.prepare(`SELECT '${name}' AS name, count(*) AS rows FROM "${name}"${where}${noted}`).bind(
      JSON.stringify(guilds),
    )
  })
  const rows = (await env.DB.batch<{ name: string; rows: number }>(counts)).flatMap(
    (result) => result.results,
  )
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]))
}

/** Returns the rows of one guild, without what differs between runs. */
export async function guildRows(guild: string): Promise<Record<string, unknown[]>> {
  const queries = {
    guild: "SELECT settings, policy_version FROM guilds WHERE id = ?",
    members: "SELECT id, name, consent FROM members WHERE guild_id = ? ORDER BY id",
    memories: `SELECT m.scope, m.subject_id, m.fact, m.type, m.status, m.importance, m.confidence, m.evidence_count, m.said_at, m.last_said_at,
        m.expires_at, s.fact AS superseded_by, c.fact AS contradicts
      FROM memories m LEFT JOIN memories s ON s.id = m.superseded_by LEFT JOIN memories c ON c.id = m.contradicts
      WHERE m.guild_id = ? ORDER BY m.fact`,
    evidence:
      "SELECT m.fact, e.message_id, e.excerpt FROM evidence e JOIN memories m ON m.id = e.memory_id WHERE e.guild_id = ? ORDER BY 1, 2",
    notes: "SELECT title, summary, first_message_id FROM notes WHERE guild_id = ? ORDER BY first_message_id",
    windows:
      "SELECT channel_id, message_count, reason, method FROM windows WHERE guild_id = ? ORDER BY first_at",
    found:
      "SELECT m.fact FROM memory_terms t JOIN memories m ON m.seq = t.rowid WHERE m.guild_id = ? ORDER BY 1",
    noted: "SELECT n.title FROM note_terms t JOIN notes n ON n.seq = t.rowid WHERE n.guild_id = ? ORDER BY 1",
    usage:
      "SELECT purpose, model, calls, input_tokens, output_tokens FROM usage WHERE guild_id = ? ORDER BY 1, 2",
    policies: "SELECT version, body FROM policies WHERE guild_id = ? ORDER BY version",
  }
  const names = Object.keys(queries)
  const results = await env.DB.batch(Object.values(queries).map((query) => env.DB.prepare(query).bind(guild)))
  return Object.fromEntries(names.map((name, index) => [name, results[index]?.results ?? []]))
}

/**
 * Returns violations of what must always hold: full text matches the active memories, and no row is orphaned.
 */
export async function faultsOfDatabase(): Promise<unknown[]> {
  const queries = [
    "SELECT 'not found by its words' AS fault, fact FROM memories WHERE status = 'active' AND seq NOT IN (SELECT rowid FROM memory_terms)",
    "SELECT 'found though not active' AS fault, rowid FROM memory_terms WHERE rowid NOT IN (SELECT seq FROM memories WHERE status = 'active')",
    "SELECT 'a note not found' AS fault, title FROM notes WHERE seq NOT IN (SELECT rowid FROM note_terms)",
    "SELECT 'found without a note' AS fault, rowid FROM note_terms WHERE rowid NOT IN (SELECT seq FROM notes)",
    "SELECT 'a cluster of nothing' AS fault, title FROM notes n WHERE kind = 'topic_cluster' AND NOT EXISTS (SELECT 1 FROM note_sources s WHERE s.guild_id = n.guild_id AND s.cluster_id = n.id)",
    "SELECT 'a source of no cluster' AS fault, cluster_id FROM note_sources s WHERE NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = s.cluster_id AND n.guild_id = s.guild_id AND n.kind = 'topic_cluster')",
    "SELECT 'made of what is gone' AS fault, source_id FROM note_sources s WHERE NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = s.source_id AND n.guild_id = s.guild_id AND n.channel_id = s.channel_id AND n.kind = 'conversation')",
    "SELECT 'took part unknown' AS fault, n.title FROM notes n, json_each(n.participants) p WHERE n.kind = 'conversation' AND NOT EXISTS (SELECT 1 FROM note_people np WHERE np.guild_id = n.guild_id AND np.user_id = p.value->>'id' AND np.to_at = n.to_at AND np.note_seq = n.seq)",
    "SELECT 'took part in nothing' AS fault, user_id FROM note_people np WHERE NOT EXISTS (SELECT 1 FROM notes n, json_each(n.participants) p WHERE n.seq = np.note_seq AND n.channel_id = np.channel_id AND p.value->>'id' = np.user_id)",
    "SELECT 'no evidence' AS fault, fact FROM memories WHERE id NOT IN (SELECT memory_id FROM evidence)",
    "SELECT 'evidence of nothing' AS fault, ref FROM evidence WHERE memory_id NOT IN (SELECT id FROM memories)",
    "SELECT 'a vector though not active' AS fault, fact FROM memories WHERE status <> 'active' AND embedded_with IS NOT NULL",
    "SELECT 'contradicts nothing' AS fault, fact FROM memories WHERE contradicts IS NOT NULL AND contradicts NOT IN (SELECT id FROM memories WHERE status <> 'superseded')",
    "SELECT 'history of no time' AS fault, fact FROM memories WHERE (status = 'superseded') <> (replaced_at IS NOT NULL)",
    "SELECT 'a secret of another guild' AS fault, e.excerpt FROM evidence e JOIN memories m ON m.id = e.memory_id WHERE m.guild_id <> e.guild_id",
  ]
  const results = await env.DB.batch(queries.map((query) => env.DB.prepare(query)))
  return results.flatMap((result) => result.results)
}
