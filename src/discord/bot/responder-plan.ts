/** Decides the Responder's timing: cool-downs, which jobs start, retries and wake-ups. Pure. */
import { DiscordAPIError, HTTPError } from "@discordjs/rest"
import { z } from "zod"
import { MINUTE } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Runtime } from "../../runtime/models.ts"
import { retryAt } from "../../runtime/object/alarm-clock.ts"
import type { InteractionOutcome } from "./dispatch.ts"
import { type Interaction, InteractionSchema } from "./interaction-shapes.ts"
import { RestLimited } from "./rest-gate.ts"
import type { Reply } from "./ui/command.ts"
import type { BotMention, GuildIntroduction } from "./ui/text.ts"

type JobKind = ResponderJob["kind"]

/**
 * How long an answer can be sent. An interaction token is valid for 15 minutes:
 * https://discord.com/developers/docs/interactions/receiving-and-responding. After some minutes a channel talks
 * of something else, and an answer to a mention would interrupt it.
 */
const GIVE_UP_MS: Record<JobKind, number> = {
  interaction: 14 * MINUTE,
  mention: 5 * MINUTE,
  introduction: 60 * MINUTE,
}
/** Retention of ids: as long as a duplicate can arrive, and at least the longest cool-down. */
export const KEEP_MS = 65 * MINUTE
/** Answers in progress at once. Mentions have places of their own, so that stuck ones delay no command. */
const MOST_RUNNING: Record<JobKind, number> = { interaction: 8, mention: 4, introduction: 1 }
/** Per person, of each kind. */
const MOST_PER_PERSON = 3
/**
 * The longest wait of a mention for its turn. Mentions that would wait longer get no answer: a notice would
 * be another public message.
 */
const MENTION_WAIT_MS = 30_000
/**
 * Discord may not yet know an interaction that was acknowledged a moment ago when its answer is completed:
 * https://github.com/discord/discord-api-docs/issues/7220
 */
const EARLY_ANSWER_MS = 20_000
const LONGEST_RETRY_MS = MINUTE

export type PaceDecision = { kind: "at"; at: Time } | { kind: "cooling"; seconds: number }

/**
 * Decides when a person's next question is answered, if the previous one was answered at `lastAt`. A mention
 * waits a little, a command is refused.
 */
export function decidePace(
  kind: JobKind,
  { lastAt, cooldownMs, now }: { lastAt: Time | null; cooldownMs: number; now: Time },
): PaceDecision {
  const at = lastAt === null ? now : Math.max(now, lastAt + cooldownMs)
  const waitMs = at - now
  if (waitMs > (kind === "mention" ? MENTION_WAIT_MS : 0))
    return { kind: "cooling", seconds: Math.ceil(waitMs / 1_000) }
  return { kind: "at", at }
}

export interface WaitingJob {
  id: string
  person: Id | null
  /** When the next attempt is due. */
  at: Time
  takenAt: Time
}

/** Picks the waiting jobs that start now, earliest first. Limits how many places one person takes. */
export function jobsToStart(
  waiting: readonly WaitingJob[],
  running: ReadonlyMap<string, Id | null>,
  now: Time,
): string[] {
  const persons: Record<JobKind, (Id | null)[]> = {
    interaction: [],
    mention: [],
    introduction: [],
  }
  for (const [id, person] of running) persons[jobKind(id)].push(person)
  const started: string[] = []
  for (const { id, person, at } of waiting) {
    const places = persons[jobKind(id)]
    if (at > now || running.has(id) || places.length >= MOST_RUNNING[jobKind(id)]) continue
    if (person !== null && places.filter((one) => one === person).length >= MOST_PER_PERSON) continue
    places.push(person)
    started.push(id)
  }
  return started
}

/**
 * Returns the next wake-up: the next due job, or the end of the lease of running jobs. `oldestAt` is when the
 * oldest stored id was taken.
 */
export function nextWakeAt(
  waiting: readonly WaitingJob[],
  { oldestAt, leaseMs, now }: { oldestAt: Time | null; leaseMs: number; now: Time },
): Time | null {
  if (waiting.length > 0)
    return Math.min(...waiting.map(({ at }) => (at > now ? at : now + leaseMs)), now + GIVE_UP_MS.interaction)
  return oldestAt === null ? null : Math.max(now, oldestAt + KEEP_MS)
}

/**
 * Why sending failed. `down`: Discord did not accept it now; retried later. `early`: Discord does not know
 * the interaction yet; retried within two seconds. `unfit`: Discord rejects the content, which is a bug of
 * ours. `gone`: no answer can reach anyone. The last two are not retried.
 */
export interface SendFailure {
  kind: "down" | "early" | "unfit" | "gone"
  why: string
  /** When Discord's limits allow the next attempt, if they do not allow one now. */
  notBefore?: Time
}

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
  if (error instanceof RestLimited) return { kind: "down", why: "a rate limit", notBefore: error.until }
  return { kind: "down", why: error instanceof Error ? error.name : "no answer" }
}

/** Returns when a failed job is tried again, or `null` if it is given up. `tries` counts from 1. */
export function nextAttemptAt(
  failure: Pick<SendFailure, "kind" | "notBefore">,
  {
    tries,
    expiresAt,
    now,
    firstMs,
    random,
  }: { tries: number; expiresAt: Time; now: Time; firstMs: number; random: number },
): Time | null {
  if (failure.kind === "gone" || failure.kind === "unfit") return null
  const at =
    failure.kind === "early"
      ? now + Math.min(150 * tries, 2_000)
      : Math.max(
          failure.notBefore ?? 0,
          Math.min(retryAt(now, tries, firstMs, random), now + LONGEST_RETRY_MS),
        )
  return at < expiresAt ? at : null
}

// Jobs of the Responder and their stored form. Shapes only.

export type ResponderJob =
  | { kind: "interaction"; interaction: Interaction }
  | { kind: "mention"; mention: BotMention }
  | { kind: "introduction"; introduction: GuildIntroduction }

/** `cooling`: the seconds until the person may ask again. `blocked`: the guild blocks the person. */
export type TakeResult = "taken" | "duplicate" | "blocked" | { cooling: number }

/**
 * Returns the reply to a mention, or `null` for none. Safe to repeat for the same message. Throws `Refused`.
 */
export type AnswerMention = (runtime: Runtime, mention: BotMention) => Promise<Reply | null>

/** The prefix keeps ids of messages, guilds and interactions apart. */
export function jobId(job: ResponderJob): string {
  if (job.kind === "introduction") return `i${job.introduction.guildId}`
  return job.kind === "interaction" ? job.interaction.id : `m${job.mention.messageId}`
}

function jobKind(id: string): JobKind {
  if (id.startsWith("i")) return "introduction"
  return id.startsWith("m") ? "mention" : "interaction"
}

/** Returns when the job's answer can no longer be sent. */
export function answerExpiresAt({ id, takenAt }: Pick<WaitingJob, "id" | "takenAt">): Time {
  return takenAt + GIVE_UP_MS[jobKind(id)]
}

export function jobPersonId(job: ResponderJob): Id | null {
  if (job.kind === "introduction") return null
  return job.kind === "interaction" ? (job.interaction.member?.user.id ?? null) : job.mention.author.id
}

export function jobGuildId(job: ResponderJob): Id | null {
  if (job.kind === "introduction") return job.introduction.guildId
  return job.kind === "interaction" ? (job.interaction.guild_id ?? null) : job.mention.guildId
}

/** A stored job: the work left to do, and the attempts so far. */
export interface StoredJob {
  id: string
  job: ResponderJob
  /** The outcome, if it is known and only has to be sent. */
  outcome: InteractionOutcome | null
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
  restsOn: z.array(z.string()).nullable().default(null),
}) satisfies z.ZodType<BotMention>

const IntroductionSchema = z.object({
  guildId: z.string(),
  channelId: z.string(),
  locale: z.string(),
}) satisfies z.ZodType<GuildIntroduction>

const JobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("interaction"), interaction: InteractionSchema }),
  z.object({ kind: z.literal("mention"), mention: MentionSchema }),
  z.object({ kind: z.literal("introduction"), introduction: IntroductionSchema }),
]) satisfies z.ZodType<ResponderJob>

export function serializeJob(job: ResponderJob): string {
  return JSON.stringify(job, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}

/**
 * Parses a stored job. An earlier deployment may have written the row, so it is parsed like any input. New
 * jobs take the same path, which keeps recovery after a crash from being a separate one. Returns `null` for
 * an older shape, which can no longer be answered.
 */
export function parseJob(body: string): ResponderJob | null {
  return JobSchema.safeParse(JSON.parse(body)).data ?? null
}
