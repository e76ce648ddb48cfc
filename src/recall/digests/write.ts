/**
 * Has models write digests and stores the parts that are supported by the input. Runs after the response,
 * for the next reader.
 */
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel, Tier } from "../../ai/chat.ts"
import { costUsd } from "../../ai/cost.ts"
import { withDeadline } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { findForeignNames, memberNames } from "../../memory/read/members.ts"
import { type DigestKind, type DigestProse, storeProse } from "../../memory/write/digests.ts"
import type { Charge } from "../../memory/write/order.ts"
import { recordUsage } from "../../memory/write/usage.ts"
import { readsAsInstruction } from "../../privacy/content-check.ts"
import { holdsSecret } from "../../privacy/secrets.ts"
import { nameRedactor } from "../../text/names.ts"
import { sentenceSegments } from "../../text/sentence-segments.ts"
import { numbersIn, stems, withNumerals } from "../../text/stems.ts"
import { MOST_CHARACTERS } from "./compose.ts"
import type { DigestPlan } from "./fingerprint.ts"
import { DIGEST_KINDS } from "./plan.ts"
import { type DigestTask, digestPrompt, digestReplySchema, handleOf, TONE_WORDS } from "./prompt.ts"

export interface DigestWriterDeps {
  db: Database
  /** The viewer the inputs were read for, and the time of the read. */
  viewer: Viewer
  readAt: Time
  chat: ChatModel
  /** Checks the guild's caps. */
  mayAsk(): Promise<boolean>
  optIn: boolean
}

/**
 * The platform stops `waitUntil` work 30 seconds after the response. The cost of a call must be recorded
 * before that.
 */
const WORK_MS = 25_000

/** The digests of a plan that a model should rewrite. */
export function staleKinds(plan: DigestPlan): DigestKind[] {
  return DIGEST_KINDS.filter((kind) => plan[kind].stale)
}

/**
 * Writes the stale digests of the plans, which were all made for one viewer. Writes nothing if the guild's caps are
 * reached. Never throws.
 */
export async function writeDigests(plans: readonly DigestPlan[], deps: DigestWriterDeps): Promise<void> {
  const { db, viewer, readAt, optIn } = deps
  try {
    if (!(await deps.mayAsk())) return
    const names = await memberNames(db, viewer.guildId)
    const chat = withDeadline(Date.now() + WORK_MS, deps.chat)
    const asked = await requestDigests(plans, { chat, readAt, optIn, names, timeoutMs: WORK_MS })
    await recordUsage(db, viewer.guildId, { usage: asked.usage, now: readAt })
    const stored = await Promise.allSettled(asked.written.map(({ prose }) => storeProse(db, viewer, prose)))
    for (const one of stored) if (one.status === "rejected") throw one.reason
  } catch (error) {
    // Fallback: composed digests stay in use, and the next reader's refresh tries again.
    console.error({ event: "digests.failed", guild: viewer.guildId, error: describeError(error) })
  }
}

/**
 * `names` are all members' names. Sentences that name members who do not occur in the input are dropped. `timeoutMs` is
 * the longest time for one call.
 */
type PromptDeps = Pick<DigestWriterDeps, "chat" | "readAt" | "optIn"> & {
  names: readonly string[]
  timeoutMs: number
}

/**
 * A person's prose. `down` means that a model was unavailable for a part of it, which may be requested again in the next
 * hour. Otherwise the result is final for these inputs: an unusable reply yields empty bodies.
 */
interface WrittenDigests {
  plan: DigestPlan
  prose: DigestProse
  down: boolean
}

/** The day's digest is told first-hand, by the stronger model. The others merge what is told. */
const JOBS = [
  { tier: "strong", kinds: ["day"] },
  { tier: "fast", kinds: ["history", "context"] },
] as const satisfies readonly { tier: Tier; kinds: readonly DigestKind[] }[]

/** People in one call. A longer reply would take longer than its reader waits. */
const PEOPLE_PER_CALL = 8
/** Characters of the data in one call, unless one person has more. */
const CALL_CHARACTERS = 24_000
/** Reply tokens for each person, in a language that needs many tokens. */
const MAX_TOKENS_EACH = { day: 300, history: 450, context: 700 } as const satisfies Record<DigestKind, number>
const MAX_TOKENS_FRAME = 300

/**
 * Asks models for the stale digests of people whose digests the same viewer reads: one call for all of them and each
 * model, more if they have much to tell. Writes neither prose nor cost.
 */
export async function requestDigests(
  plans: readonly DigestPlan[],
  deps: PromptDeps,
): Promise<{ written: WrittenDigests[]; usage: Charge[] }> {
  const calls = JOBS.flatMap(({ tier, kinds }) => {
    const tasks = plans.map((plan) => ({
      plan,
      wanted: staleKinds(plan).filter((kind) => kinds.some((one) => one === kind)),
    }))
    return inCalls(tasks.filter(({ wanted }) => wanted.length > 0)).map((some) => ({ tier, tasks: some }))
  })
  const replies = await Promise.all(calls.map((call) => requestOnce(call, deps)))
  const rows = replies.flatMap((reply) => reply.rows)
  const written = plans.flatMap((plan) => {
    const own = rows.filter((row) => row.plan === plan)
    if (own.length === 0) return []
    const prose = {
      ...{ userId: plan.id, readAt: deps.readAt, optIn: deps.optIn },
      rows: own.map(({ kind, body, print }) => ({ kind, body, print })),
      ...sourcesOf(plan),
    }
    return [{ plan, prose, down: own.some((row) => row.down) }]
  })
  return { written, usage: replies.flatMap(({ usage }) => usage) }
}

/** Splits tasks into the fewest calls within the limits, in order. */
function inCalls(tasks: readonly DigestTask[]): DigestTask[][] {
  const calls: DigestTask[][] = []
  let room = 0
  for (const task of tasks) {
    const size = digestPrompt([task], 0).user.length
    const last = calls.at(-1)
    if (last === undefined || last.length >= PEOPLE_PER_CALL || size > room) {
      calls.push([task])
      room = CALL_CHARACTERS - size
    } else {
      last.push(task)
      room -= size
    }
  }
  return calls
}

async function requestOnce(
  { tier, tasks }: { tier: Tier; tasks: readonly DigestTask[] },
  { chat, readAt, names, timeoutMs }: PromptDeps,
) {
  const question = digestPrompt(tasks, readAt)
  const answer = await structured(chat, {
    purpose: "digest",
    tier,
    system: question.system,
    user: question.user,
    schemaName: "digest",
    schema: digestReplySchema(tasks),
    maxTokens:
      MAX_TOKENS_FRAME +
      tasks.flatMap(({ wanted }) => wanted).reduce((sum, kind) => sum + MAX_TOKENS_EACH[kind], 0),
    timeoutMs,
  })
  const down = answer.kind === "retry_later" || answer.kind === "stop_today"
  const rows = tasks.flatMap(({ plan, wanted }, index) => {
    const said = answer.kind === "ok" ? answer.value[handleOf(index)] : undefined
    // Each person's prose rests on their own data alone, although others' stand beside it.
    const { name, tone } = plan
    const basis = { shown: question.shown[index] ?? "", strangers: names, name, tone }
    return wanted.map((kind) => ({
      ...{ plan, kind, down },
      body: keepSupported(said?.[kind] ?? "", basis, MOST_CHARACTERS[kind]),
      // An empty fingerprint matches no input.
      print: down ? "" : plan[kind].print,
    }))
  })
  return { rows, usage: answer.usage.map((one) => ({ ...one, costUsd: costUsd(one) })) }
}

/** The notes and facts that a plan's prose is based on. */
function sourcesOf({ lines, facts }: DigestPlan): Pick<DigestProse, "noteIds" | "facts"> {
  const notes = [...lines.day, ...lines.history.flat()].filter(({ source }) => source === "note")
  return { noteIds: notes.map(({ id }) => id), facts: facts.map(({ id, version }) => ({ id, version })) }
}

// Checks of a model's prose

/**
 * Minimum share of a sentence's words that occur in the input. A paraphrase keeps more, an invention less.
 */
const SHOWN = 0.5

/** Links, mentions and tags, which plain prose never has. */
const MARKUP = /https?:|www\.|<[@#:!/a-z]|@(?:everyone|here)\b|@\d|```/i

/**
 * Returns the supported sentences of a reply as one line of up to `most` characters. Drops a sentence if it
 * holds a secret, a link or a mention, names one of `strangers` (members who do not occur in the input), reads
 * as an instruction, has a number that was not shown, or if fewer than half of its words, without the person's `name`, were
 * shown. With `tone`, the words for moods and changes count as shown.
 */
export function keepSupported(
  reply: string,
  {
    shown,
    strangers,
    name = null,
    tone = false,
  }: { shown: string; strangers: readonly string[]; name?: string | null; tone?: boolean },
  most: number,
): string {
  const named = findForeignNames(strangers, { said: reply, shown })
  const hush = nameRedactor(named)
  const line = reply
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  const words = new Set([...stems(shown), ...(tone ? stems(TONE_WORDS) : [])])
  const own = new Set(stems(name ?? ""))
  const numbers = new Set(numbersIn(withNumerals(shown)))
  let text = ""
  for (const segment of sentenceSegments(line)) {
    const sentence = segment.trim()
    const next = text === "" ? sentence : `${text} ${sentence}`
    if (next.length > most) break
    if (isSupported(sentence, { words, own, numbers }) && !hush.mentions(sentence)) text = next
  }
  // A full stop inside a secret can split it over two sentences.
  return holdsSecret(text) ? "" : text
}

/** The person's own name supports nothing: it stands in every sentence, invented ones too. */
function isSupported(
  sentence: string,
  { words, own, numbers }: Record<"words" | "own" | "numbers", ReadonlySet<string>>,
): boolean {
  if (MARKUP.test(sentence) || holdsSecret(sentence) || readsAsInstruction(sentence)) return false
  if (numbersIn(sentence).some((number) => !numbers.has(number))) return false
  const said = stems(sentence).filter((stem) => !own.has(stem))
  return said.length > 0 && said.filter((stem) => words.has(stem)).length >= SHOWN * said.length
}
