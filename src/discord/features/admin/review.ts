/** Deciding on what waits: queued memories and contradictions, one at a time. Shown is what the manager's own place lets them read; of the rest, the number. */
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Id } from "../../../domain/types.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { type Correction, correct } from "../../../memory/write/correct.ts"
import { decideReviewItem, reviewQueue } from "../../../memory/write/review-decisions.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { isQuotable, toSource } from "../../../recall/context.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  componentsReply,
  customId,
  type Form,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader } from "../../bot/ui/guild-reader.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { factField } from "../remember/correction.ts"
import { askerActor } from "./manager-access.ts"

export async function reviewCommand(asked: InteractionContext): Promise<Reply> {
  return reviewPageAt(await guildReader(asked), 0, null)
}

/** A matter as its page showed it. */
export interface ReviewPosition {
  id: string
  version: number
  place: number
}

export const REVIEW_ACTIONS = ["approve", "other", "both", "reject", "next"] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export async function runReviewAction(
  asked: InteractionContext,
  deed: ReviewAction,
  { id, version, place }: ReviewPosition,
): Promise<Reply> {
  const desk = await guildReader(asked)
  if (deed === "next") return reviewPageAt(desk, place + 1, null)
  const { db } = desk.entered
  const refused = await decideReviewItem(db, desk.viewer, {
    waiting: { id, version },
    decision: deed,
    by: askerActor(asked),
  })
  if (refused?.reason === "not_waiting" || refused?.reason === "unknown_memory")
    return reviewPageAt(desk, place, MEANWHILE)
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
  return reviewPageAt(desk, place, DONE[deed])
}

const DONE: Record<Exclude<ReviewAction, "next">, string> = {
  approve: "Approved.",
  other: "Approved.",
  both: "Both are kept.",
  reject: "Rejected.",
}

export async function openRewordForm(
  asked: InteractionContext,
  { id, version, place }: ReviewPosition,
): Promise<Form> {
  const { entered, viewer } = await guildReader(asked)
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return rewordForm(found, { version, place })
}

/** New words by a manager's own hand: they are approved with it. */
export async function saveRewording(
  asked: InteractionContext,
  { id, version, place }: ReviewPosition,
  fact: string,
): Promise<Reply> {
  const desk = await guildReader(asked)
  const { found, notice } = await findUnchanged(desk, { id, version })
  if (found === null) return reviewPageAt(desk, place, notice)
  if (fact.trim() === "")
    throw new Refused({ reason: "invalid", issues: [{ field: "fact", problem: "is blank" }] })
  const unfit = checkMemoryContent(found, [fact], desk.entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  await applyCorrection(asked, desk, { id, change: { fact: fact.trim(), status: "active" } })
  return reviewPageAt(desk, place, "Reworded and approved.")
}

const MEANWHILE = "⚠️ That one changed meanwhile, or is decided already."

/** The memory, if it is as the page showed it. */
async function findUnchanged(
  { entered, viewer }: GuildReader,
  { id, version }: Pick<ReviewPosition, "id" | "version">,
): Promise<{ found: FoundMemory | null; notice: string }> {
  const found = await findMemory(entered.db, viewer, id)
  return { found: found?.memory.version === version ? found : null, notice: MEANWHILE }
}

async function applyCorrection(
  asked: InteractionContext,
  { entered, viewer }: GuildReader,
  { id, change }: { id: string; change: Correction },
): Promise<void> {
  const refused = await correct(entered.db, viewer, { id, change, by: askerActor(asked) })
  if (refused) throw new Refused(refused)
  followWrites(asked.ground, asked.guildId)
}

/** The matter at a place among those that wait now, and round to the first after the last. */
async function reviewPageAt(
  { entered, viewer }: GuildReader,
  place: number,
  notice: string | null,
): Promise<Reply> {
  const { db, guild } = entered
  const { ids, hidden } = await reviewQueue(db, viewer)
  const at = place < ids.length ? place : 0
  const id = ids[at]
  const found = id === undefined ? null : await findMemory(db, viewer, id)
  if (found === null) return emptyReviewPage(hidden, notice)
  const { contradicts } = found.memory
  const other = contradicts === null ? null : await findMemory(db, viewer, contradicts)
  return reviewPage({ guildId: guild.id, found, other, place: at, of: ids.length, hidden, notice })
}

// One matter that waits for somebody's word, with both sides and what each rests on; and the form to reword it. Pure.

/** What is decided on, and where it stands among what waits. */
interface ReviewPageInput {
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

export function reviewPage(matter: ReviewPageInput): Reply {
  const { found, other, place, of, hidden, notice, guildId } = matter
  const { memory } = found
  const what = other === null ? "Waits for approval" : "Two that contradict each other"
  const head = [`## Review: ${place + 1} of ${of}`, what, ...(notice ? [notice] : []), ...hiddenLine(hidden)]
  const sides =
    other === null
      ? [text(memorySide(found, guildId, MOST_EVIDENCE.one))]
      : [
          text(`**A** · ${memorySide(found, guildId, MOST_EVIDENCE.both)}`),
          text(`**B** · ${memorySide(other, guildId, MOST_EVIDENCE.both)}`),
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
  return componentsReply(
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

export function emptyReviewPage(hidden: number, notice: string | null): Reply {
  const lines = [
    "## Review",
    ...(notice ? [notice] : []),
    "Nothing waits for your word.",
    ...hiddenLine(hidden),
  ]
  return componentsReply(container(text(lines.join("\n"))))
}

function hiddenLine(hidden: number): string[] {
  if (hidden === 0) return []
  return [`-# ${hidden} more ${hidden === 1 ? "waits" : "wait"} in channels that you cannot read.`]
}

function memorySide({ memory, subjectName, evidence }: FoundMemory, guildId: Id, most: number): string {
  const about =
    memory.subject.scope === "user" ? escapeText(subjectName ?? "somebody", 40) : memory.subject.scope
  const kind = `${memory.type.replace("_", " ")} · about ${about} · ${Math.round(memory.confidence * 100)}% sure`
  return [
    `**${escapeText(memory.fact)}**`,
    `-# ${kind}`,
    ...evidence.slice(-most).map((one) => evidenceQuote(one, guildId)),
  ].join("\n")
}

function evidenceQuote(one: Evidence, guildId: Id): string {
  const { excerpt, authorId, saidAt, channelId } = one
  const { url } = toSource(one, guildId)
  const link = url === null ? "" : ` · [message](<${url}>)`
  const place = channelId === null ? "" : ` in <#${channelId}>`
  const words = isQuotable(excerpt) ? `> ${escapeText(excerpt, 140)}\n` : ""
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
