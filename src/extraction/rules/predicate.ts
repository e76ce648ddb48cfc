/** A clause after its subject: helping verbs, negation, intentions, the core verb and what follows it. */
import { ACTIVITIES, ADVERBS, FILLERS } from "./lexicon.ts"
import { VERB_RULES } from "./verb-rules.ts"
import { inflectionTable, unknownVerb, type VerbForm } from "./verbs.ts"
import { normalizeWord, trimComplement, trimState } from "./words.ts"

export interface Predicate {
  /** Words from the first helping or main verb up to and with the core verb. */
  verbGroup: string[]
  auxiliaries: Set<string>
  negated: boolean
  /** How the core verb is meant: "plan" where it is intended, not done. */
  intent: "done" | "plan" | "wish" | "duty" | "begun" | "former"
  lemma: string
  form: VerbForm
  /** What follows the core verb, cut where another thought begins. */
  rest: string[]
}

const VERBS = inflectionTable([...Object.keys(VERB_RULES), "have"])
export const AUXILIARIES = new Set(
  "am is are was were be been being have has had do does did will can could would should might may must shall".split(
    " ",
  ),
)
/** Verbs that lead to another: what "to" or "-ing" after them means. */
const LEADS: [RegExp, Predicate["intent"]][] = [
  [
    /^(?:going|planning|plan|planned|hoping|intend|intending|aiming|set|decided|deciding|agreed|preparing|getting ready|excited|thrilled|determined|stoked|scheduled|supposed|looking forward) to$/,
    "plan",
  ],
  [
    /^(?:decided on|thinking (?:about|of)|looking forward to|planning on|considering|excited about|looking into|end(?:ed)? up)$/,
    "plan",
  ],
  [
    /^(?:want|wanting|hope|wish|dream of|dreaming of|love to one day|keen|looking|trying|training|learning|saving up) to$/,
    "wish",
  ],
  [/^(?:need|have|got|needed|had) to$/, "duty"],
  [/^(?:started|began|begun|starting|start|kept|stopped|quit|took up|tried)$/, "begun"],
  [/^(?:used) to$/, "former"],
]

export function readPredicate(words: string[]): Predicate | null {
  const read = helping(words)
  const lead = leadAt(words, read.at)
  const next = lead === null ? read.at : afterAdverbs(words, read.at + lead.length)
  const core = lead === null ? null : (ledAt(words, next, lead.intent, read) ?? null)
  const found = core ?? coreAt(words, read.at, read, "done")
  return found === null ? null : owning(found)
}

/** The core verb that a leading one opens: "want to learn", "decided to quit". A duty may be of any verb. */
function ledAt(words: string[], at: number, intent: Predicate["intent"], read: Helping): Predicate | null {
  const word = normalizeWord(words[at] ?? "")
  const inner = VERBS.get(word)
  if (word === "be") return intent === "begun" ? null : coreAt(words, at, read, intent)
  if (inner !== undefined)
    return inner.forms.some((form) => form === "base" || form === "gerund")
      ? coreAt(words, at, read, intent)
      : null
  if (intent === "plan" && /^\p{Ll}/u.test(words[at] ?? "")) return coreAt(words, at, read, intent)
  if (intent !== "duty" || !/^\p{L}+$/u.test(word)) return null
  return {
    ...read,
    verbGroup: words.slice(0, at + 1),
    intent,
    lemma: word,
    form: "base",
    rest: trimComplement(words.slice(at + 1)),
  }
}

/** "I've got a dog" is having, not getting. */
function owning(predicate: Predicate): Predicate {
  const { lemma, form, auxiliaries, rest } = predicate
  const has = lemma === "get" && form === "participle" && (auxiliaries.has("have") || auxiliaries.has("has"))
  const owned =
    has &&
    (ACTIVITIES.has(normalizeWord(rest[0] ?? "")) ||
      /^(?:an?|two|three|four|five|some|no|my|another|\d+)$/i.test(rest[0] ?? "")) &&
    normalizeWord(predicate.verbGroup.at(-1) ?? "") === "got"
  return owned
    ? {
        ...predicate,
        lemma: "have",
        form: "base",
        verbGroup: predicate.verbGroup.slice(0, -1),
        auxiliaries: new Set(),
      }
    : predicate
}

interface Helping {
  auxiliaries: Set<string>
  negated: boolean
  at: number
}

function helping(words: string[]): Helping {
  const auxiliaries = new Set<string>()
  let negated = false
  let at = 0
  for (; at < Math.min(words.length, 9); at++) {
    const word = normalizeWord(words[at] ?? "")
    const mainHave = /^(?:have|has|had)$/.test(word) && !perfect(words, at)
    const isMain = mainHave || (/^(?:do|does)$/.test(word) && isDoing(words, at))
    if (word === "not" || word === "never") negated = true
    else if (AUXILIARIES.has(word) && !isMain && !(/^do(?:es)?$|^did$/.test(word) && at + 1 >= words.length))
      auxiliaries.add(word)
    else if (!(ADVERBS.has(word) || FILLERS.has(word)) || /^(?:like|so)$/.test(word)) break
  }
  return { auxiliaries, negated, at }
}

/** Whether "do" here is done, not helping: "I do graphic design". */
function isDoing(words: string[], at: number): boolean {
  const next = normalizeWord(words[afterAdverbs(words, at + 1)] ?? "")
  return next !== "" && next !== "not" && VERBS.get(next)?.forms.includes("base") !== true
}

/** Whether "have" here only helps another verb: "have moved", "have been", "have just got". */
function perfect(words: string[], at: number): boolean {
  const next = afterAdverbs(words, at + 1)
  const word = normalizeWord(words[next] ?? "")
  if (word === "not" || word === "never" || word === "been" || word === "had") return true
  const known = VERBS.get(word)
  return known?.forms.includes("participle") === true && !known.forms.includes("base")
}

function afterAdverbs(words: string[], from: number): number {
  let at = from
  while (
    at < words.length &&
    (ADVERBS.has(normalizeWord(words[at] ?? "")) || FILLERS.has(normalizeWord(words[at] ?? "")))
  )
    at++
  return at
}

function leadAt(words: string[], at: number): { length: number; intent: Predicate["intent"] } | null {
  for (const length of [3, 2, 1]) {
    const text = words
      .slice(at, at + length)
      .map(normalizeWord)
      .join(" ")
    for (const [pattern, intent] of LEADS) if (pattern.test(text)) return { length, intent }
  }
  return null
}

function coreAt(words: string[], at: number, read: Helping, intent: Predicate["intent"]): Predicate | null {
  const { auxiliaries, negated } = read
  const word = normalizeWord(words[at] ?? "")
  const known = VERBS.get(word)
  const found = (lemma: string, form: VerbForm, from: number): Predicate => ({
    verbGroup: words.slice(0, from),
    auxiliaries,
    negated,
    intent,
    lemma,
    form,
    rest: trimComplement(words.slice(from)),
  })
  if (word === "be") return found("be", "base", at + 1)
  const isCopula = [...auxiliaries].some((helper) => /^(?:am|is|are|was|were|be|been)$/.test(helper))
  if (known !== undefined) {
    const form = formOf(known.forms, word, auxiliaries, intent)
    const adjective = isCopula && intent === "done" && (form === "base" || form === "third")
    const passive = isCopula && intent === "done" && (form === "past" || form === "participle")
    if (!adjective && !passive) return found(known.lemma, form, at + 1)
  }
  const other =
    known === undefined && /^(?:done|plan)$/.test(intent) ? unknownVerb(word, auxiliaries, intent) : null
  if (other !== null) return found(other.lemma, other.form, at + 1)
  return isCopula
    ? {
        ...found("be", auxiliaries.has("was") || auxiliaries.has("were") ? "past" : "base", at),
        rest: trimState(words.slice(at)),
      }
    : null
}

function formOf(
  forms: VerbForm[],
  word: string,
  auxiliaries: Set<string>,
  intent: Predicate["intent"],
): VerbForm {
  const [first = "base"] = forms
  if (forms.length === 1 || intent !== "done") return first
  if (auxiliaries.has("have") || auxiliaries.has("has") || auxiliaries.has("had")) return "participle"
  const helped = [...auxiliaries].some((helper) => /^(?:do|does|did|will|can|could)$/.test(helper))
  if (first === "base" && forms.includes("past") && !helped && word !== "read") return "past"
  return first
}

/** The forms a word may be of a verb that the rules know. */
export function verbForms(word: string): VerbForm[] {
  return VERBS.get(word)?.forms ?? []
}

/** The verb that a word is a form of, of those that the rules know. */
export function lemmaOf(word: string): string | null {
  return VERBS.get(word)?.lemma ?? null
}
