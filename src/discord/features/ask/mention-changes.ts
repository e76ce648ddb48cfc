/** Remembers and forgets what a message to the bot asks for, in public. The message becomes the evidence. */
import { MENTION_PATTERN } from "../../../domain/ids.ts"
import type { Evidence, Person, Viewer } from "../../../domain/types.ts"
import type { Entered } from "../../../runtime/enter.ts"
import type { Runtime } from "../../../runtime/models.ts"
import { type Language, questionLanguage } from "../../../text/language.ts"
import { truncate } from "../../../text/truncate.ts"
import { type InteractionContext, plainReply, type Reply, textsFor } from "../../bot/ui/command.ts"
import { mayChange } from "../../bot/ui/guild-reader.ts"
import type { BotMention } from "../../bot/ui/text.ts"
import { findMeantMemories, severalNamedText } from "../forget/find-meant.ts"
import { forgetAndReply, priorForgetReply } from "../forget/forget.ts"
import { isFirstPerson, saveOpenStatement, saveStatement } from "../remember/save-statement.ts"
import { parseStretch, rememberStretch } from "../remember/stretch.ts"
import { nameMentions } from "./turns.ts"

const LONGEST = 2_000

/** A mention with the guild and the viewer for its channel. */
export interface MentionContext {
  runtime: Runtime
  entered: Entered
  mention: BotMention
  /** Sees what everyone in the channel may read. */
  viewer: Viewer
}

/** Saves what the author said and shows the result. Safe to repeat. */
export async function rememberFromMention(
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
  if (!/[\p{L}\p{N}]/u.test(text)) return plainReply(textsFor(toInteractionContext(context)).remember.tellMe)
  const isOf = (one: Evidence) => one.messageId === messageId
  if (about === null) return saveOpenStatement(toInteractionContext(context), { text, at, messageId }, isOf)
  if (about.id !== author.id && isFirstPerson(text))
    return plainReply(textsFor(toInteractionContext(context)).remember.useTheirName)
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
export async function forgetFromMention(mentionContext: MentionContext, what: string): Promise<Reply> {
  const { entered, viewer, mention } = mentionContext
  const context = toInteractionContext(mentionContext)
  const texts = textsFor(context)
  const { forget } = texts
  const reader = { entered, viewer }
  const before = await priorForgetReply(context, reader)
  if (before !== null) return before
  const words = nameMentions(what, mention.mentions)
  const about =
    mention.mentions.find(({ id }) => id !== mention.author.id && new RegExp(`<@!?${id}>`).test(what)) ?? null
  const { matches, isGuess, several } = await findMeantMemories(context, reader, { words, about })
  if (several !== undefined) return plainReply(severalNamedText(several, texts))
  const mine = matches.filter((found) => mayChange(context.asker, found))
  if (matches.length > 0 && mine.length === 0) return plainReply(forget.publicNotYours)
  if (mine.length === 1 && !isGuess) return forgetAndReply(context, reader, mine)
  if (matches.length === 0) return plainReply(about === null ? forget.publicNone : forget.publicNoneOther)
  return plainReply(isGuess ? forget.publicGuess : forget.publicSeveral)
}

/** The message as a public interaction by its author, under its own id, in the language they write. */
export function toInteractionContext({ runtime, mention }: MentionContext): InteractionContext {
  const { guildId, channelId, parentId, messageId: id, at, author: asker } = mention
  const locale = languageOfWords(mention.content)
  return {
    runtime,
    id,
    at,
    guildId,
    channelId,
    parentId,
    asker,
    isPrivate: false,
    locale,
    guildLocale: locale,
    // Answers to mentions show no pictures.
    avatars: {},
  }
}

/** Words to a bot that one language alone has. Short requests often hold nothing else that tells. */
const TELLING: readonly [Language, RegExp][] = [
  ["de", /(?<!\p{L})(?:mich|mir|dich|über|vergiss|lösche?|merke?|danke|stimmt|falsch)(?!\p{L})/iu],
  ["es", /[¿¡]|(?<!\p{L})(?:olv[ií]dame|b[oó]rrame|olvida|borra|recuerda|gracias|mí)(?!\p{L})/iu],
]

/** The language of words to the bot. "No" and "me" alone tell English and Spanish not apart. */
export function languageOfWords(words: string): Language {
  const [told] = TELLING.find(([, shape]) => shape.test(words)) ?? []
  const rest = words.replace(/(?<!\p{L})(?:no|me)(?!\p{L})/giu, " ")
  return told ?? questionLanguage(rest, { talk: "", fallback: "en" })
}
