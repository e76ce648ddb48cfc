/** Remembers a stretch of conversation: a linked message and those before it, or the last messages of a channel. */

import { Refused } from "../../../domain/errors.ts"
import { ID_PATTERN } from "../../../domain/ids.ts"
import type { Id, Person } from "../../../domain/types.ts"
import { saveStretch } from "../../../extraction/stretch.ts"
import { listMemories, personFilter } from "../../../memory/read/manage.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { channelStub, followWrites } from "../../../runtime/channels.ts"
import { writingTools } from "../../../runtime/models.ts"
import { type InteractionContext, type Reply, textReply, textsFor } from "../../bot/ui/command.ts"
import { type GuildReader, guildReader } from "../../bot/ui/guild-reader.ts"
import { notKeptText } from "./remembered-page.ts"
import { savedReply } from "./save-statement.ts"

/** `upTo`: the last message of the stretch; `null` for the latest in the channel. */
export interface StretchRequest {
  upTo: { channelId: Id; messageId: Id } | null
  count: number
}

/** Messages of a stretch if no number is given: enough to understand the last of them. */
const DEFAULT_COUNT = 10
const MOST_COUNT = 50

const LINK = new RegExp(
  `https?://(?:\\w+\\.)?discord(?:app)?\\.com/channels/(${ID_PATTERN})/(${ID_PATTERN})/(${ID_PATTERN})`,
)
const LAST =
  /^(?:(?:the|our|these|die|los|las|les|os|as) )?(?:(?:last|latest|previous|past|letzten?|vorigen|últim[oa]s|derniers|dernières) (\d{1,4})(?: (?:messages?|lines?|posts?|msgs?|nachrichten|mensajes|mensagens))?|(\d{1,4}) (?:derniers messages|últimos mensajes|últimas mensagens))$/iu
const CONVERSATION =
  /^(?:this|the|our|dieses|diese|esta|cette|essa) (?:conversation|chat|discussion|talk|thread|exchange|gespräch|unterhaltung|conversación|conversa)$/iu
const POINTING =
  /^(?:this|that|it|these|what (?:he|she|they|we|i) (?:just )?said|das|dies|eso|esto|ça|cela|isso|isto)?$/iu

/**
 * Parses a request to remember messages instead of a sentence: a message link, "the last 20 messages", "this
 * conversation", or "this" in a reply (`replyTo`). Returns `null` for anything else, and for a link to another server.
 */
export function parseStretch(
  text: string,
  here: { guildId: Id; channelId: Id; replyTo: Id | null },
): StretchRequest | null {
  const [url, guildId, channelId, messageId] = LINK.exec(text) ?? []
  const words = text
    .replace(url ?? "", " ")
    .replace(/[<>]/gu, " ")
    .replace(/\s+/gu, " ")
    .replace(/[\s:,.!]+$/u, "")
    .trim()
  const [, one, other] = LAST.exec(words.replace(/^and /iu, "")) ?? []
  const count = Math.min(MOST_COUNT, Math.max(1, Number(one ?? other ?? DEFAULT_COUNT)))
  const isCounted = one !== undefined || other !== undefined
  if (channelId !== undefined && messageId !== undefined) {
    const isPlain = isCounted || POINTING.test(words) || CONVERSATION.test(words)
    return isPlain && guildId === here.guildId ? { upTo: { channelId, messageId }, count } : null
  }
  if (isCounted || CONVERSATION.test(words)) return { upTo: null, count }
  if (here.replyTo === null || !POINTING.test(words)) return null
  return { upTo: { channelId: here.channelId, messageId: here.replyTo }, count: DEFAULT_COUNT }
}

/**
 * Reads the messages, saves what they say, and shows everything now known from them. Safe to repeat. `before`: reads
 * only messages before this one.
 */
export async function rememberStretch(
  context: InteractionContext,
  { upTo, count }: StretchRequest,
  { about, before }: { about: Person | null; before: Id },
): Promise<Reply> {
  const { runtime, guildId, at: now } = context
  const texts = textsFor(context)
  const reader = await guildReader(context)
  const channelId = upTo?.channelId ?? context.channelId
  const { readable } = reader.viewer
  // A channel that one may not read is as unknown as one that does not exist.
  if (readable !== "all" && !readable.includes(channelId))
    throw new Refused({ reason: "unknown_channel", channelId })
  const end = upTo === null ? before : String(BigInt(upTo.messageId) + 1n)
  const messages = await channelStub(runtime.env, guildId, channelId).turns(end, {
    limit: count,
    replyTo: null,
  })
  if (!messages.some(({ role }) => role === "member")) return textReply(texts.remember.noMessages)
  const channel = reader.entered.structure.channels.find(({ id }) => id === channelId)
  const stretch = {
    guildId,
    channelId,
    channelName: channel?.name ?? null,
    messages,
    about: about?.id ?? null,
  }
  const verdicts = await saveStretch(reader.entered.db, stretch, { ...writingTools(runtime), now })
  if (!Array.isArray(verdicts)) throw new Refused(verdicts)
  followWrites(runtime, guildId)
  const known = await knownFrom(reader, { about, messages: messages.map(({ id }) => id) })
  return known.length > 0
    ? savedReply(context, { kept: known })
    : textReply(notKeptText(verdicts, texts, texts.remember.nothingInMessages))
}

/** Returns the facts that rest on these messages, as the asker may read them. */
function knownFrom(
  { entered, viewer }: GuildReader,
  { about, messages }: { about: Person | null; messages: readonly Id[] },
): Promise<FoundMemory[]> {
  const any = {
    ...personFilter(about?.id ?? ""),
    ...(about === null ? { scope: null, subjectId: null } : {}),
  }
  return listMemories(entered.db, viewer, { ...any, citing: messages }, { after: null, limit: MOST_COUNT })
}
