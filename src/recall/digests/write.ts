/** Has a model write digests and stores what may be kept of them. Nobody waits for it: what it writes is for the next reader. */
import { byDeadline } from "../../ai/chat/by-deadline.ts"
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { costUsd } from "../../ai/cost.ts"
import { whatFailed } from "../../domain/errors.ts"
import type { Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { memberNames } from "../../memory/read/strangers.ts"
import { type DigestKind, type Prose, storeProse } from "../../memory/write/digests.ts"
import { keptOf } from "./check.ts"
import { MOST_CHARACTERS } from "./compose.ts"
import { KINDS } from "./plan.ts"
import type { Plan } from "./print.ts"
import { digestQuestion, replySchema } from "./prompt.ts"

export interface Desk {
  db: Database
  /** For whom the inputs were read, and when. */
  viewer: Viewer
  readAt: Time
  chat: ChatModel
  /** Whether the guild's caps allow it. */
  mayAsk(): Promise<boolean>
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

/** Writes the wanted parts of each plan, one call a person. Past the guild's caps nothing is written. Never throws. */
export async function writeDigests(plans: readonly Plan[], desk: Desk): Promise<void> {
  try {
    if (!(await desk.mayAsk())) return
    const names = await memberNames(desk.db, desk.viewer.guildId)
    const chat = byDeadline(Date.now() + WORK_MS, desk.chat)
    const done = await Promise.allSettled(plans.map((plan) => writeOne(plan, { ...desk, chat, names })))
    for (const one of done) if (one.status === "rejected") throw one.reason
  } catch (error) {
    // The fallback: digests stay as they are composed, and the next reader's refresh tries again.
    console.error({ event: "digests.failed", guild: desk.viewer.guildId, error: whatFailed(error) })
  }
}

async function writeOne(plan: Plan, desk: Desk & Asking): Promise<void> {
  await storeProse(desk.db, desk.viewer, (await askFor(plan, desk)).prose)
}

/** How a plan is asked about: `names` are all members', so that whom nothing shown is about is not told of. */
type Asking = Pick<Desk, "chat" | "readAt" | "optIn"> & { names: readonly string[] }

/**
 * Asks for the wanted parts of a plan. `down`: the model is, and is to be asked again in the next hour; else what it says is what these
 * inputs yield: of a reply that cannot be used, nothing. Nothing is written here, neither prose nor what it cost.
 */
export async function askFor(
  plan: Plan,
  { chat, readAt, optIn, names }: Asking,
): Promise<{ prose: Prose; down: boolean }> {
  const wanted = wantedOf(plan)
  const question = digestQuestion(plan, wanted, readAt)
  const answer = await structured(chat, {
    purpose: "digest",
    tier: "fast",
    system: question.system,
    user: question.user,
    schemaName: "digest",
    schema: replySchema(wanted),
    maxTokens: MAX_TOKENS,
    timeoutMs: WORK_MS,
  })
  const down = answer.kind === "retry_later" || answer.kind === "stop_today"
  const rests = { shown: question.shown, strangers: names }
  const rows = wanted.map((kind) => ({
    kind,
    body: answer.kind === "ok" ? keptOf(answer.value[kind] ?? "", rests, MOST_CHARACTERS[kind]) : "",
    // "" is the print of nothing.
    print: down ? "" : plan[kind].print,
  }))
  const usage = answer.usage.map((one) => ({ ...one, costUsd: costUsd(one) }))
  return { prose: { userId: plan.id, rows, readAt, ...groundsOf(plan), optIn, usage }, down }
}

/** What a plan's prose rests on. */
function groundsOf({ lines, facts }: Plan): Pick<Prose, "noteIds" | "facts"> {
  const notes = [...lines.day, ...lines.history.flat()].filter(({ source }) => source === "note")
  return { noteIds: notes.map(({ id }) => id), facts: facts.map(({ id, version }) => ({ id, version })) }
}
