/**
 * Handles judgments of an answer, by its buttons or in a reply: records them, leads to what the answer rests on, and
 * corrects that for those who may. Nobody learns of a memory that they cannot read.
 */
import type { APIComponentInMessageActionRow, APIMessageTopLevelComponent } from "discord-api-types/v10"
import { readerKeys } from "../../../access/audience.ts"
import type { AnswerLabel } from "../../../domain/answer-labels.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Id, Memory, Time } from "../../../domain/types.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { recordAnswerLabel } from "../../../memory/write/answer-labels.ts"
import { correct } from "../../../memory/write/correct.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { followWrites } from "../../../runtime/channels.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { isMemoryPaused } from "../../../runtime/models.ts"
import { ANSWER_LABEL, parseAnswerLabel } from "../../bot/ui/answer-label.ts"
import {
  type Action,
  componentsReply,
  customId,
  type InteractionContext,
  plainReply,
  type Reply,
  textReply,
  textsFor,
} from "../../bot/ui/command.ts"
import { guildReader } from "../../bot/ui/guild-reader.ts"
import { userMention } from "../../bot/ui/memory-texts.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, row, section, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import {
  askerEdit,
  factLines,
  type LoadedMemory,
  loadMemories,
  maxEntryLength,
  requireMayChange,
  requireNotPaused,
} from "../fact.ts"
import { detailPage } from "../profile/detail.ts"
import { isFirstPerson, saveStatement } from "../remember/save-statement.ts"
import { type Reaction, rewordedFact } from "./reaction.ts"

export const answerLabelButton: Action = {
  name: ANSWER_LABEL,
  answers: "reply",
  async run(context, { args, messageId }) {
    const said = parseAnswerLabel(args)
    if (said === null || messageId === null) throw new Refused({ reason: "nothing_known" })
    const { label, memoryIds, recalledAt } = said
    const texts = textsFor(context)
    const { labels } = texts
    const facts = label === "right" ? [] : await loadMemories(context, memoryIds)
    const { entered } = await guildReader(context)
    const isNoted = await noteLabel(context, entered, { label, messageId, memoryIds, recalledAt })
    const noted = isNoted ? labels.noted : labels.notNoted
    if (label === "right") return textReply(noted)
    const [only] = facts
    if (only === undefined) return textReply(`${noted} ${labels.noFact}`)
    const ending = facts.some(({ mayChange }) => mayChange) ? labels.mayChange : othersText(facts, labels)
    if (facts.length > 1) return componentsReply(factsPage(facts, `${noted} ${ending}`, texts))
    return componentsReply(
      detailPage({ ...only, cursor: null, now: Date.now(), notice: `${noted} ${ending}`, texts }),
    )
  },
}

/** Says who may change what the answer rests on. */
function othersText(facts: readonly LoadedMemory[], labels: Texts["labels"]): string {
  const subjects = facts.map(({ found: { memory } }) => memory.subject)
  const people = subjects.filter(({ scope }) => scope === "user").map(({ id }) => userMention(id))
  const isOfPeople = people.length === subjects.length
  const who = isOfPeople ? [...new Set(people)].slice(0, 3).join(labels.or) : labels.whoeverToldMe
  return fill(labels.othersFact, { who })
}

/** Returns false if the person is not remembered here or saving is paused. */
async function noteLabel(
  { runtime, guildId, channelId, asker, at }: InteractionContext,
  entered: Entered,
  {
    label,
    messageId,
    memoryIds,
    recalledAt = null,
  }: { label: AnswerLabel; messageId: Id; memoryIds: string[]; recalledAt?: Time | null },
): Promise<boolean> {
  if (isMemoryPaused(runtime, entered)) return false
  const about = { guildId, messageId, channelId, memories: memoryIds }
  return recordAnswerLabel(entered.db, { ...about, userId: asker.id, label, at }, recalledAt)
}

function factsPage(facts: readonly LoadedMemory[], note: string, texts: Texts): APIMessageTopLevelComponent {
  const maxLength = maxEntryLength(facts.length)
  return container(
    text(`**${texts.labels.basis}**\n-# ${note}`),
    divider(),
    ...facts.map(({ found }) =>
      section(
        factLines(found, { now: Date.now(), maxLength, about: true, texts }),
        button(customId("open", found.memory.id), texts.buttons.open),
      ),
    ),
  )
}

// A reply to an answer, in public. It corrects what the answer rests on if it says what is so instead, if exactly one
// fact can be meant, and if its author may change that.

/** A reply in the channel that judges the bot's answer. */
export interface PublicReaction extends Reaction {
  /** The answer's message. */
  answerId: Id
  memoryIds: string[]
}

/** Safe to repeat. Throws `Refused`. */
export async function replyToReaction(context: InteractionContext, said: PublicReaction): Promise<Reply> {
  const { label, instead, answerId: messageId, memoryIds } = said
  const { labels } = textsFor(context)
  const { entered } = await guildReader(context)
  const before = await findUndoable(entered.db, context.guildId, context.id)
  const facts = await loadMemories(context, memoryIds)
  if (before !== null && before.userId === context.asker.id) return correctedReply(context, facts, null)
  const isNoted = await noteLabel(context, entered, { label, messageId, memoryIds })
  const noted = isNoted ? labels.noted : labels.notNoted
  if (label === "right") return plainReply(noted)
  if (facts.length === 0) return plainReply(`${noted} ${labels.noFactHere}`)
  const own = facts.filter(({ mayChange }) => mayChange)
  if (own.length === 0) return lookReply(`${noted} ${othersText(facts, labels)}`, facts, labels)
  if (instead === null) return lookReply(`${noted} ${labels.pick}`, facts, labels)
  const reworded = rewordedFact(
    own.map(({ found }) => found.memory.fact),
    instead,
  )
  const fact = reworded === null ? undefined : own[reworded.index]
  if (reworded !== null && fact !== undefined)
    return correctFact(context, facts, { ...fact, reworded: reworded.fact })
  if (isFirstPerson(instead) && own.some(({ found }) => isAbout(found.memory, context.asker.id)))
    return saveOwnWords(context, instead)
  return lookReply(`${noted} ${labels.unsure}`, facts, labels)
}

function isAbout({ subject }: Memory, userId: Id): boolean {
  return subject.scope === "user" && subject.id === userId
}

/** "No, I live in Bergen": a statement of one's own, which replaces what it contradicts. */
function saveOwnWords(context: InteractionContext, words: string): Promise<Reply> {
  const { asker, at, id: messageId } = context
  const statement = { about: { id: asker.id, name: asker.name }, text: words, at, messageId }
  return saveStatement(context, statement, (one) => one.messageId === messageId)
}

async function correctFact(
  context: InteractionContext,
  facts: readonly LoadedMemory[],
  { reworded, ...loaded }: LoadedMemory & { reworded: string },
): Promise<Reply> {
  const { reader, found } = loaded
  const { entered, viewer } = reader
  await requireMayChange(context, loaded)
  requireNotPaused(context, entered)
  const unfit = checkMemoryContent(found, [reworded], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const change = { fact: reworded }
  const by = askerEdit(context)
  const readersOf = readerKeys(entered.structure)
  const refused = await correct(entered.db, viewer, { id: found.memory.id, change, by, readersOf })
  if (refused?.reason === "duplicate_fact") return plainReply(textsFor(context).correct.knownAlready)
  if (refused) throw new Refused(refused)
  followWrites(context.runtime, context.guildId)
  return correctedReply(context, facts, found.memory)
}

/** Shows the facts as they are now, with what the corrected one said before; `null` if that is not known any more. */
async function correctedReply(
  context: InteractionContext,
  facts: readonly LoadedMemory[],
  old: Memory | null,
): Promise<Reply> {
  const ids = old === null ? facts.map(({ found }) => found.memory.id) : [old.id]
  const now = await loadMemories(context, ids)
  const texts = textsFor(context)
  const { correct, remember, labels, buttons } = texts
  const maxLength = maxEntryLength(now.length)
  const lines = now.map(({ found }) => factLines(found, { now: Date.now(), maxLength, about: true, texts }))
  return componentsReply(
    container(
      text(`## ${correct.corrected}`),
      text(lines.join("\n")),
      old === null ? null : text(`-# ${fill(remember.insteadOf, { fact: escapeText(old.fact, 200) })}`),
      text(`-# ${labels.canUndo}`),
      row(button(customId("undo", context.id), buttons.undo, { style: "primary" })),
    ),
  )
}

/** Opens what the answer rests on in private, for whoever presses, by what they may read and change. */
function lookReply(words: string, facts: readonly LoadedMemory[], labels: Texts["labels"]): Reply {
  const buttons = facts.map(
    ({ found }, at): APIComponentInMessageActionRow =>
      button(
        customId("show", found.memory.id),
        facts.length === 1 ? labels.openFact : fill(labels.openFactNumber, { number: at + 1 }),
      ),
  )
  return { kind: "plain", content: words, components: [row(...buttons)] }
}
