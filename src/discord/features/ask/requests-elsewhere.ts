/** Recognizes requests to remember and to forget in German and Spanish. Pure. */

/** `what`: the words to remember or to forget, as a main clause. */
export interface RequestElsewhere {
  kind: "remember" | "forget"
  what: string
}

interface Requests {
  remember: RegExp
  forget: RegExp
  /** Turns the clause after "that" into a sentence of its own. */
  toSentence(clause: string): string
}

const GERMAN: Requests = {
  remember:
    /^(?:bitte )?(?:(?:kannst|könntest) du dir (?:bitte )?merken|merke? dir|vergiss nicht|notiere?(?: dir)?)(?: bitte)?(?:,? (?<that>dass) |[:,]? )(?<what>.+)$/isu,
  forget: /^(?:bitte )?vergiss(?: bitte)?(?:,? (?<that>dass) |[:,]? )(?<what>.+)$/isu,
  // "dass ich in Bergen wohne" puts the verb last.
  toSentence: (clause) => clause.replace(/^(ich|wir|er|sie|es) (.+) (\p{L}+)$/iu, "$1 $3 $2"),
}

const SPANISH: Requests = {
  remember:
    /^(?:por favor,? )?(?:¿?puedes )?(?:recuerda|recordar|acu[eé]rdate(?: de)?|no olvides|anota|apunta)(?: por favor)?(?:,? (?<that>que) |[:,]? )(?<what>.+)$/isu,
  forget:
    /^(?:por favor,? )?(?:¿?puedes )?(?:olvida|olvidar)(?: por favor)?(?:,? (?<that>que) |[:,]? )(?<what>.+)$/isu,
  toSentence: (clause) => clause,
}

/** Words that are no request: "vergiss es", "vergiss nicht zu essen", "recuerda cuando …?". */
const NO_REQUEST =
  /^(?:vergiss (?:es|das|nie)(?!\p{L})|vergiss nicht[,]? .*(?<!\p{L})zu \p{L}+$|olvida (?:eso|esto|lo)(?!\p{L}).{0,9}$|recuerda (?:cuándo|cuando|quién|quien|qué)(?!\p{L})|no olvides \p{L}+[aei]r(?!\p{L}))|^(?!(?:bitte )?(?:kannst|könntest)|¿?puedes).*\?\s*$/isu

/** Returns `null` if the words are no such request. */
export function requestElsewhere(text: string): RequestElsewhere | null {
  if (NO_REQUEST.test(text)) return null
  for (const { remember, forget, toSentence } of [GERMAN, SPANISH])
    for (const [kind, shape] of [
      ["remember", remember],
      ["forget", forget],
    ] as const) {
      const { that, what } = shape.exec(text)?.groups ?? {}
      if (what === undefined || !/[\p{L}\p{N}]/u.test(what)) continue
      const words = what
        .replace(/[\s,.!]*(?:bitte|danke|por favor|gracias)[\s.!]*$/iu, "")
        .replace(/[\s.!?]+$/u, "")
      return { kind, what: that === undefined ? words : toSentence(words) }
    }
  return null
}
