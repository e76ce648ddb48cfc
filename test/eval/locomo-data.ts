/** LoCoMo's format (Maharana et al. 2024) as messages and questions. Pure but for reading the file. */
import { z } from "zod"
import { MINUTE } from "../../src/domain/calendar.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
import { EvaluationError, readJson } from "./files.ts"

/** The categories that are asked. The fifth, adversarial, asks about things that were never said. */
export const CATEGORIES = { 1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop" } as const
export type Category = keyof typeof CATEGORIES

const Turn = z.object({
  speaker: z.string().min(1),
  dia_id: z.string(),
  text: z.string(),
  blip_caption: z.string().optional(),
})
const Asked = z.object({
  question: z.string(),
  answer: z.union([z.string(), z.number()]).optional(),
  evidence: z.array(z.string()).default([]),
  category: z.int(),
})
const Sample = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(Asked),
})
type Sample = z.output<typeof Sample>
type Turn = z.output<typeof Turn>

export interface LocomoQuestion {
  question: string
  answer: string
  category: Category
  /** Turns of the conversation by their ids, such as "D8:6". */
  evidence: string[]
}

export interface LocomoConversation {
  name: string
  channelId: string
  /** The messages of each session, in order. */
  sessions: ApiMessage[][]
  /** The message of each turn. */
  messageOf: Map<string, string>
  /** The time of the last message, ms. */
  endsAt: number
  questions: LocomoQuestion[]
  /** Questions of the categories asked whose evidence names no turn. */
  skipped: number
}

/** Returns all conversations of a file. Throws an EvaluationError if it is in another format. */
export function readLocomo(path: string, { captions }: { captions: boolean }): LocomoConversation[] {
  return readJson(path, z.array(Sample).min(1), "LoCoMo").map((sample, index) => {
    try {
      return conversationOf(sample, { index, captions })
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof EvaluationError)
        throw new EvaluationError(`${path}, ${sample.sample_id}: ${error.message}`, { cause: error })
      throw error
    }
  })
}

/** One conversation as a channel of its own. `index` keeps its ids apart from those of other conversations. */
export function conversationOf(
  sample: Sample,
  { index, captions }: { index: number; captions: boolean },
): LocomoConversation {
  const messageOf = new Map<string, string>()
  const people = new Map<string, string>()
  let count = index * 100_000
  const toMessage = (turn: Turn, at: number): ApiMessage => {
    const author = people.get(turn.speaker) ?? String(2_000 + 10 * index + people.size)
    people.set(turn.speaker, author)
    const id = snowflakeAt(at, count++)
    messageOf.set(turn.dia_id, id)
    return {
      id,
      author: { id: author, name: turn.speaker },
      content: contentOf(turn, captions),
      timestamp: new Date(at).toISOString(),
    }
  }
  const sessions = sessionsOf(sample).map(({ at, turns }) =>
    turns.map((turn, place) => toMessage(turn, at + place * MINUTE)),
  )
  const asked = sample.qa.flatMap((qa) => questionOf(qa, new Set(messageOf.keys())))
  return {
    name: sample.sample_id,
    channelId: String(1_000 + index),
    sessions,
    messageOf,
    endsAt: Math.max(...sessions.flat().map(({ timestamp }) => Date.parse(timestamp))),
    questions: asked.filter(({ evidence }) => evidence.length > 0),
    skipped: asked.filter(({ evidence }) => evidence.length === 0).length,
  }
}

function sessionsOf({ conversation }: Sample): { at: number; turns: Turn[] }[] {
  const sessions = Object.entries(conversation).flatMap(([key, turns]) => {
    const number = /^session_(\d+)$/.exec(key)?.[1]
    if (number === undefined) return []
    const said = z.string().parse(conversation[`${key}_date_time`])
    return [{ at: sessionTime(said), turns: z.array(Turn).parse(turns) }]
  })
  if (sessions.every(({ turns }) => turns.length === 0))
    throw new EvaluationError("it holds no session_N with turns.")
  return sessions.sort((a, b) => a.at - b.at)
}

function questionOf(qa: z.output<typeof Asked>, turns: ReadonlySet<string>): LocomoQuestion[] {
  const { question, answer, evidence, category } = qa
  if (!isAsked(category)) return []
  return [{ question, answer: String(answer ?? ""), category, evidence: cleanEvidence(evidence, turns) }]
}

function isAsked(category: number): category is Category {
  return category in CATEGORIES
}

function contentOf({ text, blip_caption: caption }: Turn, captions: boolean): string {
  const picture = captions && caption ? `[image: ${caption}]` : ""
  return [text, picture].filter((part) => part !== "").join(" ") || "[image]"
}

/** Evidence as ids of turns that there are, each once: "D8:6; D9:17" is two of them, "D:11:26" is D11:26, "D30:05" is D30:5. */
export function cleanEvidence(evidence: readonly string[], turns: ReadonlySet<string>): string[] {
  const ids = evidence.flatMap((text) =>
    [...text.matchAll(/D\s*:?\s*(\d+)\s*:\s*(\d+)/gi)].map(
      ([, session, turn]) => `D${Number(session)}:${Number(turn)}`,
    ),
  )
  return [...new Set(ids)].filter((id) => turns.has(id))
}

const MONTHS = "january february march april may june july august september october november december".split(
  " ",
)

/** "1:56 pm on 8 May, 2023", taken as UTC, in ms. Throws an EvaluationError for anything else. */
export function sessionTime(text: string): number {
  const parts = /^(\d{1,2}):(\d{2})\s*([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})$/i.exec(text.trim())
  const [, hour, minute, half, day, month = "", year] = parts ?? []
  const monthIndex = MONTHS.indexOf(month.toLowerCase())
  if (monthIndex === -1) throw new EvaluationError(`"${text}" is no time such as "1:56 pm on 8 May, 2023".`)
  const hours = (Number(hour) % 12) + (half?.toLowerCase() === "p" ? 12 : 0)
  return Date.UTC(Number(year), monthIndex, Number(day), hours, Number(minute))
}
