/** What a question asks about, without the words that only ask. Pure. */

/** Ways of asking a memory, said to it and not about anything: "what do you remember about", "can you tell me". */
const ASKING: RegExp[] = [
  /\b(?:(?:what|who|when|where|which|how much|how) )?(?:do|did|can|could|would|will) (?:you|we|u)(?: all| guys)? (?:still |ever )?(?:know|remember|recall|tell|say|find)\b(?: me| us)?(?: anything| something| everything)?(?: (?:about|of|on))?/giu,
  /\b(?:please )?(?:tell|remind|show) (?:me|us)\b(?: again)?(?: (?:about|of))?/giu,
  /\b(?:is|was) there (?:anything|something) (?:known )?(?:about|on)\b/giu,
  /\bwhat(?:'s| is| was) (?:known|remembered|said) (?:about|of)\b/giu,
  /\bwhere did you (?:learn|hear|get) (?:that|this|it)\b/giu,
]

/** The telling part of a question; the whole where nothing would be left. */
export function subjectMatter(question: string): string {
  const rest = ASKING.reduce((text, phrase) => text.replace(phrase, " "), question)
  return /[\p{L}\p{N}]/u.test(rest) ? rest.replace(/\s+/g, " ").trim() : question
}
