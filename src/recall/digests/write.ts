/** Has a model write digests and stores what may be kept of them. Nobody waits for it: what it writes is for the next reader. */
import { byDeadline } from "../../ai/by-deadline.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { costUsd } from "../../ai/cost.ts"
import { structured } from "../../ai/structured.ts"
import { whatFailed } from "../../errors.ts"
import type { Database } from "../../memory/database.ts"
import { type DigestKind, storeProse } from "../../memory/digests.ts"
import { tokensOf, tokensQuery } from "../../memory/usage.ts"
import type { Time, Viewer } from "../../vocabulary.ts"
import { kept } from "./check.ts"
import { MOST_CHARACTERS } from "./compose.ts"
import { KINDS, type Plan } from "./plan.ts"
import { digestQuestion, replySchema } from "./prompt.ts"

export interface Desk {
  db: Database
  /** For whom the inputs were read, and when. */
  viewer: Viewer
  readAt: Time
  chat: ChatModel
  /** The guild's tokens a day, for all purposes; null is no cap. */
  dailyTokens: number | null
  optIn: boolean
}

/** 480 words of prose, in the tokens of a language that needs many. */
const MAX_TOKENS = 1_600

/** The platform ends what is left behind 30 seconds after the answer; what a call cost must be written down before. */
const WORK_MS = 25_000

/** The parts of a plan that a model should write anew. */
export function wantedOf(plan: Plan): DigestKind[] {
  return KINDS.filter((kind) => plan[kind].wanted)
}

/** Writes the wanted parts of each plan, one call a person. Past the day's tokens nothing is written. Never throws. */
export async function writeDigests(plans: readonly Plan[], desk: Desk): Promise<void> {
  try {
    const { db, viewer, readAt, dailyTokens } = desk
    const spent = dailyTokens === null ? 0 : tokensOf(await tokensQuery(db, viewer.guildId, readAt))
    if (dailyTokens !== null && spent >= dailyTokens) return
    const chat = byDeadline(Date.now() + WORK_MS, desk.chat)
    const done = await Promise.allSettled(plans.map((plan) => writeOne(plan, { ...desk, chat })))
    for (const one of done) if (one.status === "rejected") throw one.reason
  } catch (error) {
    // The fallback: digests stay as they are composed, and the next reader's refresh tries again.
    console.error({ event: "digests.failed", guild: desk.viewer.guildId, error: whatFailed(error) })
  }
}

async function writeOne(plan: Plan, desk: Desk): Promise<void> {
  const wanted = wantedOf(plan)
  const question = digestQuestion(plan, wanted, desk.readAt)
  const answer = await structured(desk.chat, {
    purpose: "digest",
    tier: "fast",
    system: question.system,
    user: question.user,
    schemaName: "digest",
    schema: replySchema(wanted),
    maxTokens: MAX_TOKENS,
    timeoutMs: WORK_MS,
  })
  // A model that is down is asked again in the next hour: "" is the print of nothing. A reply that cannot be used is
  // what these inputs yield, so they are not asked about again.
  const down = answer.kind === "retry_later" || answer.kind === "stop_today"
  const rows = wanted.map((kind) => ({
    kind,
    body: answer.kind === "ok" ? kept(answer.value[kind] ?? "", question.shown, MOST_CHARACTERS[kind]) : "",
    print: down ? "" : plan[kind].print,
  }))
  await storeProse(desk.db, desk.viewer, {
    userId: plan.id,
    rows,
    readAt: desk.readAt,
    noteIds: [...plan.lines.day, ...plan.lines.history.flat()]
      .filter((line) => line.source === "note")
      .map((line) => line.id),
    facts: plan.facts.map(({ id, version }) => ({ id, version })),
    optIn: desk.optIn,
    usage: answer.usage.map((usage) => ({ ...usage, costUsd: costUsd(usage) })),
  })
}
