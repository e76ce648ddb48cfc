/**
 * Decides what an import does with rows that belong to no other: judgments of answers, events and attributions.
 * Settings and members were written before. Pure.
 */
import type { RowLine } from "../backup/format.ts"
import { eventText } from "../domain/events.ts"
import { MOST_ATTRIBUTIONS } from "../identity/attribute.ts"
import { holdsSecret } from "../privacy/secrets.ts"
import type { ImportedPart } from "./part.ts"
import { firstOf, type ImportRefusal, refusedChannel, refusedName, refusedPerson } from "./refusals.ts"
import { type Columns, columnsIn } from "./rows.ts"
import type { Settled, SettledRow, SettleRule } from "./settle.ts"
import type { Target } from "./target.ts"

interface OthersRule extends SettleRule {
  /** Settings and policy come along. */
  withSettings: boolean
}

/** Rows to skip need no line. */
type Outcome = Extract<SettledRow["outcome"], "same" | "skipped"> | ImportRefusal

export function settleOthers(
  { others, records }: Pick<ImportedPart, "others" | "records">,
  target: Target,
  rule: OthersRule,
): Settled {
  const settled: Settled = { lines: [], merged: [], fresh: [], rows: [] }
  for (const line of others) {
    const outcome = refusalOf(line, target, rule)
    settled.rows.push({ table: line.table, outcome: outcome ?? "added", id: null })
    const isWritten = line.table === "guilds" || line.table === "policies" || line.table === "members"
    if (outcome === null && !isWritten) settled.lines.push(asWritten(line, rule))
  }
  for (const { table } of records) settled.rows.push({ table, outcome: "skipped", id: null })
  return settled
}

function refusalOf({ table, row }: RowLine, target: Target, rule: OthersRule): Outcome | null {
  switch (table) {
    case "guilds":
    case "policies":
      return rule.withSettings ? null : "skipped"
    case "answer_labels": {
      const { user_id: userId, at } = columnsIn("answer_labels", row)
      return refusedPerson(target, userId, { from: at, to: at })
    }
    case "events":
      return settleEvent(columnsIn("events", row), target, rule)
    case "identity_links":
      return settleAttribution(columnsIn("identity_links", row), target)
    default:
      return null
  }
}

function settleEvent(event: Columns<"events">, target: Target, rule: OthersRule): Outcome | null {
  const known = target.events.find(({ id }) => id === event.id)
  if (known !== undefined && known.deletedAt !== null) return "deleted"
  if (known !== undefined) return isSame(known, event) ? "same" : "id_taken"
  if (target.events.some(({ messageId }) => messageId === event.message_id)) return "id_taken"
  if (event.scope === "global" && !rule.isOperator) return "global"
  const text = eventText(event.content ?? "")
  return firstOf([
    refusedChannel(target, event.place_id, event.at),
    event.scope === "user" ? refusedPerson(target, event.scope_id, { from: event.at, to: event.at }) : null,
    refusedName(target, [text]),
    holdsSecret(text) ? "unfit" : null,
  ])
}

function isSame(known: Target["events"][number], event: Columns<"events">): boolean {
  const { scope, scopeId, placeId, source, role, content, platform, session, at } = known
  const { scope_id: otherId, place_id: otherPlace, ...other } = event
  const mine = [scope, scopeId, placeId, source, role, content, platform, session, at]
  const theirs = [other.scope, otherId, otherPlace, other.source, other.role, other.content, other.platform]
  return JSON.stringify(mine) === JSON.stringify([...theirs, other.session, other.at])
}

/** Applies the rules that managers meet: one person for an account, no chains, and no second try after a rejection. */
function settleAttribution(
  { account_id: account, person_id: person, made_at: at, refused_by: refusedBy }: Columns<"identity_links">,
  target: Target,
): Outcome | null {
  const { attributions } = target
  const isRefused = refusedBy !== null
  const same = attributions.find((one) => one.account === account && one.person === person)
  if (same !== undefined) return same.isRefused === isRefused ? "same" : "decided_here"
  const refused = firstOf([account, person].map((id) => refusedPerson(target, id, { from: at, to: at })))
  if (refused !== null) return refused
  const inEffect = attributions.filter((one) => !one.isRefused)
  const conflicts = inEffect.some(
    (one) => one.account === account || one.account === person || one.person === account,
  )
  if (!isRefused && (conflicts || account === person || attributions.length >= MOST_ATTRIBUTIONS))
    return "decided_here"
  attributions.push({ account, person, isRefused })
  return null
}

/** Whoever imports an attribution answers for it. */
function asWritten(line: RowLine, { importer }: OthersRule): RowLine {
  return line.table === "identity_links" ? { ...line, row: { ...line.row, made_by: importer } } : line
}
