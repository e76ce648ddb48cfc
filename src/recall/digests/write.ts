/**
 * Has a model write digests and stores the parts that are supported by the input. Runs after the response,
 * for the next reader.
 */
import { structured } from "../../ai/chat/structured.ts"
import type { ChatModel } from "../../ai/chat.ts"
import { costUsd } from "../../ai/cost.ts"
import { withDeadline } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { findForeignNames, memberNames } from "../../memory/read/members.ts"
import { type DigestKind, type DigestProse, storeProse } from "../../memory/write/digests.ts"
import { readsAsInstruction } from "../../privacy/content-check.ts"
import { holdsSecret } from "../../privacy/secrets.ts"
import { nameRedactor } from "../../text/names.ts"
import { numbersIn, stems, withNumerals } from "../../text/stems.ts"
import { MOST_CHARACTERS } from "./compose.ts"
import type { DigestPlan } from "./fingerprint.ts"
import { DIGEST_KINDS } from "./plan.ts"
import { digestPrompt, digestReplySchema } from "./prompt.ts"

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

/** 480 words of prose in a language that needs many tokens. */
const MAX_TOKENS = 1_600

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
 * Writes the stale digests of each plan with one model call per person. Writes nothing if the guild's caps
 * are reached. Never throws.
 */
export async function writeDigests(plans: readonly DigestPlan[], deps: DigestWriterDeps): Promise<void> {
  try {
    if (!(await deps.mayAsk())) return
    const names = await memberNames(deps.db, deps.viewer.guildId)
    const chat = withDeadline(Date.now() + WORK_MS, deps.chat)
    const done = await Promise.allSettled(plans.map((plan) => writeOne(plan, { ...deps, chat, names })))
    for (const one of done) if (one.status === "rejected") throw one.reason
  } catch (error) {
    // Fallback: composed digests stay in use, and the next reader's refresh tries again.
    console.error({ event: "digests.failed", guild: deps.viewer.guildId, error: describeError(error) })
  }
}

async function writeOne(plan: DigestPlan, deps: DigestWriterDeps & PromptDeps): Promise<void> {
  await storeProse(deps.db, deps.viewer, (await requestDigests(plan, deps)).prose)
}

/** `names` are all members' names. Sentences that name members who do not occur in the input are dropped. */
type PromptDeps = Pick<DigestWriterDeps, "chat" | "readAt" | "optIn"> & { names: readonly string[] }

/**
 * Asks the model for the stale digests of a plan. `down` means the model was unavailable and may be asked
 * again in the next hour. Otherwise the result is final for these inputs: an unusable reply yields empty
 * bodies. Writes neither prose nor cost.
 */
export async function requestDigests(
  plan: DigestPlan,
  { chat, readAt, optIn, names }: PromptDeps,
): Promise<{ prose: DigestProse; down: boolean }> {
  const wanted = staleKinds(plan)
  const question = digestPrompt(plan, wanted, readAt)
  const answer = await structured(chat, {
    purpose: "digest",
    tier: "fast",
    system: question.system,
    user: question.user,
    schemaName: "digest",
    schema: digestReplySchema(wanted),
    maxTokens: MAX_TOKENS,
    timeoutMs: WORK_MS,
  })
  const down = answer.kind === "retry_later" || answer.kind === "stop_today"
  const basis = { shown: question.shown, strangers: names }
  const rows = wanted.map((kind) => ({
    kind,
    body: answer.kind === "ok" ? keepSupported(answer.value[kind] ?? "", basis, MOST_CHARACTERS[kind]) : "",
    // An empty fingerprint matches no input.
    print: down ? "" : plan[kind].print,
  }))
  const usage = answer.usage.map((one) => ({ ...one, costUsd: costUsd(one) }))
  return { prose: { userId: plan.id, rows, readAt, ...sourcesOf(plan), optIn, usage }, down }
}

/** The notes and facts that a plan's prose is based on. */
function sourcesOf({ lines, facts }: DigestPlan): Pick<DigestProse, "noteIds" | "facts"> {
  const notes = [...lines.day, ...lines.history.flat()].filter(({ source }) => source === "note")
  return { noteIds: notes.map(({ id }) => id), facts: facts.map(({ id, version }) => ({ id, version })) }
}

// Checks of a model's prose

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/**
 * Minimum share of a sentence's words that occur in the input. A paraphrase keeps more, an invention less.
 */
const SHOWN = 0.5

/** Links, mentions and tags, which plain prose never has. */
const MARKUP = /https?:|www\.|<[@#:!/a-z]|@(?:everyone|here)\b|@\d|```/i

/**
 * Returns the supported sentences of a reply as one line of up to `most` characters. Drops a sentence if it
 * holds a secret, a link or a mention, names one of `strangers` (members who do not occur in the input), reads
 * as an instruction, has a number that was not shown, or fewer than half of its words were shown.
 */
export function keepSupported(
  reply: string,
  { shown, strangers }: { shown: string; strangers: readonly string[] },
  most: number,
): string {
  const named = findForeignNames(strangers, { said: reply, shown })
  const hush = nameRedactor(named)
  const line = reply
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[\p{Cf}--[\u200c\u200d]]/gv, "")
    .trim()
    .toWellFormed()
  const words = new Set(stems(shown))
  const numbers = new Set(numbersIn(withNumerals(shown)))
  let text = ""
  for (const { segment } of sentences.segment(line)) {
    const sentence = segment.trim()
    const next = text === "" ? sentence : `${text} ${sentence}`
    if (next.length > most) break
    if (isSupported(sentence, words, numbers) && !hush.mentions(sentence)) text = next
  }
  // A full stop inside a secret can split it over two sentences.
  return holdsSecret(text) ? "" : text
}

function isSupported(sentence: string, words: ReadonlySet<string>, numbers: ReadonlySet<string>): boolean {
  if (MARKUP.test(sentence) || holdsSecret(sentence) || readsAsInstruction(sentence)) return false
  if (numbersIn(sentence).some((number) => !numbers.has(number))) return false
  const said = stems(sentence)
  return said.length > 0 && said.filter((stem) => words.has(stem)).length >= SHOWN * said.length
}
