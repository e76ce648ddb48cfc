/** Answers messages to the bot, visible to the whole channel. Never waits for extraction. Safe to repeat. */

import { viewerForChannel } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Person } from "../../../domain/types.ts"
import { withAccounts } from "../../../identity/attributions.ts"
import { memberForViewer, membersKnownTo, readProfile } from "../../../memory/read/members.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { answersMentions, nestingOf } from "../../../policy/settings.ts"
import { toSource } from "../../../recall/item-sources.ts"
import { ago } from "../../../recall/render/formats.ts"
import { type Entered, enterActive } from "../../../runtime/enter.ts"
import { affordableChat, modelsOf, type Runtime } from "../../../runtime/models.ts"
import { type AnswerReader, answerQuestion, readTurns } from "../../../runtime/run-answer.ts"
import { recordSpent } from "../../../runtime/run-recall.ts"
import { plainReply, type Reply, textsFor } from "../../bot/ui/command.ts"
import { formatRefusal } from "../../bot/ui/refusals.ts"
import { type BotMention, escapeText } from "../../bot/ui/text.ts"
import { textsIn } from "../../texts/texts.ts"
import { privacyReply } from "../privacy/privacy-reply.ts"
import { answerReply, type DisplayTime, joinWithinLimit, markedSourceLink } from "./answer-format.ts"
import { replyToReaction } from "./answer-label.ts"
import { explainSources } from "./answer-sources.ts"
import { detectIntent } from "./detect-intent.ts"
import type { Intent } from "./intent.ts"
import {
  forgetFromMention,
  languageOfWords,
  type MentionContext,
  rememberFromMention,
  toInteractionContext,
} from "./mention-changes.ts"
import { reactionOf } from "./reaction.ts"
import { nameMentions, stripBotMention, toTurns } from "./turns.ts"

const HELP = [
  "Ask me a question, and I'll answer from this server's memory. You can also write:",
  "- “remember that …” or “forget that …”, about yourself",
  "- “what do you know about @someone”",
  "- “where did you learn that?”, after one of my answers",
  "`/privacy see` shows what I store about you and how to erase it.",
].join("\n")

/** Returns the answer to a mention or reply. `null`: the bot is quiet there, or the guild is being erased. */
export async function answerMention(runtime: Runtime, mention: BotMention): Promise<Reply | null> {
  const entered = await enterIfActive(runtime, mention.guildId)
  if (entered === null || !isAnswering(entered, mention)) return null
  const context = {
    runtime,
    entered,
    mention,
    viewer: viewerForChannel(entered.structure, mention.channelId),
  }
  const words = stripBotMention(mention.content, mention.mentions)
  if (isWordless(mention)) return null
  const reaction = mention.restsOn === null ? null : reactionOf(words)
  if (reaction !== null && mention.restsOn !== null && mention.replyTo !== null) {
    const said = { ...reaction, answerId: mention.replyTo, memoryIds: mention.restsOn }
    return orRefusal(context, () => replyToReaction(toInteractionContext(context), said))
  }
  const { intent, usage } = await detectIntent(
    words,
    () => affordableChat(runtime, entered),
    modelsOf(runtime).intentMs,
  )
  recordSpent(runtime, mention.guildId, usage)
  return orRefusal(context, () => replyTo(context, words, intent))
}

async function orRefusal(context: MentionContext, reply: () => Promise<Reply>): Promise<Reply> {
  try {
    return await reply()
  } catch (error) {
    if (error instanceof Refused)
      return plainReply(formatRefusal(error.refusal, textsFor(toInteractionContext(context))))
    throw error
  }
}

/** A reply without letters or digits, such as a thumbs-up, needs no answer. */
function isWordless({ content, replyTo }: BotMention): boolean {
  return replyTo !== null && !/[\p{L}\p{N}]/u.test(content)
}

/** Returns `null` if the guild is unknown or is to be erased. */
async function enterIfActive({ env }: Runtime, guildId: string): Promise<Entered | null> {
  try {
    return await enterActive(env, guildId)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

async function replyTo(context: MentionContext, words: string, intent: Intent): Promise<Reply> {
  const { author, mentions } = context.mention
  switch (intent.kind) {
    case "remember": {
      const about = mentions.find(({ id }) => id === intent.about) ?? null
      return rememberFromMention(context, intent.what, about)
    }
    case "forget":
      return forgetFromMention(context, intent.what)
    case "about": {
      const person = intent.personId === "self" ? author : mentions.find(({ id }) => id === intent.personId)
      return person ? listFactsAbout(context, person) : plainReply(HELP)
    }
    case "privacy":
      return privacyReply(intent.wish, textsFor(toInteractionContext(context)))
    case "dismiss":
      return plainReply("Okay.")
    case "help":
      return plainReply(HELP)
    case "source":
    case "question":
      return answerOrSources(context, words, intent.kind)
  }
}

/** Answers a question, or names the sources of the last answer. */
async function answerOrSources(
  { runtime, entered, mention, viewer }: MentionContext,
  words: string,
  kind: "source" | "question",
): Promise<Reply> {
  const { channelId, author, messageId: before, replyTo } = mention
  const [said, known] = await Promise.all([
    readTurns(runtime, { entered, viewer }, { channelId, before, replyTo }),
    membersKnownTo(
      entered.db,
      viewer,
      mention.mentions.map(({ id }) => id),
    ),
  ])
  // Anybody else is "someone", as in `/ask`: a name would find lines that leave it out.
  const mentions = mention.mentions.filter(({ id }) => known.has(id))
  const reader: AnswerReader = {
    entered,
    reader: null,
    viewer: ({ structure }) => viewerForChannel(structure, channelId),
  }
  if (kind === "source")
    return plainReply(await explainSources(runtime, { ...reader, current: viewer }, { said, replyTo }))
  const asker: Person = { id: author.id, name: author.name }
  const asking = {
    words: nameMentions(words, mentions),
    ...{ asker, quotaOf: author.id, mentions, channelId, questionId: before, asOf: null },
  }
  const { answer, overQuota, recall } = await answerQuestion(runtime, reader, asking, toTurns(said))
  return answerReply({ ...answer, overQuota, recall }, null, textsIn(languageOfWords(words)))
}

/** The channel mode of an unknown thread follows the parent that its message names. */
function isAnswering(
  { guild, structure }: Pick<Entered, "guild" | "structure">,
  { channelId, parentId }: Pick<BotMention, "channelId" | "parentId">,
): boolean {
  const known = structure.channels
  const unknownThread =
    parentId === null || known.some(({ id }) => id === channelId) ? [] : [{ id: channelId, parentId }]
  const nesting = nestingOf([...known, ...unknownThread], channelId)
  return answersMentions(guild.settings.channels, nesting)
}

// "What do you know about @somebody?": the most important facts that everyone in the channel may know.
const MOST_FACTS = 6
const MOST_FACT = 200

async function listFactsAbout({ entered, mention, viewer }: MentionContext, person: Person): Promise<Reply> {
  const { db, guild } = entered
  const now = Date.now()
  const [profile, member] = await Promise.all([
    readProfile(db, viewer, withAccounts([person.id], viewer, guild.attributions), {
      now,
      until: Number.MAX_SAFE_INTEGER,
    }),
    memberForViewer(db, viewer, person.id),
  ])
  const facts = [...profile.permanent, ...profile.expiring]
  const self = person.id === mention.author.id
  if (member === null || facts.length === 0)
    return plainReply(`I remember nothing about ${self ? "you" : "them"} that I can share here.`)
  const clock = { now, timezone: guild.settings.timezone }
  const head = `What I know about ${self ? "you" : escapeText(member.name, 80)}:`
  const lines = facts.slice(0, MOST_FACTS).map((found, at) => factLine(found, at + 1, clock))
  const more = facts.length > MOST_FACTS ? [`-# And ${facts.length - MOST_FACTS} more: \`/profile\`.`] : []
  return plainReply(joinWithinLimit([head, ...lines, ...more]))
}

function factLine({ memory, evidence }: FoundMemory, number: number, clock: DisplayTime): string {
  const sources = evidence.map((one) => toSource(one, memory.guildId))
  const source = sources.findLast(({ url }) => url !== null) ?? null
  return `- ${escapeText(memory.fact, MOST_FACT)} (${ago(memory.lastSaidAt, clock)}) ${markedSourceLink(source, number)}`
}
