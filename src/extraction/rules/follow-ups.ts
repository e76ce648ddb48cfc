/** Questions that only what was said before completes: "when?", "to what?", "so where did you land?" Pure. */
import type { Language } from "../../text/language.ts"

/** "So where did you land?" asks where somebody moves if moving is what the talk is about. */
export function outcomeAsked(
  sentence: string,
  before: readonly { content: string }[],
): { said: string; language: Language } | null {
  const isMove = before.slice(-RECENT).some(({ content }) => MOVING.test(content))
  return isMove && OUTCOME.test(sentence) ? { said: "i am moving to {a}", language: "en" } : null
}
const MOVING = /(?<![\p{L}])(?:mov(?:e|ing)|relocat\w+|(?:flat|house|apartment)[- ]?hunt\w*)(?![\p{L}])/iu
/** Lines that tell what a talk is about. */
const RECENT = 8
const OUTCOME =
  /^\W*(?:so |and |ok )*where(?: did|'?d) (?:you|u|ya|you guys) (?:finally |actually )?(?:land|settle|end up|decide)(?: on| (?:with|after) .{3,40})?\W*$/iu

/** The part of the last fact that a question asks for: "when?", "where?", "to what?" */
export type AskedPart = "time" | "place" | "phrase"

const FOLLOW_UPS: readonly (readonly [RegExp, AskedPart])[] = [
  [
    /^(?:since |until |til )?(?:when|what (?:day|date|month))(?:'?s that| is that| exactly| though| do you (?:leave|move|start|go)| are you leaving)?$/iu,
    "time",
  ],
  [
    /^(?:(?:to|in|at|from) )?where(?:'?s that| is that| to| at| exactly)?$|^(?:which|what) (?:city|country|town|place|company|school|uni)$/iu,
    "place",
  ],
  [
    /^(?:to|with|from|for|as|at|by) (?:who|whom|what|which \p{L}+|what \p{L}+|(?:him|her|them|your)sel(?:f|ves)|(?:that|the|his|her|their) .{2,50})$|^who (?:with|to|for)$/iu,
    "phrase",
  ],
]

export function followUpIn(sentence: string): { asks: AskedPart; preposition: string } | null {
  const plain = sentence
    .replace(/[\s?!.]+$/g, "")
    .replace(
      /^(?:(?:so|and|oh|ok|okay|cool|nice|wow|congrats|aww?|omg|really|no way|yay)(?![\p{L}'])[\s,!.]*)+/iu,
      "",
    )
  for (const [asked, asks] of FOLLOW_UPS)
    if (asked.test(plain))
      return {
        asks,
        preposition: /(?:^|\s)(to|with|from|for|as|at|by)(?:\s|$)/iu.exec(plain)?.[1]?.toLowerCase() ?? "",
      }
  return null
}
