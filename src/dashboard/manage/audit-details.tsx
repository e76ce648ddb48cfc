/** The fields of a row of the audit log, in words, with channels and people by name. */
import type { Child } from "hono/jsx"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import type { Id } from "../../domain/types.ts"
import type { AuditRow } from "../../memory/write/audit.ts"
import { DEFAULT_CHANNEL } from "../../policy/channel-modes.ts"
import type { PolicyVersion } from "../../policy/versions.ts"
import { Pairs, When } from "../kit/parts.tsx"
import type { Visit } from "../session/visit.ts"
import { detailFields, detailLabel, detailText } from "./detail-words.ts"
import { fieldLabel, valueText, versionNote } from "./policy/policy-words.ts"
import { channelLabel, mayUseChannel } from "./readable-channels.ts"

const Detail = z.record(z.string(), z.unknown())

/** Fields that hold people, and that hold channels. */
const PEOPLE: readonly string[] = ["person", "member"]
const CHANNELS = /(?:^|\.)(?:channels?|quiet)$/
const CHANNEL_ID = /^(?:default|\d+)$/
/** Modes of channels, by id. */
const MODES = "channels.modes."

/** Returns the ids of people whom a row names. */
export function peopleIn(detail: unknown): Id[] {
  const fields = fieldsOf(detail)
  return PEOPLE.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []))
}

/** People, actions and versions to which the rows of a page refer. */
export interface AuditReferences {
  /** The people whom the visitor may know. */
  names: ReadonlyMap<Id, string>
  /** Actions that rows undid, in words, by number of row. */
  undone: ReadonlyMap<number, string>
  versions: readonly PolicyVersion[]
}

type ShownRow = Pick<AuditRow, "action" | "at" | "actor" | "detail">

/** Returns the numbers of the rows that these undid. */
export function undoneIn(rows: readonly ShownRow[]): number[] {
  return rows.flatMap(({ detail }) => z.int().safeParse(fieldsOf(detail).undoes).data ?? [])
}

/** Returns where the versions are found that these rows put in force: a trial's by number, others by time. */
export function versionsIn(rows: readonly ShownRow[]): { times: number[]; numbers: number[] } {
  const puts = rows.filter(({ action }) => action === "policy.put")
  const numbers = puts.flatMap((row) => trialVersion(row) ?? [])
  return { times: puts.filter((row) => trialVersion(row) === null).map(({ at }) => at), numbers }
}

function trialVersion({ detail }: ShownRow): number | null {
  return z.int().safeParse(fieldsOf(detail).version).data ?? null
}

function fieldsOf(detail: unknown): Record<string, unknown> {
  return Detail.catch({}).parse(detail)
}

/** The fields of a row; if there are many, they are folded. */
export function AuditDetails({ row, visit, known }: { row: ShownRow; visit: Visit; known: AuditReferences }) {
  const version = row.action === "policy.put" ? versionOf(row, known.versions) : undefined
  const pairs = version === undefined ? detailPairs(visit, row.detail, known) : policyPairs(visit, version)
  if (pairs.length === 0) return null
  return pairs.length <= 4 ? (
    <Pairs items={pairs} />
  ) : (
    <details>
      <summary>Details</summary>
      <Pairs items={pairs} />
    </details>
  )
}

function versionOf(row: ShownRow, versions: readonly PolicyVersion[]): PolicyVersion | undefined {
  const number = trialVersion(row)
  return versions.find(({ version, at, author }) =>
    number === null ? at === row.at && author === row.actor : version === number,
  )
}

/** A policy that was put in force: its version, why, and the settings that it changed. */
function policyPairs({ base }: Visit, { version, note, changes }: PolicyVersion): [string, Child][] {
  return [
    ["Version", <a href={`${base}/manage/policy/versions/${version}`}>{`Version ${version}`}</a>],
    ...(note === null ? [] : [["Why", versionNote(note)] as [string, Child]]),
    ...changes.map(({ field, before, after }): [string, Child] => [
      fieldLabel(field),
      `${valueText(field, before)} → ${valueText(field, after)}`,
    ]),
  ]
}

/** Says each field of a row in words. `cause` only keeps a change from being made twice. */
function detailPairs(visit: Visit, detail: unknown, known: AuditReferences): [string, Child][] {
  const { cause: _, field, value, ...rest } = fieldsOf(detail)
  const chosen = typeof field === "string" ? { [field]: value } : {}
  return detailFields({ ...chosen, ...rest }).map(([path, one]) => [
    path.startsWith(MODES) ? channelText(visit, path.slice(MODES.length)) : detailLabel(path),
    fieldText(visit, [path, one], known),
  ])
}

function fieldText(
  visit: Visit,
  [path, value]: [string, unknown],
  { names, undone }: AuditReferences,
): Child {
  if (path === "undoes") return undone.get(Number(value)) ?? "A change that is no longer in this log"
  if (/(?:_at|At|until|since)$/.test(path) && typeof value === "number")
    return <When at={value} clock={visit} exact />
  if (PEOPLE.includes(path) && typeof value === "string") return names.get(value) ?? <code>{value}</code>
  if (path.startsWith(MODES)) return detailText("mode", value)
  if (!CHANNELS.test(path)) return detailText(path, value)
  const ids = [value].flat().flatMap((id) => (typeof id === "string" && CHANNEL_ID.test(id) ? [id] : []))
  return ids.length === 0 ? detailText(path, value) : ids.map((id) => channelText(visit, id)).join(", ")
}

/** Names a channel if the visitor may read it. */
function channelText(visit: Visit, id: Id): string {
  if (id === DEFAULT_CHANNEL) return "All that have no mode of their own"
  return mayUseChannel(visit, id) ? channelLabel(channelOf(visit.entered.structure, id)) : "a channel"
}
