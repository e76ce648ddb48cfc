/** Answers messages to the bot, visible to the whole channel. Never waits for extraction. Safe to repeat. */

import { viewerForChannel } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import { MENTION_PATTERN } from "../../../domain/ids.ts"
import type { Evidence, Person, Viewer } from "../../../domain/types.ts"
import { memberForViewer, readProfile } from "../../../memory/read/members.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { answersMentions, nestingOf } from "../../../policy/settings.ts"
import { toSource } from "../../../recall/context.ts"
import { ago } from "../../../recall/render/formats.ts"
import { type Entered, enterActive } from "../../../runtime/enter.ts"
import { affordableChat, modelsOf, type Runtime } from "../../../runtime/models.ts"
import { type AnswerReader, answerQuestion, readTurns } from "../../../runtime/run-answer.ts"
import { recordSpent } from "../../../runtime/run-recall.ts"
import { truncate } from "../../../text/truncate.ts"
import { type InteractionContext, plainReply, type Reply } from "../../bot/ui/command.ts"
import { mayChange } from "../../bot/ui/guild-reader.ts"
import { USE_THEIR_NAME } from "../../bot/ui/memory-texts.ts"
import { formatRefusal } from "../../bot/ui/refusals.ts"
import { type BotMention, escapeText } from "../../bot/ui/text.ts"
import { findMeantMemories, severalNamedText } from "../forget/find-meant.ts"
import { forgetAndReply, priorForgetReply } from "../forget/forget.ts"
import { privacyReply } from "../privacy/privacy-reply.ts"
import { isFirstPerson, saveOpenStatement, saveStatement } from "../remember/save-statement.ts"
import { parseStretch, rememberStretch } from "../remember/stretch.ts"
import { type DisplayTime, formatAnswer, joinWithinLimit, sourceLink } from "./answer-format.ts"
import { explainSources } from "./answer-sources.ts"
import { detectIntent } from "./detect-intent.ts"
import type { Intent } from "./intent.ts"
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
  const { intent, usage } = await detectIntent(
    words,
    () => affordableChat(runtime, entered),
    modelsOf(runtime).intentMs,
  )
  recordSpent(runtime, mention.guildId, usage)
  try {
    return await replyTo(context, words, intent)
  } catch (error) {
    if (error instanceof Refused) return plainReply(formatRefusal(error.refusal))
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
      return privacyReply(intent.wish)
    case "dismiss":
      return plainReply("Okay.")
    case "help":
      return plainReply(HELP)
    case "source":
    case "question":
      return plainReply(await answerOrSources(context, words, intent.kind))
  }
}

/** Answers a question, or names the sources of the last answer. */
async function answerOrSources(
  { runtime, entered, mention, viewer }: MentionContext,
  words: string,
  kind: "source" | "question",
): Promise<string> {
  const { channelId, author, mentions, messageId: before, replyTo } = mention
  const said = await readTurns(runtime, { entered, viewer }, { channelId, before, replyTo })
  const reader: AnswerReader = {
    entered,
    reader: null,
    viewer: ({ structure }) => viewerForChannel(structure, channelId),
  }
  if (kind === "source") return explainSources(runtime, { ...reader, current: viewer }, { said, replyTo })
  const asker: Person = { id: author.id, name: author.name }
  const asking = {
    words: nameMentions(words, mentions),
    ...{ asker, mentions, channelId, questionId: before, asOf: null },
  }
  const { answer } = await answerQuestion(runtime, reader, asking, toTurns(said))
  return formatAnswer(answer, null)
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
    readProfile(db, viewer, person.id, { now, until: Number.MAX_SAFE_INTEGER }),
    memberForViewer(db, viewer, person.id),
  ])
  const facts = [...profile.permanent, ...profile.expiring]
  const self = person.id === mention.author.id
  if (facts.length === 0)
    return plainReply(`I remember nothing about ${self ? "you" : "them"} that I can share here.`)
  const clock = { now, timezone: guild.settings.timezone }
  const head = `What I know about ${self ? "you" : escapeText(member?.name ?? person.name, 80)}:`
  const lines = facts.slice(0, MOST_FACTS).map((found, at) => factLine(found, at + 1, clock))
  const more = facts.length > MOST_FACTS ? [`-# And ${facts.length - MOST_FACTS} more: \`/profile\`.`] : []
  return plainReply(joinWithinLimit([head, ...lines, ...more]))
}

function factLine({ memory, evidence }: FoundMemory, number: number, clock: DisplayTime): string {
  const sources = evidence.map((one) => toSource(one, memory.guildId))
  const source = sources.findLast(({ url }) => url !== null) ?? null
  return `- ${escapeText(memory.fact, MOST_FACT)} (${ago(memory.lastSaidAt, clock)}) ${sourceLink(source, number)}`
}

// Remembering and forgetting in public. The message becomes the evidence.
const LONGEST = 2_000

/** A mention with the guild and the viewer for its channel. */
interface MentionContext {
  runtime: Runtime
  entered: Entered
  mention: BotMention
  /** Sees what everyone in the channel may read. */
  viewer: Viewer
}

/** Saves what the author said and shows the result. Safe to repeat. */
async function rememberFromMention(
  context: MentionContext,
  what: string,
  about: Person | null,
): Promise<Reply> {
  const { author, mentions, messageId, at } = context.mention
  const stretch = stretchOf(what, context.mention)
  if (stretch !== null)
    return rememberStretch(toInteractionContext(context), stretch.request, {
      about: stretch.about,
      before: messageId,
    })
  const text = truncate(nameMentions(what, mentions), LONGEST)
  if (!/[\p{L}\p{N}]/u.test(text))
    return plainReply("Tell me what to remember: mention me and write “remember that …”.")
  const isOf = (one: Evidence) => one.messageId === messageId
  if (about === null) return saveOpenStatement(toInteractionContext(context), { text, at, messageId }, isOf)
  if (about.id !== author.id && isFirstPerson(text)) return plainReply(USE_THEIR_NAME)
  const statement = { about, ...(about.id === author.id ? {} : { speaker: author }), text, at, messageId }
  return saveStatement(toInteractionContext(context), statement, isOf)
}

/** "Remember this about @Ana", in a reply; "remember the last 20 messages". */
function stretchOf(what: string, { author, mentions, ...mention }: BotMention) {
  const [named = "", id] = new RegExp(`\\babout ${MENTION_PATTERN}`, "iu").exec(what) ?? []
  const isOwn = /\babout me\b/iu.test(what)
  const words = what.replace(named, " ").replace(/\babout (?:me|us|this server)\b/giu, " ")
  const request = parseStretch(words.trim(), mention)
  const about = isOwn ? author : (mentions.find((person) => person.id === id) ?? null)
  return request === null ? null : { request, about }
}

/** Forgets what the author names if it is exactly one fact that may be shown here. Never lists several. */
async function forgetFromMention(mentionContext: MentionContext, what: string): Promise<Reply> {
  const { entered, viewer, mention } = mentionContext
  const context = toInteractionContext(mentionContext)
  const reader = { entered, viewer }
  const before = await priorForgetReply(context, reader)
  if (before !== null) return before
  const words = nameMentions(what, mention.mentions)
  const about =
    mention.mentions.find(({ id }) => id !== mention.author.id && new RegExp(`<@!?${id}>`).test(what)) ?? null
  const { matches, isGuess, several } = await findMeantMemories(context, reader, { words, about })
  if (several !== undefined) return plainReply(severalNamedText(several))
  const mine = matches.filter((found) => mayChange(context.asker, found))
  if (matches.length > 0 && mine.length === 0) return plainReply(OTHERS_FACT)
  if (mine.length === 1 && !isGuess) return forgetAndReply(context, reader, mine)
  if (matches.length === 0) return plainReply(about === null ? NO_MATCH : NO_MATCH_ABOUT)
  return plainReply(isGuess ? GUESSED : SEVERAL_MATCHES)
}

const NO_MATCH =
  "I found nothing like that about you that I can share here. Use `/forget` to search everything I know about you."
const NO_MATCH_ABOUT =
  "I found nothing like that about them that I can share here. Use `/forget member:` to search everything that you may read about them."
const OTHERS_FACT =
  "Only the person it is about or a manager may forget that. `/forget member:` does it for a manager and asks that person for everyone else."
const GUESSED = "I may know what you mean. Use `/forget` to choose in private."
const SEVERAL_MATCHES = "Several facts match. Use `/forget` to choose in private."

/** The message as a public interaction by its author, under its own id. */
function toInteractionContext({ runtime, mention }: MentionContext): InteractionContext {
  const { guildId, channelId, parentId, messageId: id, at, author: asker } = mention
  return { runtime, id, at, guildId, channelId, parentId, asker, isPrivate: false, locale: "en-US" }
}
