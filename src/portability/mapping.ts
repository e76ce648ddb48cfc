/**
 * Maps the ids of an export to those of the target guild. The same export always gives the same ids, so a part
 * that is read twice finds its rows there. Pure.
 */
import type { RowLine } from "../backup/format.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id } from "../domain/types.ts"

export interface Mapping {
  source: Id
  target: Id
  /** Channels of the source by those of the target. One that is missing keeps its id. */
  channels: Readonly<Record<Id, Id>>
}

/** The first part of a topic's id holds its day, which reads by day rely on. */
const TOPIC = /^t_\d{4}-\d\d-\d\d_/

/** Ids are unique across guilds, so another guild gets its own. Within one guild they stay. */
function mapId({ source, target }: Mapping, id: string, prefix: string): string {
  return source === target ? id : `${prefix}${hashOf([target, source, id])}`
}

function mapMemory(mapping: Mapping, id: string): string {
  return mapId(mapping, id, "m_")
}

function mapWindow(mapping: Mapping, id: string): string {
  return mapId(mapping, id, "w_")
}

/** A conversation is named after its window. */
function mapNote(mapping: Mapping, id: string): string {
  const topic = TOPIC.exec(id)?.[0]
  return topic === undefined ? `n_${mapWindow(mapping, id.replace(/^n_/, ""))}` : mapId(mapping, id, topic)
}

export function mapChannel({ channels }: Mapping, id: Id): Id {
  return channels[id] ?? id
}

/** Columns by what their ids name. Others stay as they are. */
const COLUMNS: Partial<Record<RowLine["table"], Record<string, (mapping: Mapping, id: string) => string>>> = {
  memories: { id: mapMemory, superseded_by: mapMemory, contradicts: mapMemory },
  evidence: { memory_id: mapMemory, window_id: mapWindow, channel_id: mapChannel },
  both_hold: { one: mapMemory, other: mapMemory },
  notes: { id: mapNote, channel_id: mapChannel },
  note_sources: { cluster_id: mapNote, source_id: mapNote, channel_id: mapChannel },
  answer_labels: { channel_id: mapChannel },
}

/** Returns the row as the target guild holds it. */
export function mapRow(mapping: Mapping, { table, row }: RowLine): RowLine {
  const columns = Object.entries(COLUMNS[table] ?? {}).flatMap(([name, map]) =>
    typeof row[name] === "string" ? [[name, map(mapping, row[name])]] : [],
  )
  const next: RowLine["row"] = { ...row, guild_id: mapping.target, ...Object.fromEntries(columns) }
  if (table === "memories") next.subject_id = mapSubject(mapping, row)
  if (table === "both_hold" && `${next.one}` > `${next.other}`)
    [next.one, next.other] = [next.other ?? null, next.one ?? null]
  if (table === "answer_labels") next.memories = mapList(mapping, row.memories)
  return { table, row: next }
}

function mapSubject(mapping: Mapping, { scope, subject_id: id }: RowLine["row"]): string {
  if (scope === "guild") return mapping.target
  return scope === "channel" ? mapChannel(mapping, `${id}`) : `${id}`
}

function mapList(mapping: Mapping, json: RowLine["row"][string] | undefined): string {
  const ids: unknown = JSON.parse(`${json}`)
  return JSON.stringify(Array.isArray(ids) ? ids.map((id) => mapMemory(mapping, `${id}`)) : [])
}
