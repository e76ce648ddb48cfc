/** Answers what is said to the bot in a channel, for all who read there. It never waits for extraction, and may be run again for the same message. */

import { viewerAt } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Person } from "../../../domain/types.ts"
import { answerIn, type Reader, turnsIn } from "../../../runtime/answering.ts"
import { type Entered, enterStaying } from "../../../runtime/enter.ts"
import type { Ground } from "../../../runtime/ground.ts"
import { chatIn } from "../../../runtime/means.ts"
import { settleUp } from "../../../runtime/recalling.ts"
import type { Mentioned } from "../../bot/ui/mention.ts"
import { worded } from "../../bot/ui/refusals.ts"
import { plain, type Reply } from "../../bot/ui/reply.ts"
import { type Intent, isCourtesy } from "./intent.ts"
import { keep, letGo, type Spot } from "./keeping.ts"
import { knownOf } from "./known-of.ts"
import { meaningOf } from "./meaning.ts"
import { originOf } from "./origin.ts"
import { answers } from "./quiet.ts"
import { named, saidToBot, turnsOf } from "./turns.ts"
import { answerContent } from "./wording.ts"

const HELP = [
  "Ask me something, and I answer from what I remember of this server. I also take:",
  "- “remember that …” and “forget that …”, about yourself",
  "- “what do you know about” and a mention of somebody",
  "- “where did you learn that?”, after an answer of mine",
  "`/privacy see` shows what I keep of you, and how to have it erased.",
].join("\n")

const COURTEOUS = "Glad to be of use."

/** The answer to a message that mentions the bot or replies to it; null where it is not to be answered: the bot keeps quiet there, or is leaving. */
export async function answerMention(ground: Ground, mention: Mentioned): Promise<Reply | null> {
  const entered = await stayingIn(ground, mention.guildId)
  if (entered === null || !answers(entered, mention)) return null
  const spot = { ground, entered, mention, viewer: viewerAt(entered.structure, mention.channelId) }
  const words = saidToBot(mention.content, mention.mentions)
  if (isNod(mention)) return null
  const { intent, usage } = await meaningOf(words, () => chatIn(ground, entered))
  settleUp(ground, mention.guildId, usage)
  try {
    return await replyTo(spot, words, intent)
  } catch (error) {
    if (error instanceof Refused) return plain(worded(error.refusal))
    throw error
  }
}

/** A reply of signs alone, such as a thumb, wants no answer. */
function isNod({ content, replyTo }: Mentioned): boolean {
  return replyTo !== null && !/[\p{L}\p{N}]/u.test(content)
}

/** null where the guild is not known, or is to be erased. */
async function stayingIn({ env }: Ground, guildId: string): Promise<Entered | null> {
  try {
    return await enterStaying(env, guildId)
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

async function replyTo(spot: Spot, words: string, intent: Intent): Promise<Reply> {
  const { author, mentions } = spot.mention
  switch (intent.kind) {
    case "remember":
      return keep(spot, intent.what, mentions.find(({ id }) => id === intent.about) ?? author)
    case "forget":
      return letGo(spot, intent.what)
    case "about": {
      const person = intent.personId === "self" ? author : mentions.find(({ id }) => id === intent.personId)
      return person ? knownOf(spot, person) : plain(HELP)
    }
    case "dismiss":
      return plain("All right.")
    case "help":
      return plain(HELP)
    case "source":
    case "question":
      return plain(await spoken(spot, words, intent.kind))
  }
}

/** An answer, or what the last one rests on. */
async function spoken(
  { ground, entered, mention, viewer }: Spot,
  words: string,
  kind: "source" | "question",
): Promise<string> {
  const { channelId, author, mentions, messageId: before, replyTo } = mention
  const said = await turnsIn(ground, { entered, viewer }, { channelId, before, replyTo })
  const reader: Reader = { entered, viewer: ({ structure }) => viewerAt(structure, channelId) }
  if (kind === "source") return originOf(ground, { ...reader, current: viewer }, { said, replyTo })
  const asker: Person = { id: author.id, name: author.name }
  const asking = { words: named(words, mentions), asker, mentions, channelId, before, replyTo }
  const { answer } = await answerIn(ground, reader, asking, turnsOf(said))
  if (answer.method !== "model" && isCourtesy(words)) return COURTEOUS
  return answerContent(answer, null, { now: Date.now(), timezone: entered.guild.settings.timezone })
}
