/** Compares what rules and a model found, and says what would help where nothing was found. Pure. */
import type { HistoryCheck } from "../history/files/check.ts"
import type { ApiFact, ApiUsage, ReadWindow } from "./api-client.ts"
import { finderOf } from "./demo-print.ts"
import { bold, count, day, dim, wrap } from "./demo-text.ts"

/** Fewer messages by people seldom tell a lasting fact. */
const FEW = 100
/** A person who wrote less is seldom told apart by what they said. */
const FEW_EACH = 10

/** Says why nothing may have been found, and what would help. `hasModel`: a model has read, too. */
export function emptyHints(
  { kind, channels, people }: Pick<HistoryCheck, "kind" | "channels" | "people">,
  hasModel: boolean,
): string[] {
  const sum = (of: (channel: (typeof channels)[number]) => number) =>
    channels.reduce((total, channel) => total + of(channel), 0)
  const bots = sum((channel) => channel.bots)
  const byPeople = sum((channel) => channel.messages) - bots
  if (people === 0)
    return [
      bots > 0
        ? "Only bots speak in this export, and Keepsake learns nothing from them. Export a channel in which people talk."
        : "Nobody speaks in this export. Export a channel in which people talk.",
    ]
  return [
    `Nothing said here is worth remembering about anyone, as far as the ${hasModel ? "rules and the model" : "rules"} can tell.`,
    ...(byPeople < FEW
      ? [
          `${count(byPeople, "message")} by people are few. Export a longer time: some thousand messages show more.`,
        ]
      : []),
    ...(byPeople >= FEW && byPeople / people < FEW_EACH
      ? ["Most people wrote only a few messages. A channel where the same people meet shows more."]
      : []),
    ...(kind === "data_package"
      ? ["A data package holds one side of each conversation. An export of a whole channel shows more."]
      : []),
    ...(hasModel
      ? []
      : [
          "The rules read English best, and German, Spanish, French and Portuguese. For other languages, or for more, set AI_BASE_URL to a server that speaks the OpenAI API, such as http://127.0.0.1:11434/v1, and AI_FAST_MODEL to a model there.",
        ]),
  ]
}

/** A person, a channel or the server, with what is remembered about it. */
export interface SubjectFacts {
  id: string
  name: string
  facts: readonly ApiFact[]
}

const MARGIN = "    "
const BETWEEN = "  "

/** Width of each of the two columns. */
export function columnWidth(width: number): number {
  return Math.floor((width - MARGIN.length - BETWEEN.length) / 2)
}

/** Lists each subject's facts in two columns: the rules' on the left, the model's on the right. */
export function comparedLines(
  byRules: readonly SubjectFacts[],
  byModel: readonly SubjectFacts[],
  width: number,
): string[] {
  const column = columnWidth(width)
  const ids = [...new Set([...byModel, ...byRules].map(({ id }) => id))]
  return ids.flatMap((id) => {
    const [rules, model] = [byRules, byModel].map((found) => found.find((subject) => subject.id === id))
    const rows = rowsOf(rules?.facts ?? [], model?.facts ?? []).flatMap((row) => {
      const [left, right] = [cells(row.left, column), cells(row.right, column)]
      return Array.from({ length: Math.max(left.length, right.length) }, (_, n) =>
        `${MARGIN}${padded(left[n] ?? EMPTY, column)}${BETWEEN}${shown(right[n] ?? EMPTY)}`.trimEnd(),
      )
    })
    return [`${MARGIN}${bold(rules?.name ?? model?.name ?? "")}`, ...rows, ""]
  })
}

/** A line of a column. An aside stands back. */
interface Cell {
  text: string
  isAside: boolean
}

const EMPTY: Cell = { text: "", isAside: false }
const shown = ({ text, isAside }: Cell) => (isAside ? dim(text) : text)
const padded = (cell: Cell, column: number) =>
  shown(cell) + " ".repeat(Math.max(0, column - cell.text.length))

/** Returns the lines of facts: each one's text, then its rule and its end. */
function cells(facts: readonly ApiFact[], column: number): Cell[] {
  if (facts.length === 0) return [{ text: "-", isAside: true }]
  return facts.flatMap((fact) => {
    const until = fact.expires_at ? `until ${day(fact.expires_at)}` : ""
    const aside = [fact.method === "model" ? "" : finderOf(fact), until].filter(Boolean).join(" · ")
    return [
      ...wrap(fact.fact, column).map((text) => ({ text, isAside: false })),
      ...wrap(aside, column).map((text) => ({ text, isAside: true })),
    ]
  })
}

interface Row {
  left: ApiFact[]
  right: ApiFact[]
}

/** Puts facts that rest on a common message into one row. Rows with both sides come first. */
function rowsOf(left: readonly ApiFact[], right: readonly ApiFact[]): Row[] {
  let rows: Row[] = []
  const add = (fact: ApiFact, one: Row) => {
    const joined = rows.filter((row) => [...row.left, ...row.right].some((other) => isSameTalk(fact, other)))
    const merged = [...joined, one]
    const row = { left: merged.flatMap((each) => each.left), right: merged.flatMap((each) => each.right) }
    rows = [...rows.filter((other) => !joined.includes(other)), row]
  }
  for (const fact of left) add(fact, { left: [fact], right: [] })
  for (const fact of right) add(fact, { left: [], right: [fact] })
  const rank = (row: Row) => (row.right.length === 0 ? 1 : row.left.length === 0 ? 2 : 0)
  return rows.toSorted((a, b) => rank(a) - rank(b))
}

function isSameTalk(one: ApiFact, other: ApiFact): boolean {
  const messages = new Set(other.sources.map(({ message_id }) => message_id).filter(Boolean))
  return one.sources.some(({ message_id }) => messages.has(message_id))
}

/** Why rules read a conversation although there is a model. */
const BY_RULES: Record<string, string> = {
  nothing_told: "not sent to it, with nothing to remember",
  bad_reply: "read by rules because its replies could not be used",
}

/** Says how many conversations the model read, why it did not read others, and what it cost. */
export function modelLines(windows: readonly ReadWindow[], waiting: number, usage: ApiUsage): string[] {
  const byModel = windows.filter(({ method }) => method === "model").length
  const others = Map.groupBy(
    windows.filter(({ method }) => method !== "model"),
    ({ fallback }) => BY_RULES[fallback ?? ""] ?? "read by rules",
  )
  const parts = [
    `The model read ${byModel} of ${count(windows.length + waiting, "conversation")}`,
    ...[...others].map(([why, of]) => `${of.length} ${why}`),
    ...(waiting > 0 ? [`${waiting} waiting for it`] : []),
  ]
  const badReplies = others.get(BY_RULES.bad_reply ?? "")?.length ?? 0
  const output = usage.output_tokens.toLocaleString("en-US")
  const isPriced = usage.unpriced_tokens < usage.input_tokens + usage.output_tokens
  return [
    `${parts.join("; ")}.`,
    `It took ${count(usage.calls, "call")}: ${count(usage.input_tokens, "token")} in, ${output} out${isPriced ? `, $${usage.cost_usd.toFixed(4)}` : ""}.`,
    ...(badReplies > byModel
      ? ["Try a model that is good at writing JSON after a schema: AI_FAST_MODEL names it."]
      : []),
  ]
}
