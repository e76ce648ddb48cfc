/** Answers a question in a channel from its last messages, what recall finds for the reader, and a model's wording if any. */
import type { ChatModel } from "../ai/chat.ts"
import { costUsd } from "../ai/cost.ts"
import { OVERDUE, within } from "../ai/deadline.ts"
import { describeError, Refused } from "../domain/errors.ts"
import type { Id, Message, Person, Time, Viewer } from "../domain/types.ts"
import { readTogether } from "../memory/db/database.ts"
import { objectorsFromAnswer, objectorsQuery } from "../memory/read/consent-sql.ts"
import { channelTopic } from "../memory/read/people-facts.ts"
import { readSwitchesOf, tellsTone } from "../policy/policy.ts"
import { type Answered, composeAnswer } from "../recall/answer/answer.ts"
import { searchWords } from "../recall/answer/follow-up.ts"
import { type AnswerInput, LEAST_SCORE, type Turn } from "../recall/answer/prompt.ts"
import { smallTalkOf } from "../recall/answer/small-talk.ts"
import type { Item } from "../recall/context.ts"
import { redactMessages } from "../recall/find/redact.ts"
import { NOBODY, type Participants, type PeopleIds, readParticipants } from "../recall/participants.ts"
import { type OverQuota, takeAnswer } from "./answer-quota.ts"
import { channelStub } from "./channels.ts"
import type { Entered } from "./enter.ts"
import { affordableChat, modelsOf, type Runtime } from "./models.ts"
import { noteShown } from "./recall-notes.ts"
import { type IdentifiedRecall, recordSpent, runRecall } from "./run-recall.ts"
import { tellQuestion } from "./tell-question.ts"

/** A question, and where and by whom it was asked. */
export interface AskedQuestion {
  words: string
  /** `null` if unknown. */
  asker: Person | null
  /** The person whose quota it counts toward; `null` for nobody's. */
  quotaOf: Id | null
  /** The people mentioned in the question, except the bot. */
  mentions: readonly Person[]
  /** The channel where it was asked; `null` if nowhere. */
  channelId: Id | null
  /** The id of its message, which is no source of its answer; `null` if it is none. */
  questionId: Id | null
  /** `null` means now. */
  asOf: Time | null
  /** The language of a question too short to tell; English by default. */
  language?: NonNullable<AnswerInput["language"]>
}

/** A place whose last messages are read. `before` is the question's own id. */
export interface TurnsBefore {
  channelId: Id
  before: Id
  /** The message it replies to; `null` for none. */
  replyTo: Id | null
}

/** The guild as entered, and who will see the answer. */
export interface AnswerReader {
  entered: Entered
  /** The person whose roles the viewer needs; `null` for none. */
  reader: Id | null
  /** Mints the viewer; may refuse. Called again if the guild changed in the meantime. */
  viewer(entered: Entered): Viewer
}

const TURNS = 10
const TURNS_MS = 1_500
const MOST_MENTIONS = 3
/** More than a prompt holds: it takes as many of the best as fit. */
const MOST_ITEMS = 40
const MOST_TOKENS = 8_000

/** `overQuota`: why no model worded it although one could; `null` for any other reason. */
export interface WordedAnswer extends Answered {
  overQuota: OverQuota | null
  /** The recall that it rests on; `null` for small talk. */
  recall: { id: string; logged: boolean } | null
}

/** Answers a question. Its cost is recorded afterwards. */
export async function answerQuestion(
  runtime: Runtime,
  reader: AnswerReader,
  asking: AskedQuestion,
  turns: readonly Turn[],
): Promise<WordedAnswer> {
  const { guild } = reader.entered
  if (!guild.policy.recall.enabled) throw new Refused({ reason: "reading_off" })
  const began = Date.now()
  const { words, asker, channelId, questionId, asOf } = asking
  const { ownId, answerMs } = modelsOf(runtime)
  const { timezone, persona, house_rules: houseRules } = guild.settings
  const isSmallTalk = smallTalkOf(words) !== null
  const searched = searchWords(words, turns)
  const mentions = asking.mentions.slice(0, MOST_MENTIONS)
  const [{ items, noted, meant, recall }, { chat, overQuota }, hint] = await Promise.all([
    isSmallTalk ? NOTHING_FOUND : recallItems(runtime, reader, { ...asking, searched, mentions }),
    // Only a persona has words of its own for small talk.
    isSmallTalk && persona === null ? NO_MODEL : wordingModel(runtime, reader.entered, asking),
    isSmallTalk ? "" : topicHint(reader, channelId),
  ])
  const asked = meant ?? searched
  const people: PeopleIds = {
    asking: asker === null ? [] : [asker.id],
    // A greeting is answered by whom it comes from alone.
    mentioned: isSmallTalk ? [] : mentions.map(({ id }) => id),
    talking: isSmallTalk ? [] : speakersOf(turns, ownId),
    noted,
  }
  const answered = await composeAnswer(
    {
      question: words,
      ...(asking.language && { language: asking.language }),
      questionId,
      asker,
      mentions,
      turns,
      searched: asked,
      items,
      // Only a model's prompt holds them.
      people: chat === null ? NOBODY : await knownPeople(reader, { people, topic: `${asked} ${hint}`, asOf }),
      peopleRule: guild.policy.people,
      channelId,
      channelNames: new Map(
        reader.entered.channels.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])),
      ),
      ownId,
      sensitive: guild.policy.sensitive,
      manner: { persona, houseRules },
      now: asOf ?? Date.now(),
      timezone,
    },
    chat,
    answerMs,
  )
  const { answer, usage, failed } = answered
  recordSpent(runtime, guild.id, usage)
  if (failed !== null) console.warn({ event: "answer.quoted", guild: guild.id, failed })
  noteShown(runtime, guild.id, { items: answer.items, log: recall?.log ?? null })
  const reason = overQuota === null ? failed : "quota"
  const degraded = reason === null ? [] : [reason]
  tellQuestion(
    runtime,
    guild.id,
    { event: "answer", outcome: answer.method, degraded, ms: Date.now() - began },
    { count: answer.items.length, usage, usd: usage.reduce((sum, one) => sum + (costUsd(one) ?? 0), 0) },
  )
  const restsOn = recall && { id: recall.id, logged: recall.log !== null }
  return { ...answered, overQuota, recall: restsOn }
}

interface WordingModel {
  chat: ChatModel | null
  overQuota: OverQuota | null
}
const NO_MODEL: WordingModel = { chat: null, overQuota: null }

/** Returns the model that words the answer, if the guild's caps and the person's quota allow it. */
async function wordingModel(
  runtime: Runtime,
  entered: Entered,
  { quotaOf, questionId }: AskedQuestion,
): Promise<WordingModel> {
  const chat = await affordableChat(runtime, entered)
  const limit = entered.guild.settings.answers_per_hour
  if (chat === null || limit === null || quotaOf === null) return { chat, overQuota: null }
  const asked = { id: questionId ?? crypto.randomUUID(), person: quotaOf, limit }
  const overQuota = await takeAnswer(runtime.env, entered.guild.id, asked)
  return { chat: overQuota === null ? chat : null, overQuota }
}

/** The people of the last turns, latest first. */
function speakersOf(turns: readonly Turn[], ownId: Id | null): Id[] {
  const others = turns.filter(({ own, speakerId }) => !own && speakerId !== ownId)
  return [...new Set(others.flatMap(({ speakerId }) => speakerId ?? []).reverse())]
}

/** Returns the name and topic of the channel, and of a thread's channel, which tell what is talked about there. */
async function topicHint({ entered, viewer }: AnswerReader, channelId: Id | null): Promise<string> {
  if (channelId === null) return ""
  return orElse("", entered, () => channelTopic(entered.db, viewer(entered), channelId))
}

function knownPeople(
  { entered, viewer }: AnswerReader,
  { people, topic, asOf }: { people: PeopleIds; topic: string; asOf: Time | null },
): Promise<Participants> {
  const { db, guild } = entered
  const { timezone, consent } = guild.settings
  const clock = { now: Date.now(), asOf, timezone }
  const moment = { ...clock, optIn: consent === "opt_in", tone: tellsTone(guild.policy) }
  const { people: rule, recall } = guild.policy
  const terms = { minConfidence: recall.min_confidence, switches: readSwitchesOf(guild) }
  const request = { people, topic, rule, moment, attributions: guild.attributions, ...terms }
  return orElse(NOBODY, entered, () => readParticipants(db, viewer(entered), request))
}

/** An answer without a part is better than none. */
async function orElse<T>(without: T, { guild }: Entered, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refused) throw error
    console.warn({ event: "answer.degraded", guild: guild.id, error: describeError(error) })
    return without
  }
}

const NOTHING_FOUND = { items: [], noted: [], meant: null, recall: null }

async function recallItems(
  runtime: Runtime,
  reader: AnswerReader,
  { searched, asker, mentions, asOf }: AskedQuestion & { searched: string },
): Promise<{ items: Item[]; noted: Id[]; meant: string; recall: Pick<IdentifiedRecall, "id" | "log"> }> {
  const question = {
    words: searched,
    asker: asker?.id ?? null,
    mentions: mentions.map(({ id }) => id),
    asOf,
    // This format includes portraits of the people the answer is about.
    format: "block",
    maxItems: MOST_ITEMS,
    maxTokens: MOST_TOKENS,
    minScore: LEAST_SCORE,
    forAnswer: true,
  } as const
  const { items, noted, meant, id, log } = await runRecall(runtime, reader.entered.guild.id, question, reader)
  return { items, noted, meant, recall: { id, log } }
}

/**
 * Returns the channel's last messages before the question and the message it replies to, as this reader may see them;
 * none if the channel is slow or down.
 */
export async function readTurns(
  { env }: Runtime,
  { entered: { db, guild }, viewer }: { entered: Entered; viewer: Viewer },
  { channelId, before, replyTo }: TurnsBefore,
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
