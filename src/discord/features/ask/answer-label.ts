/**
 * Handles judgments of an answer, by its buttons or in a reply: records them, leads to what the answer rests on, and
 * corrects that for those who may. Nobody learns of a memory that they cannot read.
 */
import type { APIComponentInMessageActionRow, APIMessageTopLevelComponent } from "discord-api-types/v10"
import { readerKeys } from "../../../access/audience.ts"
import type { AnswerLabel } from "../../../domain/answer-labels.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Id, Memory } from "../../../domain/types.ts"
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
} from "../../bot/ui/command.ts"
import { guildReader } from "../../bot/ui/guild-reader.ts"
import { KNOWN_ALREADY, userMention } from "../../bot/ui/memory-texts.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, row, section, text } from "../../bot/ui/ui-kit.ts"
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
    const { label, memoryIds } = said
    const facts = label === "right" ? [] : await loadMemories(context, memoryIds)
    const { entered } = await guildReader(context)
    const isNoted = await noteLabel(context, entered, { label, messageId, memoryIds })
    const noted = isNoted ? NOTED : NOT_NOTED
    if (label === "right") return textReply(noted)
    const [only] = facts
    if (only === undefined) return textReply(`${noted} ${NO_FACT}`)
    const ending = facts.some(({ mayChange }) => mayChange) ? MAY_CHANGE : othersTexts(facts)
    if (facts.length > 1) return componentsReply(factsPage(facts, `${noted} ${ending}`))
    return componentsReply(
      detailPage({ ...only, cursor: null, now: Date.now(), notice: `${noted} ${ending}` }),
    )
  },
}

const NOTED = "Thanks, noted."
const NOT_NOTED = "Thanks. I keep no note of it: I don't remember what you say here, or saving is paused."
const NO_FACT =
  "I keep no fact behind this answer that you can read. If it rests on messages, edit or delete them, and I follow."
const MAY_CHANGE = "You can correct it, or have me forget it:"

/** Says who may change what the answer rests on. */
function othersTexts(facts: readonly LoadedMemory[]): string {
  const subjects = facts.map(({ found: { memory } }) => memory.subject)
  const people = subjects.filter(({ scope }) => scope === "user").map(({ id }) => userMention(id))
  const who =
    people.length === subjects.length
      ? [...new Set(people)].slice(0, 3).join(" or ")
      : "Whoever told me alone"
  return `That alone changes nothing: ${who} or someone with *Manage Server* can correct it or have me forget it.`
}

/** Returns false if the person is not remembered here or saving is paused. */
async function noteLabel(
  { runtime, guildId, channelId, asker, at }: InteractionContext,
  entered: Entered,
  { label, messageId, memoryIds }: { label: AnswerLabel; messageId: Id; memoryIds: string[] },
): Promise<boolean> {
  if (isMemoryPaused(runtime, entered)) return false
  const about = { guildId, messageId, channelId, memories: memoryIds }
  return recordAnswerLabel(entered.db, { ...about, userId: asker.id, label, at })
}

function factsPage(facts: readonly LoadedMemory[], note: string): APIMessageTopLevelComponent {
  const maxLength = maxEntryLength(facts.length)
  return container(
    text(`**What the answer rests on**\n-# ${note}`),
    divider(),
    ...facts.map(({ found }) =>
      section(
        factLines(found, { now: Date.now(), maxLength, about: true }),
        button(customId("open", found.memory.id), "Open"),
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
  const { entered } = await guildReader(context)
  const before = await findUndoable(entered.db, context.guildId, context.id)
  const facts = await loadMemories(context, memoryIds)
  if (before !== null && before.userId === context.asker.id) return correctedReply(context, facts, null)
  const isNoted = await noteLabel(context, entered, { label, messageId, memoryIds })
  const noted = isNoted ? NOTED : NOT_NOTED
  if (label === "right") return plainReply(noted)
  if (facts.length === 0) return plainReply(`${noted} ${NO_FACT_HERE}`)
  const own = facts.filter(({ mayChange }) => mayChange)
  if (own.length === 0) return lookReply(`${noted} ${othersTexts(facts)}`, facts)
  if (instead === null) return lookReply(`${noted} ${PICK}`, facts)
  const reworded = rewordedFact(
    own.map(({ found }) => found.memory.fact),
    instead,
  )
  const fact = reworded === null ? undefined : own[reworded.index]
  if (reworded !== null && fact !== undefined)
    return correctFact(context, facts, { ...fact, reworded: reworded.fact })
  if (isFirstPerson(instead) && own.some(({ found }) => isAbout(found.memory, context.asker.id)))
    return saveOwnWords(context, instead)
  return lookReply(`${noted} ${UNSURE}`, facts)
}

const NO_FACT_HERE =
  "I keep no fact behind that answer that I can show here. If it rests on messages, edit or delete them, and I follow."
const PICK =
  "Tell me what is so instead (“no, it's Sunday”), or open the fact to correct it or have me forget it."
const UNSURE = "I can't tell which words to change. Open the fact to correct it or have me forget it."

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
  if (refused?.reason === "duplicate_fact") return plainReply(KNOWN_ALREADY)
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
  const maxLength = maxEntryLength(now.length)
  const lines = now.map(({ found }) => factLines(found, { now: Date.now(), maxLength, about: true }))
  return componentsReply(
    container(
      text("## Corrected"),
      text(lines.join("\n")),
      old === null ? null : text(`-# instead of: ${escapeText(old.fact, 200)}`),
      text("-# You can undo this for ten minutes."),
      row(button(customId("undo", context.id), "Undo", { style: "primary" })),
    ),
  )
}

/** Opens what the answer rests on in private, for whoever presses, by what they may read and change. */
function lookReply(words: string, facts: readonly LoadedMemory[]): Reply {
  const buttons = facts.map(
    ({ found }, at): APIComponentInMessageActionRow =>
      button(customId("show", found.memory.id), facts.length === 1 ? "Open the fact" : `Open fact ${at + 1}`),
  )
  return { kind: "plain", content: words, components: [row(...buttons)] }
}
