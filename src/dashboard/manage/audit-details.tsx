/** The fields of a row of the audit log, in words, with channels and people by name. */
import type { Child } from "hono/jsx"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import type { Id } from "../../domain/types.ts"
import { DEFAULT_CHANNEL } from "../../policy/channel-modes.ts"
import { Pairs, When } from "../kit/parts.tsx"
import type { Visit } from "../session/visit.ts"
import { detailFields, detailLabel, detailText } from "./detail-words.ts"
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
  const fields = Detail.catch({}).parse(detail)
  return PEOPLE.flatMap((name) => (typeof fields[name] === "string" ? [fields[name]] : []))
}

type Names = ReadonlyMap<Id, string>

/** The fields of a row; those of a whole document, such as a policy, are folded. */
export function AuditDetails({ detail, visit, names }: { detail: unknown; visit: Visit; names: Names }) {
  const pairs = detailPairs(visit, detail, names)
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

/** Says each field of a row in words. `cause` only keeps a change from being made twice. */
function detailPairs(visit: Visit, detail: unknown, names: Names): [string, Child][] {
  const { cause: _, field, value, ...rest } = Detail.catch({}).parse(detail)
  const chosen = typeof field === "string" ? { [field]: value } : {}
  return detailFields({ ...chosen, ...rest }).map(([path, one]) => [
    path.startsWith(MODES) ? channelText(visit, path.slice(MODES.length)) : detailLabel(path),
    fieldText(visit, [path, one], names),
  ])
}

function fieldText(visit: Visit, [path, value]: [string, unknown], names: Names): Child {
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
