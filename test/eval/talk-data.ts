/**
 * The conversations of `npm run eval -- talk` (test/eval/talk), the recorded replies to their prompts and the labels
 * of what those replies claim. People who did not see the code wrote all three, but for the replies to the first 52.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { TYPES } from "../../src/domain/types.ts"

const Moment = z.string().nullish()

const Worth = z.object({
  id: z.string(),
  about: z.string(),
  fact: z.string(),
  lines: z.array(z.int()),
  type: z.enum(TYPES),
  /** False if keeping it would be nice. Only what must be kept counts as missed. */
  must: z.boolean().default(true),
  when: Moment,
  until: Moment,
})

const Conversation = z.object({
  id: z.string(),
  half: z.enum(["tuning", "held", "fresh", "latest"]),
  language: z.string(),
  kind: z.string(),
  channel: z.string(),
  zone: z.string(),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  known: z.array(
    z.object({
      id: z.string(),
      about: z.string(),
      fact: z.string(),
      type: z.enum(TYPES),
      since: z.string(),
      by: z.string(),
    }),
  ),
  messages: z.array(
    z.object({ by: z.string(), at: z.string(), text: z.string(), reply: z.int().optional() }),
  ),
  worth: z.array(Worth),
  ended: z.array(z.object({ what: z.string(), becomes: z.string().nullable() })),
  wrong: z.array(z.object({ about: z.string(), fact: z.string(), why: z.string(), lines: z.array(z.int()) })),
})
export type Conversation = z.output<typeof Conversation>

/**
 * `covers`: the worth items that the claim says. `private`: it is true, and of a class that servers refuse by default, so
 * that to refuse it is right.
 */
const Label = z.object({
  window: z.int(),
  claim: z.int(),
  sound: z.boolean(),
  covers: z.array(z.string()),
  private: z.boolean().default(false),
})
export type Label = z.output<typeof Label>

/** The label of a fact that the rules claimed. */
const FactLabel = z.object({ fact: z.string(), sound: z.boolean(), covers: z.array(z.string()) })
export type FactLabel = z.output<typeof FactLabel>

export type Half = Conversation["half"]

const HOME = join(import.meta.dirname, "talk")

/** Returns the conversations of a half, or of all but the latest, about which nobody has written questions yet. */
export function conversations(half: Half | "both"): Conversation[] {
  return readdirSync(HOME)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => Conversation.parse(JSON.parse(readFileSync(join(HOME, name), "utf8"))))
    .filter((one) => (half === "both" ? one.half !== "latest" : one.half === half))
}

const Recorded = z.object({
  /** The memories of the prompt it answers, from M1 on. */
  shown: z.array(z.string()),
  reply: z.looseObject({ claims: z.array(z.looseObject({ memory: z.string().nullish() })) }),
})

/**
 * Returns the recorded reply to the prompt of a window, counted from 0, or `null` if there is none. What is shown
 * may have changed since: each reference to a memory is renumbered to where `shown` has the same fact.
 */
export function recordedReply(
  { id }: Conversation,
  window: number,
  shown: readonly { fact: string }[],
): string | null {
  const path = join(HOME, "replies", `${id}.jsonl`)
  const line = existsSync(path) ? readFileSync(path, "utf8").split("\n")[window] : undefined
  if (line === undefined || line === "") return null
  const recorded = Recorded.parse(JSON.parse(line))
  const renumbered = (memory: string | null | undefined) => {
    const meant = recorded.shown[Number(memory?.slice(1)) - 1]
    const at = shown.findIndex(({ fact }) => fact === meant)
    return meant === undefined ? memory : `M${at < 0 ? UNSHOWN : at + 1}`
  }
  const claims = recorded.reply.claims.map((claim) => ({ ...claim, memory: renumbered(claim.memory) }))
  return JSON.stringify({ ...recorded.reply, claims })
}
/** The number of a memory that is no longer shown. */
const UNSHOWN = 999

const Verdicts = z.object({ so: z.array(z.boolean().nullable()) })

/**
 * Returns the recorded second reading of a window's reply, a verdict for each of its claims in their order, or `null`
 * if there is none.
 */
export function recordedVerdicts({ id }: Conversation, window: number): (boolean | null)[] | null {
  const path = join(HOME, "second-readings", `${id}.jsonl`)
  const line = existsSync(path) ? readFileSync(path, "utf8").split("\n")[window] : undefined
  return line === undefined || line === "" ? null : Verdicts.parse(JSON.parse(line)).so
}

export function labelsOf({ id }: Conversation): Label[] {
  return readLabels("labels", id, Label)
}

export function ruleLabelsOf({ id }: Conversation): FactLabel[] {
  return readLabels("rule-labels", id, FactLabel)
}

function readLabels<T>(folder: string, id: string, schema: z.ZodType<T>): T[] {
  const path = join(HOME, folder, `${id}.json`)
  return existsSync(path) ? z.array(schema).parse(JSON.parse(readFileSync(path, "utf8"))) : []
}
