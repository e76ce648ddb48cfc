/**
 * Answers a question asked in a channel: the channel's last messages, what recall finds for the reader, and a
 * model's wording if a model is available.
 */
import { OVERDUE, within } from "../ai/deadline.ts"
import { describeError } from "../domain/errors.ts"
import type { Id, Message, Person, Viewer } from "../domain/types.ts"
import { readTogether } from "../memory/db/database.ts"
import { objectorsFromAnswer, objectorsQuery } from "../memory/read/consent-sql.ts"
import { type Answered, composeAnswer } from "../recall/answer/answer.ts"
import { searchWords, type Turn } from "../recall/answer/prompt.ts"
import { redactMessages } from "../recall/find/redact.ts"
import { channelStub } from "./channels.ts"
import type { Entered } from "./enter.ts"
import { affordableChat, modelsOf, type Runtime } from "./models.ts"
import { recordSpent, runRecall } from "./run-recall.ts"

/** A question as it was asked in a channel. */
export interface ChannelQuestion {
  words: string
  asker: Person
  /** The people mentioned in the question, except the bot. */
  mentions: readonly Person[]
  channelId: Id
  /** The question's own message id. Earlier messages are its conversation. */
  before: Id
  /** The message it replies to; `null` for none. */
  replyTo: Id | null
}

/** The guild as entered, and who will see the answer. */
export interface AnswerReader {
  entered: Entered
  /** Mints the viewer; may refuse. Called again if the guild changed in the meantime. */
  viewer(entered: Entered): Viewer
}

const TURNS = 10
const TURNS_MS = 1_500
const MOST_MENTIONS = 3
const MOST_ITEMS = 20
const MOST_TOKENS = 1_600

/** Answers a question. Its cost is recorded afterwards. */
export async function answerInChannel(
  runtime: Runtime,
  reader: AnswerReader,
  asking: ChannelQuestion,
  turns: readonly Turn[],
): Promise<Answered> {
  const { guild } = reader.entered
  const { words, asker, channelId } = asking
  const searched = searchWords(words, turns)
  const mentions = asking.mentions.slice(0, MOST_MENTIONS)
  const [recalled, chat] = await Promise.all([
    runRecall(
      runtime,
      guild.id,
      {
        words: searched,
        asker: asker.id,
        mentions: mentions.map(({ id }) => id),
        asOf: null,
        // This format includes portraits of the people the answer is about.
        format: "block",
        maxItems: MOST_ITEMS,
        maxTokens: MOST_TOKENS,
      },
      { reader: null, viewer: reader.viewer },
    ),
    affordableChat(runtime, reader.entered),
  ])
  const { timezone, persona, house_rules: houseRules } = guild.settings
  const answered = await composeAnswer(
    {
      question: words,
      questionId: asking.before,
      asker,
      mentions,
      turns,
      isFollowUp: searched !== words,
      items: recalled.items,
      channelId,
      ownId: modelsOf(runtime).ownId,
      manner: { persona, houseRules },
      now: Date.now(),
      timezone,
    },
    chat,
  )
  recordSpent(runtime, guild.id, answered.usage)
  if (answered.failed !== null)
    console.warn({ event: "answer.quoted", guild: guild.id, failed: answered.failed })
  return answered
}

/**
 * Returns the channel's last messages before the question and the message it replies to, as this reader may
 * see them. Returns none if the channel is slow or down: the question is answered without them.
 */
export async function readTurns(
  { env }: Runtime,
  { entered: { db, guild }, viewer }: { entered: Entered; viewer: Viewer },
  { channelId, before, replyTo }: Pick<ChannelQuestion, "channelId" | "before" | "replyTo">,
): Promise<Message[]> {
  if (viewer.readable !== "all" && !viewer.readable.includes(channelId)) return []
  const stub = channelStub(env, guild.id, channelId)
  try {
    const [said, { silent }] = await Promise.all([
      within(TURNS_MS, () => stub.turns(before, { limit: TURNS, replyTo })),
      viewer.hidesObjectors ? readTogether(db, { silent: objectorsQuery(viewer) }) : { silent: null },
    ])
    return said === OVERDUE ? [] : redactMessages(said, objectorsFromAnswer(silent))
  } catch (error) {
    console.warn({ event: "answer.degraded", channel: channelId, error: describeError(error) })
    return []
  }
}
