/** What the Responder is given to answer, and how it comes back from its storage. Shapes only. */
import { z } from "zod"
import type { Id, Time } from "../../domain/types.ts"
import type { Ground } from "../../runtime/ground.ts"
import { type Interaction, InteractionSchema } from "./interaction-shapes.ts"
import type { Performed } from "./perform.ts"
import type { Mentioned } from "./ui/mention.ts"
import type { Reply } from "./ui/reply.ts"

export type Job = { kind: "interaction"; interaction: Interaction } | { kind: "mention"; mention: Mentioned }

/** `cooling`: it comes too early, by so many seconds. */
export type Taken = "taken" | "duplicate" | { cooling: number }

/** What is said to a mention; null: nothing. May be asked again for the same message, and then does nothing twice. Throws `Refused`. */
export type AnswerMention = (ground: Ground, mention: Mentioned) => Promise<Reply | null>

/** A job's own id; an interaction and a message are never taken for each other. */
export function idOf(job: Job): string {
  return job.kind === "interaction" ? job.interaction.id : `m${job.mention.messageId}`
}

export function personOf(job: Job): Id | null {
  return job.kind === "interaction" ? (job.interaction.member?.user.id ?? null) : job.mention.author.id
}

export function guildOf(job: Job): Id | null {
  return job.kind === "interaction" ? (job.interaction.guild_id ?? null) : job.mention.guildId
}

/** A job in storage: what is still to be done, with how much has been tried. */
export interface HeldJob {
  id: string
  job: Job
  /** What it came to, where that is known and only has to be sent. */
  performed: Performed | null
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
}) satisfies z.ZodType<Mentioned>

const JobSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("interaction"), interaction: InteractionSchema }),
  z.object({ kind: z.literal("mention"), mention: MentionSchema }),
]) satisfies z.ZodType<Job>

export function written(job: Job): string {
  return JSON.stringify(job, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}

/**
 * Reads a stored job. The row is an edge of its own, because an earlier deployment may have written it; a fresh job takes
 * the same way, so the way back from a crash is never another one. null for an older shape: it cannot be answered any more.
 */
export function readJob(body: string): Job | null {
  return JobSchema.safeParse(JSON.parse(body)).data ?? null
}
