/**
 * Maps the ids of an export to those of the target guild. The same export always gives the same ids, so a part
 * that is read twice finds its rows there. Pure.
 */
import type { RowLine } from "../backup/format.ts"
import { placeId } from "../domain/events.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id } from "../domain/types.ts"

export interface Mapping {
  source: Id
  target: Id
  /** Channels of the source by those of the target. One that is missing keeps its id. */
  channels: Readonly<Record<Id, Id>>
  /** Projects of the source, by their names in its settings. */
  projects: readonly string[]
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
  events: { place_id: mapChannel },
  both_hold: { one: mapMemory, other: mapMemory },
  notes: { id: mapNote, channel_id: mapChannel },
  note_sources: { cluster_id: mapNote, source_id: mapNote, channel_id: mapChannel },
  answer_labels: { channel_id: mapChannel },
}

/** Returns the rows of a part as the target guild holds them. */
export function mapRows(mapping: Mapping, rows: readonly RowLine[]): RowLine[] {
  const placed = { ...mapping, channels: { ...mapping.channels, ...placesOf(mapping, rows) } }
  return rows.map((row) => mapRow(placed, row))
}

/**
 * Maps the places of events that the rows can come from: an id of a place is a hash of its guild and of who it belongs
 * to, so it cannot be read back. A place of nobody in the rows keeps its id, which nobody but managers reads.
 */
function placesOf({ source, target, projects }: Mapping, rows: readonly RowLine[]): Record<Id, Id> {
  if (source === target) return {}
  const owners = { user: new Set<string>(), project: new Set(projects) }
  for (const { table, row } of rows) {
    const [scope, id] = table === "events" ? [row.scope, row.scope_id] : [row.scope, row.subject_id]
    if (scope === "user" || scope === "project") owners[scope].add(`${id}`)
    if (table === "evidence") owners.user.add(`${row.author_id}`)
    if (table === "notes") for (const one of idsIn(row.participants)) owners.user.add(one)
  }
  const pair = (kind: "user" | "project") => (id: string) => [
    placeId(source, kind, id),
    placeId(target, kind, id),
  ]
  return Object.fromEntries([
    [placeId(source, "guild", source), placeId(target, "guild", target)],
    ...[...owners.user].map(pair("user")),
    ...[...owners.project].map(pair("project")),
  ])
}

function idsIn(people: RowLine["row"][string] | undefined): string[] {
  const all: unknown = JSON.parse(`${people ?? "[]"}`)
  return Array.isArray(all) ? all.flatMap((one: { id?: unknown } | null) => `${one?.id}`) : []
}

function mapRow(mapping: Mapping, { table, row }: RowLine): RowLine {
  const columns = Object.entries(COLUMNS[table] ?? {}).flatMap(([name, map]) =>
    typeof row[name] === "string" ? [[name, map(mapping, row[name])]] : [],
  )
  const next: RowLine["row"] = { ...row, guild_id: mapping.target, ...Object.fromEntries(columns) }
  if (table === "memories") next.subject_id = mapSubject(mapping, `${row.scope}`, `${row.subject_id}`)
  if (table === "events") next.scope_id = mapSubject(mapping, `${row.scope}`, `${row.scope_id}`)
  if (table === "both_hold" && `${next.one}` > `${next.other}`)
    [next.one, next.other] = [next.other ?? null, next.one ?? null]
  if (table === "answer_labels") next.memories = mapList(mapping, row.memories)
  return { table, row: next }
}

export function mapSubject(mapping: Mapping, scope: string, id: string): string {
  if (scope === "guild") return mapping.target
  return scope === "channel" ? mapChannel(mapping, id) : id
}

function mapList(mapping: Mapping, json: RowLine["row"][string] | undefined): string {
  const ids: unknown = JSON.parse(`${json}`)
  return JSON.stringify(Array.isArray(ids) ? ids.map((id) => mapMemory(mapping, `${id}`)) : [])
}
