/** Has a model write digests and stores what may be kept of them. Nobody waits for it: what it writes is for the next reader. */
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
export function staleKinds(plan: DigestPlan): DigestKind[] {
  return DIGEST_KINDS.filter((kind) => plan[kind].stale)
}

/** Writes the wanted parts of each plan, one call a person. Past the guild's caps nothing is written. Never throws. */
export async function writeDigests(plans: readonly DigestPlan[], desk: DigestWriterDeps): Promise<void> {
  try {
    if (!(await desk.mayAsk())) return
    const names = await memberNames(desk.db, desk.viewer.guildId)
    const chat = withDeadline(Date.now() + WORK_MS, desk.chat)
    const done = await Promise.allSettled(plans.map((plan) => writeOne(plan, { ...desk, chat, names })))
    for (const one of done) if (one.status === "rejected") throw one.reason
  } catch (error) {
    // The fallback: digests stay as they are composed, and the next reader's refresh tries again.
    console.error({ event: "digests.failed", guild: desk.viewer.guildId, error: describeError(error) })
  }
}

async function writeOne(plan: DigestPlan, desk: DigestWriterDeps & Asking): Promise<void> {
  await storeProse(desk.db, desk.viewer, (await requestDigests(plan, desk)).prose)
}

/** How a plan is asked about: `names` are all members', so that whom nothing shown is about is not told of. */
type Asking = Pick<DigestWriterDeps, "chat" | "readAt" | "optIn"> & { names: readonly string[] }

/**
 * Asks for the wanted parts of a plan. `down`: the model is, and is to be asked again in the next hour; else what it says is what these
 * inputs yield: of a reply that cannot be used, nothing. Nothing is written here, neither prose nor what it cost.
 */
export async function requestDigests(
  plan: DigestPlan,
  { chat, readAt, optIn, names }: Asking,
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
  const rests = { shown: question.shown, strangers: names }
  const rows = wanted.map((kind) => ({
    kind,
    body:
      answer.kind === "ok"
        ? keepSupportedWithoutStrangers(answer.value[kind] ?? "", rests, MOST_CHARACTERS[kind])
        : "",
    // "" is the print of nothing.
    print: down ? "" : plan[kind].print,
  }))
  const usage = answer.usage.map((one) => ({ ...one, costUsd: costUsd(one) }))
  return { prose: { userId: plan.id, rows, readAt, ...groundsOf(plan), optIn, usage }, down }
}

/** What a plan's prose rests on. */
function groundsOf({ lines, facts }: DigestPlan): Pick<DigestProse, "noteIds" | "facts"> {
  const notes = [...lines.day, ...lines.history.flat()].filter(({ source }) => source === "note")
  return { noteIds: notes.map(({ id }) => id), facts: facts.map(({ id, version }) => ({ id, version })) }
}

// What of a model's prose may be kept: sentences that rest on what was shown. Pure.

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** At least this share of a sentence's words must have been shown: a paraphrase keeps more, an invention less. */
const SHOWN = 0.5

/** Links, mentions and tags: never part of plain prose. */
const MARKUP = /https?:|www\.|<[@#:!/a-z]|@(?:everyone|here)\b|@\d|```/i

/**
 * The sentences of a reply that may be kept, up to `most` characters, as one line. A sentence goes where it holds a
 * secret, a link or a mention, where it instructs its reader, and where it has a number that was not shown, or words of
 * which fewer than half were shown.
 */
export function keepSupported(reply: string, shown: string, most: number): string {
  return keepSupportedWithoutStrangers(reply, { shown, strangers: [] }, most)
}

/** The same, and no sentence that names one of these: members of whom nothing was shown. */
export function keepSupportedWithoutStrangers(
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
    if (holds(sentence, words, numbers) && !hush.mentions(sentence)) text = next
  }
  // A secret may be cut in two by a full stop in it.
  return holdsSecret(text) ? "" : text
}

function holds(sentence: string, words: ReadonlySet<string>, numbers: ReadonlySet<string>): boolean {
  if (MARKUP.test(sentence) || holdsSecret(sentence) || readsAsInstruction(sentence)) return false
  if (numbersIn(sentence).some((number) => !numbers.has(number))) return false
  const said = stems(sentence)
  return said.length > 0 && said.filter((stem) => words.has(stem)).length >= SHOWN * said.length
}
