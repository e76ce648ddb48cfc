/** When the Responder does what: who may ask again, which jobs begin, what follows a failure, when it wakes. Pure. */
import { DiscordAPIError, HTTPError } from "@discordjs/rest"
import { z } from "zod"
import { MINUTE } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import { retryAt } from "../../runtime/object/alarm-clock.ts"
import type { InteractionOutcome } from "./dispatch.ts"
import { type Interaction, InteractionSchema } from "./interaction-shapes.ts"
import type { Reply } from "./ui/command.ts"
import type { BotMention } from "./ui/text.ts"

/** An interaction's token lives for 15 minutes: https://discord.com/developers/docs/interactions/receiving-and-responding */
export const GIVE_UP_MS = 14 * MINUTE
/** How long ids are kept: as long as they may come twice, and as long as the longest cool-down. */
export const KEEP_MS = 65 * MINUTE
/** Answers made beside each other, of all and of one person. */
const AT_ONCE = 12
const OF_ONE = 3
/** How long a mention waits for its turn. What would wait longer is not answered: a notice to everyone would be another answer. */
const MENTION_WAIT_MS = 30_000
/** An interaction that was answered a moment ago may not be known yet where its answer is completed: https://github.com/discord/discord-api-docs/issues/7220 */
const EARLY_ANSWER_MS = 20_000
const LONGEST_RETRY_MS = MINUTE

export type PaceDecision = { kind: "at"; at: Time } | { kind: "cooling"; seconds: number }

/** When a person's next question is answered, the one before being answered at `lastAt`; a mention waits a little, a command is refused. */
export function decidePace(
  kind: "interaction" | "mention",
  { lastAt, cooldownMs, now }: { lastAt: Time | null; cooldownMs: number; now: Time },
): PaceDecision {
  const at = lastAt === null ? now : Math.max(now, lastAt + cooldownMs)
  const waits = at - now
  if (waits > (kind === "mention" ? MENTION_WAIT_MS : 0))
    return { kind: "cooling", seconds: Math.ceil(waits / 1_000) }
  return { kind: "at", at }
}

export interface WaitingJob {
  id: string
  person: Id | null
  /** When it is next to be tried. */
  at: Time
  takenAt: Time
}

/** Which of those that wait, earliest first, begin now. Nobody takes all the places. */
export function jobsToStart(
  waiting: readonly WaitingJob[],
  running: ReadonlyMap<string, Id | null>,
  now: Time,
): string[] {
  const persons = [...running.values()]
  const begin: string[] = []
  for (const { id, person, at } of waiting) {
    if (persons.length >= AT_ONCE) break
    if (at > now || running.has(id) || (person !== null && count(persons, person) >= OF_ONE)) continue
    persons.push(person)
    begin.push(id)
  }
  return begin
}

function count(persons: readonly (Id | null)[], person: Id): number {
  return persons.filter((one) => one === person).length
}

/** When to look again: at the next thing due, or when what is under way should have ended; `oldestAt` is when the oldest kept id was taken. */
export function nextWakeAt(
  waiting: readonly WaitingJob[],
  { oldestAt, leaseMs, now }: { oldestAt: Time | null; leaseMs: number; now: Time },
): Time | null {
  if (waiting.length > 0)
    return Math.min(...waiting.map(({ at }) => (at > now ? at : now + leaseMs)), now + GIVE_UP_MS)
  return oldestAt === null ? null : Math.max(now, oldestAt + KEEP_MS)
}

/** What a failed request means: `down`, try later; `early`, very soon; `unfit`, our own fault; `gone`, nobody can be answered there any more. */
export type SendFailure = { kind: "down" | "early" | "unfit" | "gone"; why: string }

export function classifySendError(
  error: unknown,
  { ageMs, ofToken }: { ageMs: number; ofToken: boolean },
): SendFailure {
  if (error instanceof DiscordAPIError) {
    const why = `${error.status}, Discord's code ${error.code}`
    if (error.status === 400) return { kind: "unfit", why }
    if (error.status === 404 && ofToken && ageMs < EARLY_ANSWER_MS) return { kind: "early", why }
    return { kind: [401, 403, 404].includes(error.status) ? "gone" : "down", why }
  }
  if (error instanceof HTTPError) return { kind: "down", why: `${error.status}` }
  return { kind: "down", why: error instanceof Error ? error.name : "no answer" }
}

/** When a job that could not be answered is tried again; null: its time is over. `tries` counts from 1. */
export function nextAttemptAt(
  failure: Pick<SendFailure, "kind">,
  {
    tries,
    takenAt,
    now,
    firstMs,
    random,
  }: { tries: number; takenAt: Time; now: Time; firstMs: number; random: number },
): Time | null {
  if (failure.kind === "gone" || failure.kind === "unfit") return null
  const at =
    failure.kind === "early"
      ? now + Math.min(150 * tries, 2_000)
      : Math.min(retryAt(now, tries, firstMs, random), now + LONGEST_RETRY_MS)
  return at < takenAt + GIVE_UP_MS ? at : null
}

// What the Responder is given to answer, and how it comes back from its storage. Shapes only.

export type ResponderJob =
  | { kind: "interaction"; interaction: Interaction }
  | { kind: "mention"; mention: BotMention }

/** `cooling`: it comes too early, by so many seconds. */
export type TakeResult = "taken" | "duplicate" | { cooling: number }

/** What is said to a mention; null: nothing. May be asked again for the same message, and then does nothing twice. Throws `Refused`. */
export type AnswerMention = (ground: Runtime, mention: BotMention) => Promise<Reply | null>

/** A job's own id; an interaction and a message are never taken for each other. */
export function jobId(job: ResponderJob): string {
  return job.kind === "interaction" ? job.interaction.id : `m${job.mention.messageId}`
}

export function jobPersonId(job: ResponderJob): Id | null {
  return job.kind === "interaction" ? (job.interaction.member?.user.id ?? null) : job.mention.author.id
}

export function jobGuildId(job: ResponderJob): Id | null {
  return job.kind === "interaction" ? (job.interaction.guild_id ?? null) : job.mention.guildId
}

/** A job in storage: what is still to be done, with how much has been tried. */
export interface StoredJob {
  id: string
  job: ResponderJob
  /** What it came to, where that is known and only has to be sent. */
  performed: InteractionOutcome | null
  tries: number
  takenAt: Time
}

const PersonSchema = z.object({ id: z.string(), name: z.string() })

const MentionSchema = z.object({
  guildId: z.string(),
  channelId: z.string(),
  parentId: z.string().nullable(),
  messageId: z.string(),
  at: z.number(),
  content: z.string(),
  author: PersonSchema.extend({ roles: z.array(z.string()), permissions: z.string().transform(BigInt) }),
  mentions: z.array(PersonSchema),
  replyTo: z.string().nullable(),
}) satisfies z.ZodType<BotMention>

const JobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("interaction"), interaction: InteractionSchema }),
  z.object({ kind: z.literal("mention"), mention: MentionSchema }),
]) satisfies z.ZodType<ResponderJob>

export function serializeJob(job: ResponderJob): string {
  return JSON.stringify(job, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}

/**
 * Reads a stored job. The row is an edge of its own, because an earlier deployment may have written it; a fresh job takes
 * the same way, so the way back from a crash is never another one. null for an older shape: it cannot be answered any more.
 */
export function parseJob(body: string): ResponderJob | null {
  return JobSchema.safeParse(JSON.parse(body)).data ?? null
}
