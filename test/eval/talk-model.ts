/**
 * A loopback model server that answers the prompts of a whole worker with the recorded replies to the talk evaluation.
 * A prompt is matched by its chat lines, and handles, line numbers and memories are renumbered to the prompt's.
 */
import { extractionPrompt, type Prompt } from "../../src/extraction/prompt.ts"
import type { ModelRequest } from "../contract/chat-answers.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { conversations, recordedReply, recordedVerdicts } from "./talk-data.ts"
import { play, readReply } from "./talk-play.ts"

/** What a prompt shows, by its handles: `people[0]` is P1, `memories[0]` is M1, `lines[0]` is line 1. */
interface Shown {
  channel: string
  people: string[]
  memories: string[]
  lines: string[]
}

interface RecordedClaim {
  op?: string
  about?: string
  fact?: string
  memory?: string | null
  lines?: number[]
}

interface RecordedWindow extends Shown {
  reply: { claims: RecordedClaim[]; people?: string[] }
  verdicts: readonly (boolean | null)[]
}

const TTL_SECONDS = 3_600

/** Prompts answered, and those that no recording fits. */
export interface ReplayCount {
  read: number
  unread: number
}

export async function startRecordedModel(): Promise<{ server: ModelServer; count: ReplayCount }> {
  const windows = await recordedWindows()
  const count: ReplayCount = { read: 0, unread: 0 }
  const reply = (request: ModelRequest) => {
    const user = request.messages.findLast(({ role }) => role === "user")?.content ?? ""
    const answer = user.includes("<facts>") ? secondReading(user, windows) : extraction(user, windows)
    if (answer === null) count.unread += 1
    else count.read += 1
    return answer ?? {}
  }
  // An empty reply is unusable, and the rules read the window instead.
  return { server: await startModelServer({ reply, ttlSeconds: TTL_SECONDS }), count }
}

async function recordedWindows(): Promise<RecordedWindow[]> {
  const windows: RecordedWindow[] = []
  for (const talk of conversations("both"))
    await play(talk, async (index, input) => {
      const text = recordedReply(talk, index, input.memories)
      if (text === null) return null
      windows.push({
        ...shownIn(extractionPrompt(input)),
        reply: JSON.parse(text),
        verdicts: recordedVerdicts(talk, index) ?? [],
      })
      return await readReply(text, input)
    })
  return windows
}

function shownIn({ user }: Pick<Prompt, "user">): Shown {
  const element = (name: string) =>
    (user.match(new RegExp(`<${name}>\\n?([\\s\\S]*?)</${name}>`, "u"))?.[1] ?? "")
      .split("\n")
      .filter(Boolean)
  return {
    channel: element("channel").join(),
    people: element("people").map((line) => line.replace(/^P\d+ /u, "")),
    memories: element("memories").map((line) => line.replace(/^M\d+ [^:]*: /u, "")),
    lines: element("chat").flatMap((line) => line.match(LINE)?.[1] ?? []),
  }
}
const LINE = /^\d+ (?:\d{2}:\d{2} )?(?:P\d+|K|\? [^:]*?)(?: \(answers \d+\))?: (.*)$/u

/** Returns the recorded window that shares most of the lines shown, or `null` if none has half of them. */
function windowOf(shown: Shown, windows: readonly RecordedWindow[]): RecordedWindow | null {
  const shared = (window: RecordedWindow) => window.lines.filter((line) => shown.lines.includes(line)).length
  const [best] = windows
    .filter(({ channel }) => channel === shown.channel)
    .toSorted((one, other) => shared(other) - shared(one))
  return best !== undefined && shared(best) * 2 >= shown.lines.length ? best : null
}

function extraction(user: string, windows: readonly RecordedWindow[]): unknown {
  const shown = shownIn({ user })
  const recorded = windowOf(shown, windows)
  if (recorded === null) return null
  const handle = (text: string) =>
    text.replace(/^P(\d+)/u, (_, number: string) => {
      const place = shown.people.indexOf(recorded.people[Number(number) - 1] ?? "")
      return place < 0 ? "P99" : `P${place + 1}`
    })
  const line = (number: number) => shown.lines.indexOf(recorded.lines[number - 1] ?? "") + 1
  const memory = (name: string) => {
    const place = shown.memories.indexOf(recorded.memories[Number(name.slice(1)) - 1] ?? "")
    return place < 0 ? null : `M${place + 1}`
  }
  return {
    ...recorded.reply,
    claims: recorded.reply.claims.flatMap((claim) => {
      const named = claim.memory == null ? null : memory(claim.memory)
      // Facts from before the talk are not delivered: one that ends has no target, one that changes is new.
      if (claim.op === "forget" && named === null) return []
      const op = claim.op === "update" && named === null ? "save" : claim.op
      const lines = (claim.lines ?? []).map(line).filter((number) => number > 0)
      return lines.length === 0
        ? []
        : [{ ...claim, op, lines, memory: named, about: handle(claim.about ?? "") }]
    }),
    people: (recorded.reply.people ?? []).map(handle).filter((text) => !text.startsWith("P99")),
  }
}

function secondReading(user: string, windows: readonly RecordedWindow[]): unknown {
  const recorded = windowOf(shownIn({ user }), windows)
  if (recorded === null) return null
  const facts = (user.match(/<facts>\n([\s\S]*?)<\/facts>/u)?.[1] ?? "").split("\n").filter(Boolean)
  return {
    facts: facts.flatMap((text) => {
      const [, fact, said] = text.match(/^(F\d+) (?:\[\d+\] ?)*[^:]*: (.*)$/u) ?? []
      const place = recorded.reply.claims.findIndex((claim) => claim.fact === said)
      const so = recorded.verdicts[place]
      return fact === undefined || so == null ? [] : [{ fact, why: "recorded", so }]
    }),
  }
}
