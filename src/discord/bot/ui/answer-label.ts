/**
 * The buttons below an answer, with which people say that it is right, wrong or outdated. They carry the ids of the
 * memories that the answer rests on, the time of its recall if that was logged, and nobody's words. Pure.
 */
import { ANSWER_LABELS, type AnswerLabel } from "../../../domain/answer-labels.ts"
import type { Time } from "../../../domain/types.ts"
import type { Texts } from "../../texts/en.ts"
import { customId, parseCustomId } from "./command.ts"
import { button, row } from "./ui-kit.ts"

/** The name of the buttons' action. */
export const ANSWER_LABEL = "answer"

/** As many ids as fit into a custom id. */
const MOST_MEMORIES = 3
/** A memory's id without its prefix: "m_" and 24 hexadecimal digits (memory/facts/fact-key.ts). */
const SHORT_ID = /^[0-9a-f]{24}$/

/** A time of a recall in base 36: eight digits until 2059. The longest custom id has room for nine more. */
const RECALLED_AT = /^[0-9a-z]{8}$/

/** The basis of an answer. `recalledAt`: the time of its recall, if that was logged. */
export interface AnswerBasis {
  memoryIds: readonly string[]
  recalledAt: Time | null
}

/** Buttons below an answer. Only what is remembered can be outdated. */
export function answerLabelRow(
  { memoryIds, recalledAt }: AnswerBasis,
  labels: readonly AnswerLabel[],
  texts: Texts,
) {
  const at = recalledAt === null ? [] : [recalledAt.toString(36)].filter((digits) => RECALLED_AT.test(digits))
  const ids = memoryIds
    .slice(0, MOST_MEMORIES)
    .map((id) => id.replace(/^m_/, ""))
    .filter((id) => SHORT_ID.test(id))
  return row(
    ...labels.map((label) =>
      button(customId(ANSWER_LABEL, label, ids.join("."), ...at), texts.labels[label]),
    ),
  )
}

/** Parses the arguments of a button; `null` for anything else: a custom id is untrusted input. */
export function parseAnswerLabel([said, ids = "", at = ""]: readonly string[]): {
  label: AnswerLabel
  memoryIds: string[]
  recalledAt: Time | null
} | null {
  const label = ANSWER_LABELS.find((one) => one === said)
  if (label === undefined) return null
  const memoryIds = ids.split(".").filter((id) => SHORT_ID.test(id))
  return {
    label,
    memoryIds: memoryIds.slice(0, MOST_MEMORIES).map((id) => `m_${id}`),
    recalledAt: RECALLED_AT.test(at) ? Number.parseInt(at, 36) : null,
  }
}

/**
 * Returns the memories that an answer of the bot rests on, from the buttons of its message; `null` if the message has
 * no such buttons.
 */
export function answerBasis(components: readonly unknown[]): string[] | null {
  for (const component of components) {
    if (typeof component !== "object" || component === null) continue
    const { custom_id: id, components: inner } = component as { custom_id?: unknown; components?: unknown }
    if (typeof id === "string") {
      const { name, args } = parseCustomId(id)
      const parsed = name === ANSWER_LABEL ? parseAnswerLabel(args) : null
      if (parsed !== null) return parsed.memoryIds
    }
    const found = Array.isArray(inner) ? answerBasis(inner) : null
    if (found !== null) return found
  }
  return null
}
