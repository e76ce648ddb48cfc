/** Deciding on what waits: queued memories and contradictions, one at a time. Shown is what the manager's own place lets them read; of the rest, the number. */
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Id } from "../../../domain/types.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { type Correction, correct } from "../../../memory/write/correct.ts"
import { decideReviewItem, reviewQueue } from "../../../memory/write/review-decisions"
import { checkMemoryContent } from "../../../privacy/content-check"
import { isQuotable, toSource } from "../../../recall/context.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type Asked, customId, type Form, laidOut, type Reply } from "../../bot/ui/command.ts"
import { type Desk, deskOf } from "../../bot/ui/reading.ts"
import { shown } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { factField } from "../remember/correction.ts"
import { byAsker } from "./managing.ts"

export async function reviewCommand(asked: Asked): Promise<Reply> {
  return pageAt(await deskOf(asked), 0, null)
}

/** A matter as its page showed it. */
export interface Shown {
  id: string
  version: number
  place: number
}

export const DEEDS = ["approve", "other", "both", "reject", "next"] as const
export type Deed = (typeof DEEDS)[number]

export async function decide(asked: Asked, deed: Deed, { id, version, place }: Shown): Promise<Reply> {
  const desk = await deskOf(asked)
  if (deed === "next") return pageAt(desk, place + 1, null)
  const { db } = desk.entered
  const refused = await decideReviewItem(db, desk.viewer, {
    waiting: { id, version },
    decision: deed,
    by: byAsker(asked),
  })
  if (refused?.reason === "not_waiting" || refused?.reason === "unknown_memory")
    return pageAt(desk, place, MEANWHILE)
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
  return pageAt(desk, place, DONE[deed])
}

const DONE: Record<Exclude<Deed, "next">, string> = {
  approve: "Approved.",
  other: "Approved.",
  both: "Both are kept.",
  reject: "Rejected.",
}

export async function rewording(asked: Asked, { id, version, place }: Shown): Promise<Form> {
  const { entered, viewer } = await deskOf(asked)
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return rewordForm(found, { version, place })
}

/** New words by a manager's own hand: they are approved with it. */
export async function reworded(asked: Asked, { id, version, place }: Shown, fact: string): Promise<Reply> {
  const desk = await deskOf(asked)
  const { found, notice } = await asShown(desk, { id, version })
  if (found === null) return pageAt(desk, place, notice)
  if (fact.trim() === "")
    throw new Refused({ reason: "invalid", issues: [{ field: "fact", problem: "is blank" }] })
  const unfit = checkMemoryContent(found, [fact], desk.entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  await apply(asked, desk, { id, change: { fact: fact.trim(), status: "active" } })
  return pageAt(desk, place, "Reworded and approved.")
}

const MEANWHILE = "⚠️ That one changed meanwhile, or is decided already."

/** The memory, if it is as the page showed it. */
async function asShown(
  { entered, viewer }: Desk,
  { id, version }: Pick<Shown, "id" | "version">,
): Promise<{ found: FoundMemory | null; notice: string }> {
  const found = await findMemory(entered.db, viewer, id)
  return { found: found?.memory.version === version ? found : null, notice: MEANWHILE }
}

async function apply(
  asked: Asked,
  { entered, viewer }: Desk,
  { id, change }: { id: string; change: Correction },
): Promise<void> {
  const refused = await correct(entered.db, viewer, { id, change, by: byAsker(asked) })
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
}

/** The matter at a place among those that wait now, and round to the first after the last. */
async function pageAt({ entered, viewer }: Desk, place: number, notice: string | null): Promise<Reply> {
  const { db, guild } = entered
  const { ids, hidden } = await reviewQueue(db, viewer)
  const at = place < ids.length ? place : 0
  const id = ids[at]
  const found = id === undefined ? null : await findMemory(db, viewer, id)
  if (found === null) return nothingWaits(hidden, notice)
  const { contradicts } = found.memory
  const other = contradicts === null ? null : await findMemory(db, viewer, contradicts)
  return matterPage({ guildId: guild.id, found, other, place: at, of: ids.length, hidden, notice })
}

// One matter that waits for somebody's word, with both sides and what each rests on; and the form to reword it. Pure.

/** What is decided on, and where it stands among what waits. */
interface Matter {
  guildId: Id
  found: FoundMemory
  /** The memory that says the opposite; null: it only waits for approval. */
  other: FoundMemory | null
  /** Counted from 0. */
  place: number
  of: number
  hidden: number
  notice: string | null
}

/** Both sides together stay below Discord's 4,000 characters, however much of them has to be escaped. */
const MOST_EVIDENCE = { one: 4, both: 2 }

export function matterPage(matter: Matter): Reply {
  const { found, other, place, of, hidden, notice, guildId } = matter
  const { memory } = found
  const what = other === null ? "Waits for approval" : "Two that contradict each other"
  const head = [`## Review: ${place + 1} of ${of}`, what, ...(notice ? [notice] : []), ...hiddenLine(hidden)]
  const sides =
    other === null
      ? [text(side(found, guildId, MOST_EVIDENCE.one))]
      : [
          text(`**A** · ${side(found, guildId, MOST_EVIDENCE.both)}`),
          text(`**B** · ${side(other, guildId, MOST_EVIDENCE.both)}`),
        ]
  const press = (deed: string) =>
    customId("admin-review", deed, memory.id, String(memory.version), String(place))
  const decide =
    other === null
      ? [button(press("approve"), "Approve", { style: "success" })]
      : [
          button(press("approve"), "A is right", { style: "success" }),
          button(press("other"), "B is right", { style: "success" }),
          button(press("both"), "Both are true"),
        ]
  const reword = customId("admin-reword", memory.id, String(memory.version), String(place))
  return laidOut(
    container(
      text(head.join("\n")),
      divider(),
      ...sides,
      row(...decide),
      row(
        button(press("reject"), other === null ? "Reject" : "Reject A", { style: "danger" }),
        button(reword, other === null ? "Edit" : "Edit A"),
        button(press("next"), "Next", { disabled: of < 2 }),
      ),
    ),
  )
}

export function nothingWaits(hidden: number, notice: string | null): Reply {
  const lines = [
    "## Review",
    ...(notice ? [notice] : []),
    "Nothing waits for your word.",
    ...hiddenLine(hidden),
  ]
  return laidOut(container(text(lines.join("\n"))))
}

function hiddenLine(hidden: number): string[] {
  if (hidden === 0) return []
  return [`-# ${hidden} more ${hidden === 1 ? "waits" : "wait"} in channels that you cannot read.`]
}

function side({ memory, subjectName, evidence }: FoundMemory, guildId: Id, most: number): string {
  const about = memory.subject.scope === "user" ? shown(subjectName ?? "somebody", 40) : memory.subject.scope
  const kind = `${memory.type.replace("_", " ")} · about ${about} · ${Math.round(memory.confidence * 100)}% sure`
  return [
    `**${shown(memory.fact)}**`,
    `-# ${kind}`,
    ...evidence.slice(-most).map((one) => quoted(one, guildId)),
  ].join("\n")
}

function quoted(one: Evidence, guildId: Id): string {
  const { excerpt, authorId, saidAt, channelId } = one
  const { url } = toSource(one, guildId)
  const link = url === null ? "" : ` · [message](<${url}>)`
  const place = channelId === null ? "" : ` in <#${channelId}>`
  const words = isQuotable(excerpt) ? `> ${shown(excerpt, 140)}\n` : ""
  return `${words}-# <@${authorId}>${place} · ${timestamp(saidAt)}${link}`
}

/** Discord's forms take at most 45 characters of title. */
export function rewordForm(
  { memory }: Pick<FoundMemory, "memory">,
  { version, place }: { version: number; place: number },
): Form {
  return {
    custom_id: customId("admin-reworded", memory.id, String(version), String(place)),
    title: "Reword and approve",
    components: [factField("The fact, in third person", memory)],
  }
}
