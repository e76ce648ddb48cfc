/** Reviews queued memories, names of several members, and contradictions, one at a time, as far as the manager may read. */
import { readerKeys } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Id } from "../../../domain/types.ts"
import { drawnForReview } from "../../../memory/read/claims.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { correct } from "../../../memory/write/correct.ts"
import { decideReviewItem, readCandidates, reviewQueue } from "../../../memory/write/review-decisions.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { isQuotable, toSource } from "../../../recall/item-sources.ts"
import { followWrites } from "../../../runtime/channels.ts"
import {
  componentsReply,
  customId,
  type Form,
  type InteractionContext,
  type Reply,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader } from "../../bot/ui/guild-reader.ts"
import { escapeText, oneLine } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { EN } from "../../texts/en.ts"
import { subjectLabel } from "../fact.ts"
import { factField } from "../remember/correction.ts"
import { askerActor } from "./manager-access.ts"

export async function reviewCommand(context: InteractionContext): Promise<Reply> {
  return reviewPageAt(await guildReader(context), 0, null)
}

/** An item as its page showed it. */
export interface ReviewPosition {
  id: string
  version: number
  index: number
}

export const REVIEW_ACTIONS = ["approve", "other", "both", "reject", "next"] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export async function runReviewAction(
  context: InteractionContext,
  action: ReviewAction,
  { id, version, index }: ReviewPosition,
): Promise<Reply> {
  const reader = await guildReader(context)
  if (action === "next") return reviewPageAt(reader, index + 1, null)
  const { db } = reader.entered
  const refused = await decideReviewItem(db, reader.viewer, {
    waiting: { id, version },
    decision: action,
    by: askerActor(context),
    readersOf: readerKeys(reader.entered.structure),
  })
  if (refused?.reason === "not_waiting" || refused?.reason === "unknown_memory")
    return reviewPageAt(reader, index, CHANGED_MEANWHILE)
  if (refused) throw new Refused(refused)
  const removed = action === "reject" ? ({ outcome: "rejected", count: 1 } as const) : null
  followWrites(context.runtime, context.guildId, removed)
  return reviewPageAt(reader, index, DONE[action])
}

const DONE: Record<Exclude<ReviewAction, "next">, string> = {
  approve: "Approved.",
  other: "Approved.",
  both: "Approved both.",
  reject: "Rejected.",
}

export async function openRewordForm(
  context: InteractionContext,
  { id, version, index }: ReviewPosition,
): Promise<Form> {
  const { entered, viewer } = await guildReader(context)
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return rewordForm(found, { version, index })
}

/** Rewording by a manager also approves the memory. */
export async function saveRewording(
  context: InteractionContext,
  { id, version, index }: ReviewPosition,
  fact: string,
): Promise<Reply> {
  const reader = await guildReader(context)
  const { found, notice } = await findUnchanged(reader, { id, version })
  if (found === null) return reviewPageAt(reader, index, notice)
  if (fact.trim() === "")
    throw new Refused({ reason: "invalid", issues: [{ field: "fact", problem: "is blank" }] })
  const unfit = checkMemoryContent(found, [fact], reader.entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const { db, structure } = reader.entered
  const change = { fact: fact.trim(), status: "active" } as const
  const terms = { id, change, by: askerActor(context), readersOf: readerKeys(structure) }
  const refused = await correct(db, reader.viewer, terms)
  if (refused) throw new Refused(refused)
  followWrites(context.runtime, context.guildId)
  return reviewPageAt(reader, index, "Edited and approved.")
}

const CHANGED_MEANWHILE = "⚠️ That item has changed or was already decided."

/** Returns the memory if it is unchanged since the page showed it. */
async function findUnchanged(
  { entered, viewer }: GuildReader,
  { id, version }: Pick<ReviewPosition, "id" | "version">,
): Promise<{ found: FoundMemory | null; notice: string }> {
  const found = await findMemory(entered.db, viewer, id)
  return { found: found?.memory.version === version ? found : null, notice: CHANGED_MEANWHILE }
}

/** Shows the item at an index of the current queue. An index past the end wraps to the first item. */
async function reviewPageAt(
  { entered, viewer }: GuildReader,
  index: number,
  notice: string | null,
): Promise<Reply> {
  const { db, guild } = entered
  const ids = await reviewQueue(db, viewer)
  const at = index < ids.length ? index : 0
  const id = ids[at]
  const found = id === undefined ? null : await findMemory(db, viewer, id)
  if (found === null) return emptyReviewPage(notice)
  const { contradicts } = found.memory
  const other = contradicts === null ? null : await findMemory(db, viewer, contradicts)
  const candidates = (await readCandidates(db, viewer, [found])).get(found.memory.id) ?? []
  const atRandom = (await drawnForReview(db, guild.id, [found])).size > 0
  const place = { index: at, total: ids.length, notice }
  return reviewPage({ guildId: guild.id, found, other, candidates, atRandom, ...place })
}

// The review page with both sides and their evidence, and the form to reword a memory. Pure.

/** The item under review and its index in the queue. */
interface ReviewPageInput {
  guildId: Id
  found: FoundMemory
  /** The contradicting memory; `null` if the item only waits for approval. */
  other: FoundMemory | null
  /** One memory for each of at most five people who may be meant; empty if its subject is certain. */
  candidates: readonly FoundMemory[]
  /** True if chance chose it: it would have been rejected. */
  atRandom?: boolean
  /** Counted from 0. */
  index: number
  total: number
  notice: string | null
}

/** Both sides together stay below Discord's 4,000 characters even if every character is escaped. */
const MOST_EVIDENCE = { one: 4, both: 2 }

/** @internal */
export function reviewPage(matter: ReviewPageInput): Reply {
  const { found, other, candidates, index, total, notice, guildId, atRandom = false } = matter
  const { memory } = found
  const isWhose = candidates.length > 1
  const what = isWhose
    ? "Whose is it? Several members have this name"
    : other === null
      ? "Needs approval"
      : "Two facts contradict each other"
  const why = atRandom ? ["-# Chosen at random: it would have been rejected."] : []
  const head = [`## Review: ${index + 1} of ${total}`, what, ...why, ...(notice ? [notice] : [])]
  const sides =
    isWhose || other === null
      ? [text(memorySide(found, guildId, MOST_EVIDENCE.one, candidates))]
      : [
          text(`**A** · ${memorySide(found, guildId, MOST_EVIDENCE.both)}`),
          text(`**B** · ${memorySide(other, guildId, MOST_EVIDENCE.both)}`),
        ]
  const press = (action: string, { memory }: FoundMemory = found) =>
    customId("admin-review", action, memory.id, String(memory.version), String(index))
  const decide = isWhose
    ? candidates.map((one) => button(press("approve", one), oneLine(one.subjectName ?? "", 80) || "Someone"))
    : other === null
      ? [button(press("approve"), "Approve", { style: "success" })]
      : [
          button(press("approve"), "A is right", { style: "success" }),
          button(press("other"), "B is right", { style: "success" }),
          button(press("both"), "Both are true"),
        ]
  const reword = customId("admin-reword", memory.id, String(memory.version), String(index))
  return componentsReply(
    container(
      text(head.join("\n")),
      divider(),
      ...sides,
      row(...decide),
      row(
        button(press("reject"), isWhose || other === null ? "Reject" : "Reject A", { style: "danger" }),
        // Rewording approves, and does not say whose it is.
        ...(isWhose ? [] : [button(reword, other === null ? "Edit" : "Edit A")]),
        button(press("next"), "Next", { disabled: total < 2 }),
      ),
    ),
  )
}

/** @internal */
export function emptyReviewPage(notice: string | null): Reply {
  const lines = ["## Review", ...(notice ? [notice] : []), "Nothing to review."]
  return componentsReply(container(text(lines.join("\n"))))
}

function memorySide(
  { memory, subjectName, evidence }: FoundMemory,
  guildId: Id,
  maxLength: number,
  candidates: readonly FoundMemory[] = [],
): string {
  const about =
    candidates.length > 1
      ? `about ${candidates.map((one) => `<@${one.memory.subject.id}>`).join(" or ")}`
      : memory.subject.scope === "user"
        ? `about ${escapeText(subjectName ?? "someone", 40)}`
        : subjectLabel(memory, EN)
  const kind = `${EN.types[memory.type]} · ${about} · ${Math.round(memory.confidence * 100)}% sure`
  return [
    `**${escapeText(memory.fact)}**`,
    `-# ${kind}`,
    ...evidence.slice(-maxLength).map((one) => evidenceQuote(one, guildId)),
  ].join("\n")
}

function evidenceQuote(one: Evidence, guildId: Id): string {
  const { excerpt, authorId, saidAt, channelId, eventId } = one
  const { url } = toSource(one, guildId)
  const link = url === null ? "" : ` · [message](<${url}>)`
  const place = channelId === null ? "" : ` in <#${channelId}>`
  const words = isQuotable(excerpt) ? `> ${escapeText(excerpt, 140)}\n` : ""
  const who = eventId ? `event \`${eventId}\`` : `<@${authorId}>${place}`
  return `${words}-# ${who} · ${timestamp(saidAt)}${link}`
}

/** Discord limits form titles to 45 characters. @internal */
export function rewordForm(
  { memory }: Pick<FoundMemory, "memory">,
  { version, index }: { version: number; index: number },
): Form {
  return {
    custom_id: customId("admin-reworded", memory.id, String(version), String(index)),
    title: "Edit and approve",
    components: [factField("The fact, in the third person", memory)],
  }
}
