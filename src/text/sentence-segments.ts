/** Cuts a text into sentences: German ordinals ("am 15. Dezember") end none. Pure. */

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" })

/** Returns the sentences, each with the spaces after it: together they are the text. */
export function sentenceSegments(text: string): string[] {
  const found: string[] = []
  for (const { segment } of segmenter.segment(text)) {
    const before = found.at(-1) ?? ""
    const end = before.trimEnd()
    const isGoingOn = ENDS_ORDINAL.test(end) && (DATED.test(end) || AFTER_ORDINAL.test(segment))
    if (isGoingOn) found[found.length - 1] = before + segment
    else found.push(segment)
  }
  return found
}

const ENDS_ORDINAL = /(?<![\p{L}\d.,:])\d{1,2}\.$/u
const DATED = /(?<!\p{L})(?:am|vom|bis|zum|ab|de[mnr]|und|-|–) ?\d{1,2}\.$/iu
const AFTER_ORDINAL =
  /^(?:jan(?:uar)?|jän(?:ner)?|feb(?:ruar)?|märz?|apr(?:il)?|mai|juni?|juli?|aug(?:ust)?|sept?(?:ember)?|okt(?:ober)?|nov(?:ember)?|dez(?:ember)?|advent|(?:weihnachts)?(?:feier)?tag|geburtstag|klasse|stock|semester)(?!\p{L})/iu
