/** One answer from beginning to end: made, kept, sent. Cut off anywhere and run again, it is said once. */
import type { REST } from "@discordjs/rest"
import { pause } from "../../ai/deadline.ts"
import { describeError, Refused } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import {
  failureReply,
  findRoute,
  type InteractionOutcome,
  REGISTRY,
  type ResponseKind,
  refusalOutcome,
  responseKind,
  runInteraction,
} from "./dispatch.ts"
import type { Interaction } from "./interaction-shapes.ts"
import { type AnswerMention, classifySendError, type SendFailure, type StoredJob } from "./responder-plan.ts"
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

/** Typing is shown for ten seconds at a time; what is answered at once shows none. */
const TYPING_AFTER_MS = 400
const TYPING_EVERY_MS = 8_000

export interface ResponderDeps {
  ground: Runtime
  answerMention: AnswerMention
  /** For what needs no token of ours; a client for each job, as each has its own token and limits. */
  webhooks(): REST
  /** null where no token is set. */
  rest: REST | null
  /** Keeps what it came to, so that it is made once. */
  keep(performed: InteractionOutcome): void
  now(): Time
}

/** null: it was answered, or there was nothing to say. Never throws for what Discord says; a crash leaves the job as it was. */
export async function answerJob(tools: ResponderDeps, held: StoredJob): Promise<SendFailure | null> {
  return held.job.kind === "interaction"
    ? answerInteraction(tools, held, held.job.interaction)
    : answerMentionJob(tools, held, held.job.mention)
}

async function answerInteraction(
  tools: ResponderDeps,
  held: StoredJob,
  interaction: Interaction,
): Promise<SendFailure | null> {
  const performed = held.performed ?? (await runInteraction(tools.ground, interaction))
  const fit = ensureSendable(performed, interaction.id)
  if (held.performed === null) tools.keep(fit)
  const send = ({ went, reply }: InteractionOutcome) =>
    sendToInteraction(tools.webhooks(), interaction, { went, reply })
  return sendOrApologize(tools, { held, performed: fit, ofToken: true, send })
}

/** Where a message was to become another and that failed, it stays as it is and the failure is said beside it. */
function sendToInteraction(
  rest: REST,
  interaction: Interaction,
  { went, reply }: InteractionOutcome,
): Promise<void> {
  const manner = responseKindFor(interaction)
  if (manner === "reply") return completeDeferredReply(rest, interaction, reply)
  if (went !== "well") return sendFollowUp(rest, interaction, reply)
  const flags = "message" in interaction ? (interaction.message?.flags ?? 0) : 0
  return updateMessage(rest, interaction, { reply, flags })
}

function responseKindFor(interaction: Interaction): ResponseKind["kind"] {
  const called = findRoute(interaction, REGISTRY)
  return called === null ? "reply" : responseKind(called, interaction).kind
}

async function answerMentionJob(
  tools: ResponderDeps,
  held: StoredJob,
  mention: BotMention,
): Promise<SendFailure | null> {
  const { rest } = tools
  if (rest === null) return { kind: "gone", why: "no DISCORD_TOKEN is set" }
  const performed =
    held.performed ?? (await whileTyping(rest, mention, () => composeMentionReply(tools, mention)))
  if (performed === null) return null
  const fit = ensureSendable(performed, mention.messageId)
  if (held.performed === null) tools.keep(fit)
  const send = ({ reply }: InteractionOutcome) => replyToMessage(rest, mention, reply)
  return sendOrApologize(tools, { held, performed: fit, ofToken: false, send })
}

async function composeMentionReply(
  { ground, answerMention }: ResponderDeps,
  mention: BotMention,
): Promise<InteractionOutcome | null> {
  try {
    const reply = await answerMention(ground, mention)
    return reply && { went: "well", reply }
  } catch (error) {
    if (error instanceof Refused) return refusalOutcome(error.refusal)
    const { guildId: guild, messageId: reference } = mention
    console.error({ event: "mention.failed", reference, guild, error: describeError(error) })
    return { went: "failed", reply: failureReply(reference) }
  }
}

/** Shows that it thinks for as long as it does. */
async function whileTyping<T>(rest: REST, { channelId }: BotMention, think: () => Promise<T>): Promise<T> {
  let thinking = true
  const shown = (async () => {
    for (let wait = TYPING_AFTER_MS; ; wait = TYPING_EVERY_MS) {
      await pause(wait)
      if (!thinking) return
      await showTyping(rest, channelId)
    }
  })()
  // The fallback is that nothing is shown; whether it may speak there is found out when it does.
  shown.catch(() => undefined)
  try {
    return await think()
  } finally {
    thinking = false
  }
}

/** What Discord would refuse is a bug of ours: it is logged, and an apology said instead. */
function ensureSendable(performed: InteractionOutcome, reference: string): InteractionOutcome {
  const problems = replyProblems(performed.reply)
  if (problems.length === 0) return performed
  console.error({ event: "reply.unfit", reference, problems })
  return { went: "failed", reply: failureReply(reference) }
}

interface Sending {
  held: StoredJob
  performed: InteractionOutcome
  /** Whether it goes by an interaction's token. */
  ofToken: boolean
  send(performed: InteractionOutcome): Promise<void>
}

async function sendOrApologize(
  tools: ResponderDeps,
  { held, performed, ofToken, send }: Sending,
): Promise<SendFailure | null> {
  const attempt = async (what: InteractionOutcome): Promise<SendFailure | null> => {
    try {
      await send(what)
      return null
    } catch (error) {
      return classifySendError(error, { ageMs: tools.now() - held.takenAt, ofToken })
    }
  }
  const failure = await attempt(performed)
  if (failure?.kind !== "unfit") return failure
  const reference = held.id
  console.error({ event: "reply.unfit", reference, problems: [failure.why] })
  return attempt({ went: "failed", reply: failureReply(reference) satisfies Reply })
}
