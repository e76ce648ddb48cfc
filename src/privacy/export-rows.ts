/**
 * Rows of one person's export, page by page in key order. Reads take a Viewer: it limits what others said;
 * the person's own words are always included.
 */
import { type SQL, sql } from "drizzle-orm"
import { DECISION_LABELS } from "../domain/claim-labels.ts"
import { placeId } from "../domain/events.ts"
import { DEPLOYMENT } from "../domain/ids.ts"
import type { Id, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { UNREADABLE } from "../memory/db/json-column.ts"
import type { FiledMemory } from "../memory/facts/filing.ts"
import { factNamesObjector, mentionable, unlessNamesObjector } from "../memory/read/consent-sql.ts"
import { readableNote } from "../memory/read/note-reads.ts"
import { citableEvidence, readableChannel, viewerProjectionColumn } from "../memory/read/search.ts"
import { projectFiling, type ViewerProjection } from "../memory/read/viewer-projection.ts"
import { audienceKey } from "../memory/write/digests.ts"

/** One item of the document, and the cursor after it. */
interface ExportRow {
  after: string | number
  item: unknown
}

export interface ExportSection {
  /** Reads a page after a cursor; `null` starts it. */
  read: (db: Database, after: string | number | null, limit: number) => Promise<ExportRow[]>
  /** Selects the number of its items, as `n`. */
  count: SQL
}

const isoTime = (at: string) => sql.raw(`strftime('%Y-%m-%dT%H:%M:%fZ', ${at} / 1000.0, 'unixepoch')`)

/** Returns the sections held in the database, by their names in the document. */
export function exportSections(viewer: Viewer, userId: Id): Record<string, ExportSection> {
  const of = { viewer, userId }
  return {
    memories: memories(of),
    statements: statements(of),
    notes: notes(of),
    topics: topics(of),
    digests: digests(of),
    labels: labels(of),
    claims: claims(of),
    audit: audit(of),
    keys: keys(of),
    erasures: erasures(of),
    links: links(of),
    events: events(of),
  }
}

interface ExportScope {
  viewer: Viewer
  userId: Id
}

/**
 * Memories about the person, with the evidence that the viewer may see. A wording that rests on none of it is
 * left out.
 */
function memories({ viewer, userId }: ExportScope): ExportSection {
  const theirs = sql`e.author_id = ${userId}`
  const others = sql`(${readableChannel(viewer, sql`e.channel_id`)} AND ${mentionable(viewer, sql`e.author_id`)})`
  const worded = sql`(e.fact IS NULL OR e.fact = memories.fact)`
  const told = viewer.hidesObjectors ? sql`NOT ${factNamesObjector(viewer)}` : sql`1`
  const seen = sql`e.memory_id = memories.id AND (${theirs} OR ${others})`
  // Values made from all statements would reveal those the viewer may not see.
  const whole = sql`NOT EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = memories.id AND NOT (${theirs} OR ${others}))`
  const when = (which: "min" | "max") =>
    sql`(SELECT ${isoTime(`${which}(e.said_at)`)} FROM evidence e WHERE ${seen})`
  const may = sql`(evidence.author_id = ${userId} OR ${citableEvidence(viewer, "evidence")})`
  return page(
    sql`SELECT seq AS after, json_object('id', id, 'fact', fact, 'told', json(${viewerProjectionColumn(viewer, may)}), 'decided', json(decided), 'type', type, 'section', section, 'topics', json(topics),
        'importance', importance, 'confidence', CASE WHEN ${whole} THEN confidence END, 'lifetime', lifetime, 'time', json(time), 'status', status,
        'said_at', ${when("min")}, 'last_said_at', ${when("max")}, 'expires_at', CASE WHEN ${whole} THEN ${isoTime("expires_at")} END,
        'evidence', (SELECT json_group_array(json_object('message_id', e.message_id, 'channel_id', e.channel_id, 'own', json(iif(${theirs}, 'true', 'false')),
            'author_id', e.author_id, 'excerpt', iif(${theirs}, e.excerpt, ${unlessNamesObjector(viewer, sql`e.excerpt`, sql`'…'`)}), 'said_at', ${isoTime("e.said_at")}, 'method', e.method))
          FROM (SELECT * FROM evidence e WHERE ${seen} ORDER BY e.said_at, e.ref) e)) AS item
      FROM memories WHERE guild_id = ${viewer.guildId} AND scope = 'user' AND subject_id = ${userId}
        AND EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = memories.id AND ${worded} AND (${theirs} OR (${others} AND ${told})))`,
    asFiled,
  )
}

/** Files a memory by the statements that the viewer may see. */
function asFiled(row: FiledMemory & { told: ViewerProjection | null }): unknown {
  const { told, ...item } = row
  const { decided: _, ...shown } = { ...item, ...(told === null ? {} : projectFiling(item, told)) }
  return shown
}

/** The person's statements in memories about others, a channel or the guild. */
function statements({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT e.rowid AS after, json_object('excerpt', e.excerpt, 'about', m.scope, 'message_id', e.message_id, 'channel_id', e.channel_id,
        'said_at', ${isoTime("e.said_at")}, 'method', e.method) AS item
      FROM evidence e JOIN memories m ON m.id = e.memory_id
      WHERE e.guild_id = ${viewer.guildId} AND e.author_id = ${userId} AND NOT (m.scope = 'user' AND m.subject_id = ${userId})`,
  )
}

/**
 * Conversations the person took part in. The title is included only if the viewer may read the conversation.
 */
function notes({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT n.seq AS after, json_object('id', n.id, 'channel_id', n.channel_id,
        'title', CASE WHEN ${readableChannel(viewer, sql`n.channel_id`)} THEN ${unlessNamesObjector(viewer, sql`n.title`, sql`NULL`)} END,
        'line', (SELECT value->>'line' FROM json_each(n.participants) WHERE value->>'id' = ${userId}),
        'from', ${isoTime("n.from_at")}, 'to', ${isoTime("n.to_at")}) AS item
      FROM note_people np JOIN notes n ON n.seq = np.note_seq WHERE np.guild_id = ${viewer.guildId} AND np.user_id = ${userId}`,
  )
}

/**
 * Topics made from the person's conversations, if the viewer may read all conversations in them: place and
 * times of the others would reveal talks that are closed to the viewer. What the person did is listed under
 * their conversations in any case.
 */
function topics({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT c.seq AS after, json_object('id', c.id, 'channel_id', c.channel_id,
        'title', ${unlessNamesObjector(viewer, sql`c.title`, sql`NULL`)},
        'line', (SELECT value->>'line' FROM json_each(c.participants) WHERE value->>'id' = ${userId}),
        'notes', (SELECT json_group_array(s.source_id) FROM note_sources s JOIN note_people own ON own.guild_id = s.guild_id AND own.user_id = ${userId}
          JOIN notes n ON n.seq = own.note_seq AND n.id = s.source_id WHERE s.guild_id = c.guild_id AND s.cluster_id = c.id),
        'from', ${isoTime("c.from_at")}, 'to', ${isoTime("c.to_at")}) AS item
      FROM notes c WHERE c.id IN (SELECT s.cluster_id FROM note_people np JOIN notes n ON n.seq = np.note_seq
        JOIN note_sources s ON s.guild_id = np.guild_id AND s.source_id = n.id WHERE np.guild_id = ${viewer.guildId} AND np.user_id = ${userId})
        AND ${readableNote(viewer, sql`c`)}`,
  )
}

/** Digests about the person. For the person themselves, only those written for exactly what they may read. */
function digests({ viewer, userId }: ExportScope): ExportSection {
  const audience = viewer.readable === "all" ? sql`1` : sql`audience = ${audienceKey(viewer)}`
  return page(
    sql`SELECT kind || ':' || audience AS after, json_object('kind', kind, 'body', body, 'made_at', ${isoTime("updated_at")}) AS item
      FROM digests WHERE guild_id = ${viewer.guildId} AND user_id = ${userId} AND body <> '' AND ${audience}`,
  )
}

/** The person's judgments of answers. */
function labels({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT message_id AS after, json_object('message_id', message_id, 'channel_id', channel_id, 'label', label, 'at', ${isoTime("at")}) AS item
      FROM answer_labels WHERE guild_id = ${viewer.guildId} AND user_id = ${userId}`,
  )
}

/**
 * The person's rows of the claim log: from their own words, and from others' words that the viewer may read. The counts
 * that the gate saw are left out, and so are recalls and labels that tell of them or of answers: they cover places that
 * the viewer may not read. Claims decided at once come in the order of their extraction: ids are hashes.
 */
function claims({ viewer, userId }: ExportScope): ExportSection {
  const isDecision = sql`label IN (SELECT value FROM json_each(${JSON.stringify(DECISION_LABELS)}))`
  return page(
    sql`SELECT printf('%d:%s:%04d:%s', at, coalesce(channel_id, ''), n, id) AS after, json_object('at', ${isoTime("at")}, 'channel_id', channel_id, 'op', op, 'type', type, 'section', section,
        'importance', importance, 'lifetime', lifetime, 'own', json(iif(reported = 0, 'true', 'false')), 'base', base, 'confidence', confidence,
        'statements', statements, 'fact_chars', fact_chars, 'method', method, 'model', model, 'verdict', verdict, 'reason', reason,
        'policy_version', policy_version, 'memory_id', memory_id, 'label', iif(${isDecision}, label, NULL), 'labeled_on', iif(${isDecision}, labeled_on, NULL)) AS item
      FROM claim_log WHERE guild_id = ${viewer.guildId} AND scope = 'user' AND subject_id = ${userId}
        AND (reported = 0 OR ${readableChannel(viewer, sql`claim_log.channel_id`)})`,
  )
}

/** Audit rows about the person. */
function audit({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT seq AS after, json_object('action', action, 'at', ${isoTime("at")}, 'detail', json(CASE WHEN detail IS NULL THEN 'null' WHEN json_valid(detail) THEN detail ELSE ${JSON.stringify(UNREADABLE)} END)) AS item
      FROM audit WHERE guild_id IN (${viewer.guildId}, ${DEPLOYMENT}) AND target = ${userId}`,
  )
}

/** API keys bound to the person, without their secrets. */
function keys({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT id AS after, json_object('id', id, 'name', name, 'scope', scope, 'created_at', ${isoTime("created_at")},
        'expires_at', ${isoTime("expires_at")}, 'revoked_at', ${isoTime("revoked_at")}, 'last_used_at', ${isoTime("last_used_at")}) AS item
      FROM api_keys WHERE guild_id = ${viewer.guildId} AND user_id = ${userId}`,
  )
}

function erasures({ viewer, userId }: ExportScope): ExportSection {
  return page(
    sql`SELECT id AS after, json_object('id', id, 'state', state, 'requested_at', ${isoTime("requested_at")}, 'finished_at', ${isoTime("finished_at")}) AS item
      FROM erasures WHERE guild_id = ${viewer.guildId} AND kind = 'person' AND target = ${userId}`,
  )
}

/**
 * The account's links with others. A confirmed link is for the account's own export alone: neither an admin's nor one
 * that follows a link tells of it.
 */
function links({ viewer, userId }: ExportScope): ExportSection {
  const ends = sql`iif(account_id = ${userId}, person_id, account_id)`
  // A reader who is only said to be the person has no linked accounts.
  const known = viewer.userId === userId ? viewer.linked : []
  const isShown = sql`(kind = 'attribution' OR ${ends} IN (SELECT value FROM json_each(${JSON.stringify(known)})))`
  return page(
    sql`SELECT kind || ':' || ${ends} || iif(account_id = ${userId}, ':person', ':account') AS after,
        json_object('kind', kind, 'account', ${ends}, 'is_person', json(iif(kind = 'attribution' AND account_id = ${userId}, 'true', 'false')),
          'made_at', ${isoTime("made_at")}, 'rejected', json(iif(refused_by IS NULL, 'false', 'true'))) AS item
      FROM identity_links WHERE guild_id = ${viewer.guildId} AND (account_id = ${userId} OR person_id = ${userId}) AND ${isShown}`,
  )
}

/** Events about the person: those in their private place, and those of channels that the viewer may read. */
function events({ viewer, userId }: ExportScope): ExportSection {
  const place = placeId(viewer.guildId, "user", userId)
  const content = unlessNamesObjector(viewer, sql`events.content`, sql`NULL`)
  return page(
    sql`SELECT id AS after, json_object('id', id, 'source', source, 'role', role, 'platform', platform, 'session', session,
        'channel_id', nullif(place_id, ${place}), 'content', json(${content}), 'at', ${isoTime("at")}) AS item
      FROM events WHERE guild_id = ${viewer.guildId} AND scope = 'user' AND scope_id = ${userId} AND deleted_at IS NULL
        AND (place_id = ${place} OR ${readableChannel(viewer, sql`events.place_id`)})`,
  )
}

/** Reads pages of `after` and `item`, the JSON that `shown` receives. */
function page<Row>(rows: SQL, shown?: (row: Row) => unknown): ExportSection {
  return {
    count: sql`SELECT count(*) AS n FROM (${rows})`,
    read: async (db, after, limit) => {
      const found = await db.all<{ after: string | number; item: string }>(
        sql`SELECT after, item FROM (${rows}) WHERE ${after} IS NULL OR after > ${after} ORDER BY after LIMIT ${limit}`,
      )
      return found.map(({ after, item }) => {
        // Written by the queries above alone.
        const row = JSON.parse(item) as Row
        return { after, item: shown ? shown(row) : row }
      })
    },
  }
}
