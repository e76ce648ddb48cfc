/**
 * Answers one job from start to finish: composes the reply, stores it, sends it. A job that is interrupted
 * and run again is answered once.
 */
import { pause } from "../../ai/deadline.ts"
import { describeError, Refused } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import { languageOfWords } from "../features/ask/mention-changes.ts"
import type { Texts } from "../texts/en.ts"
import { textsIn } from "../texts/texts.ts"
import {
  failureReply,
  findRoute,
  type InteractionOutcome,
  REGISTRY,
  type ResponseKind,
  refusalOutcome,
  responseKind,
  runInteraction,
  textsForInteraction,
} from "./dispatch.ts"
import type { Interaction } from "./interaction-shapes.ts"
import { introduceBot } from "./introduce.ts"
import {
  type AnswerMention,
  answerExpiresAt,
  classifySendError,
  type SendFailure,
  type StoredJob,
} from "./responder-plan.ts"
import type { DiscordRest } from "./rest.ts"
import {
  completeDeferredReply,
  replyProblems,
  replyToMessage,
  sendFollowUp,
  showTyping,
  updateMessage,
} from "./send.ts"
import type { Reply } from "./ui/command.ts"
import type { BotMention } from "./ui/text.ts"

/** Discord shows the typing indicator for ten seconds at a time. Quick answers show none. */
const TYPING_AFTER_MS = 400
const TYPING_EVERY_MS = 8_000

export interface ResponderDeps {
  runtime: Runtime
  answerMention: AnswerMention
  /**
   * Creates a client for requests that need no bot token. Each job gets its own, because each interaction
   * token has its own limits.
   */
  webhooks(): DiscordRest
  /** `null` if no token is set. */
  rest: DiscordRest | null
  /** Stores the outcome, so that it is composed only once. */
  storeOutcome(outcome: InteractionOutcome): void
  now(): Time
}

/**
 * Returns `null` if the job was answered or nothing had to be said. Never throws for an error from Discord.
 * After a crash the job is unchanged.
 */
export async function answerJob(deps: ResponderDeps, job: StoredJob): Promise<SendFailure | null> {
  if (job.job.kind === "introduction") return introduceBot(deps, job, job.job.introduction)
  return job.job.kind === "interaction"
    ? answerInteraction(deps, job, job.job.interaction)
    : answerMentionJob(deps, job, job.job.mention)
}

async function answerInteraction(
  deps: ResponderDeps,
  job: StoredJob,
  interaction: Interaction,
): Promise<SendFailure | null> {
  const outcome = job.outcome ?? (await runInteraction(deps.runtime, interaction))
  const texts = textsForInteraction(interaction)
  const sendable = ensureSendable(outcome, interaction.id, texts)
  if (job.outcome === null) deps.storeOutcome(sendable)
  const send = ({ went, reply }: InteractionOutcome) =>
    sendToInteraction(deps.webhooks(), interaction, { went, reply })
  return sendOrApologize(deps, { job, outcome: sendable, usesToken: true, send, texts })
}

/** If a message update fails, the message stays as it is and the error goes out as a follow-up. */
function sendToInteraction(
  rest: DiscordRest,
  interaction: Interaction,
  { went, reply }: InteractionOutcome,
): Promise<void> {
  const response = responseKindFor(interaction)
  if (response === "reply") return completeDeferredReply(rest, interaction, reply)
  if (went !== "well") return sendFollowUp(rest, interaction, reply)
  const flags = "message" in interaction ? (interaction.message?.flags ?? 0) : 0
  return updateMessage(rest, interaction, { reply, flags })
}

function responseKindFor(interaction: Interaction): ResponseKind["kind"] {
  const route = findRoute(interaction, REGISTRY)
  return route === null ? "reply" : responseKind(route, interaction).kind
}

async function answerMentionJob(
  deps: ResponderDeps,
  job: StoredJob,
  mention: BotMention,
): Promise<SendFailure | null> {
  const { rest } = deps
  if (rest === null) return { kind: "gone", why: "no DISCORD_TOKEN is set" }
  const outcome = job.outcome ?? (await whileTyping(rest, mention, () => composeMentionReply(deps, mention)))
  if (outcome === null) return null
  const texts = textsForMention(mention)
  const sendable = ensureSendable(outcome, mention.messageId, texts)
  if (job.outcome === null) deps.storeOutcome(sendable)
  const send = ({ reply }: InteractionOutcome) => replyToMessage(rest, mention, reply)
  return sendOrApologize(deps, { job, outcome: sendable, usesToken: false, send, texts })
}

async function composeMentionReply(
  { runtime, answerMention }: ResponderDeps,
  mention: BotMention,
): Promise<InteractionOutcome | null> {
  try {
    const reply = await answerMention(runtime, mention)
    return reply && { went: "well", reply }
  } catch (error) {
    if (error instanceof Refused) return refusalOutcome(error.refusal, textsForMention(mention))
    const { guildId: guild, messageId: reference } = mention
    console.error({ event: "mention.failed", reference, guild, error: describeError(error) })
    return { went: "failed", reply: failureReply(reference, textsForMention(mention)) }
  }
}

/** Like an answer to a mention, an apology is in the language of the message. */
function textsForMention({ content }: BotMention): Texts {
  return textsIn(languageOfWords(content))
}

/** Shows the typing indicator while `think` runs. */
async function whileTyping<T>(
  rest: DiscordRest,
  { channelId }: BotMention,
  think: () => Promise<T>,
): Promise<T> {
  let thinking = true
  const shown = (async () => {
    for (let wait = TYPING_AFTER_MS; ; wait = TYPING_EVERY_MS) {
      await pause(wait)
      if (!thinking) return
      await showTyping(rest, channelId)
    }
  })()
  // Fallback: no indicator. Sending the answer shows whether the bot may write there.
  shown.catch(() => undefined)
  try {
    return await think()
  } finally {
    thinking = false
  }
}

/** A reply that exceeds Discord's limits is a bug: logs it and substitutes an apology. */
function ensureSendable(outcome: InteractionOutcome, reference: string, texts: Texts): InteractionOutcome {
  const problems = replyProblems(outcome.reply)
  if (problems.length === 0) return outcome
  console.error({ event: "reply.unfit", reference, problems })
  return { went: "failed", reply: failureReply(reference, texts) }
}

interface SendJob {
  job: StoredJob
  outcome: InteractionOutcome
  /** The request is authorized by an interaction token. */
  usesToken: boolean
  send(outcome: InteractionOutcome): Promise<void>
  /** For the apology. */
  texts: Texts
}

async function sendOrApologize(
  deps: ResponderDeps,
  { job, outcome, usesToken: ofToken, send, texts }: SendJob,
): Promise<SendFailure | null> {
  const attempt = async (what: InteractionOutcome): Promise<SendFailure | null> => {
    // Composing may have taken until now.
    if (deps.now() >= answerExpiresAt(job)) return { kind: "gone", why: "its time was over" }
    try {
      await send(what)
      return null
    } catch (error) {
      return classifySendError(error, { ageMs: deps.now() - job.takenAt, ofToken })
    }
  }
  const failure = await attempt(outcome)
  if (failure?.kind !== "unfit") return failure
  const reference = job.id
  console.error({ event: "reply.unfit", reference, problems: [failure.why] })
  return attempt({ went: "failed", reply: failureReply(reference, texts) satisfies Reply })
}
