/** One answer from beginning to end: made, kept, sent. Cut off anywhere and run again, it is said once. */
import type { REST } from "@discordjs/rest"
import { pause } from "../../ai/deadline.ts"
import { describeError, Refused } from "../../domain/errors.ts"
import type { Time } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models"
import type { Interaction } from "./interaction-shapes.ts"
import {
  apology,
  calledBy,
  type Manner,
  mannerOf,
  type Performed,
  perform,
  REGISTRY,
  refused,
} from "./perform.ts"
import { type AnswerMention, type Failure, failureOf, type HeldJob } from "./responder-plan.ts"
import { answerMessage, completeAnswer, sayBeside, showTyping, unfitness, updateMessage } from "./send.ts"
import type { Reply } from "./ui/command.ts"
import type { Mentioned } from "./ui/text.ts"

/** Typing is shown for ten seconds at a time; what is answered at once shows none. */
const TYPING_AFTER_MS = 400
const TYPING_EVERY_MS = 8_000

export interface Tools {
  ground: Runtime
  answerMention: AnswerMention
  /** For what needs no token of ours; a client for each job, as each has its own token and limits. */
  webhooks(): REST
  /** null where no token is set. */
  rest: REST | null
  /** Keeps what it came to, so that it is made once. */
  keep(performed: Performed): void
  now(): Time
}

/** null: it was answered, or there was nothing to say. Never throws for what Discord says; a crash leaves the job as it was. */
export async function attend(tools: Tools, held: HeldJob): Promise<Failure | null> {
  return held.job.kind === "interaction"
    ? attendInteraction(tools, held, held.job.interaction)
    : attendMention(tools, held, held.job.mention)
}

async function attendInteraction(
  tools: Tools,
  held: HeldJob,
  interaction: Interaction,
): Promise<Failure | null> {
  const performed = held.performed ?? (await perform(tools.ground, interaction))
  const fit = fitting(performed, interaction.id)
  if (held.performed === null) tools.keep(fit)
  const send = ({ went, reply }: Performed) => sayTo(tools.webhooks(), interaction, { went, reply })
  return sent(tools, { held, performed: fit, ofToken: true, send })
}

/** Where a message was to become another and that failed, it stays as it is and the failure is said beside it. */
function sayTo(rest: REST, interaction: Interaction, { went, reply }: Performed): Promise<void> {
  const manner = mannerFor(interaction)
  if (manner === "reply") return completeAnswer(rest, interaction, reply)
  if (went !== "well") return sayBeside(rest, interaction, reply)
  const flags = "message" in interaction ? (interaction.message?.flags ?? 0) : 0
  return updateMessage(rest, interaction, { reply, flags })
}

function mannerFor(interaction: Interaction): Manner["kind"] {
  const called = calledBy(interaction, REGISTRY)
  return called === null ? "reply" : mannerOf(called, interaction).kind
}

async function attendMention(tools: Tools, held: HeldJob, mention: Mentioned): Promise<Failure | null> {
  const { rest } = tools
  if (rest === null) return { kind: "gone", why: "no DISCORD_TOKEN is set" }
  const performed = held.performed ?? (await whileTyping(rest, mention, () => thought(tools, mention)))
  if (performed === null) return null
  const fit = fitting(performed, mention.messageId)
  if (held.performed === null) tools.keep(fit)
  const send = ({ reply }: Performed) => answerMessage(rest, mention, reply)
  return sent(tools, { held, performed: fit, ofToken: false, send })
}

async function thought({ ground, answerMention }: Tools, mention: Mentioned): Promise<Performed | null> {
  try {
    const reply = await answerMention(ground, mention)
    return reply && { went: "well", reply }
  } catch (error) {
    if (error instanceof Refused) return refused(error.refusal)
    const { guildId: guild, messageId: reference } = mention
    console.error({ event: "mention.failed", reference, guild, error: describeError(error) })
    return { went: "failed", reply: apology(reference) }
  }
}

/** Shows that it thinks for as long as it does. */
async function whileTyping<T>(rest: REST, { channelId }: Mentioned, think: () => Promise<T>): Promise<T> {
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
function fitting(performed: Performed, reference: string): Performed {
  const problems = unfitness(performed.reply)
  if (problems.length === 0) return performed
  console.error({ event: "reply.unfit", reference, problems })
  return { went: "failed", reply: apology(reference) }
}

interface Sending {
  held: HeldJob
  performed: Performed
  /** Whether it goes by an interaction's token. */
  ofToken: boolean
  send(performed: Performed): Promise<void>
}

async function sent(tools: Tools, { held, performed, ofToken, send }: Sending): Promise<Failure | null> {
  const attempt = async (what: Performed): Promise<Failure | null> => {
    try {
      await send(what)
      return null
    } catch (error) {
      return failureOf(error, { ageMs: tools.now() - held.takenAt, ofToken })
    }
  }
  const failure = await attempt(performed)
  if (failure?.kind !== "unfit") return failure
  const reference = held.id
  console.error({ event: "reply.unfit", reference, problems: [failure.why] })
  return attempt({ went: "failed", reply: apology(reference) satisfies Reply })
}
