/** A clause after its subject: helping verbs, negation, intentions, the core verb and what follows it. */
import { ACTIVITIES, ADVERBS, FILLERS } from "./lexicon.ts"
import { VERB_RULES } from "./verb-rules.ts"
import { type Form, formsOf, otherVerb } from "./verbs.ts"
import { bare, settle, settleState } from "./words.ts"

export interface Predicate {
  /** Words from the first helping or main verb up to and with the core verb. */
  group: string[]
  helpers: Set<string>
  negated: boolean
  /** How the core verb is meant: "plan" where it is intended, not done. */
  intent: "done" | "plan" | "wish" | "duty" | "begun" | "former"
  lemma: string
  form: Form
  /** What follows the core verb, cut where another thought begins. */
  rest: string[]
}

const VERBS = formsOf([...Object.keys(VERB_RULES), "have"])
export const HELPERS = new Set(
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
  const word = bare(words[at] ?? "")
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
    group: words.slice(0, at + 1),
    intent,
    lemma: word,
    form: "base",
    rest: settle(words.slice(at + 1)),
  }
}

/** "I've got a dog" is having, not getting. */
function owning(predicate: Predicate): Predicate {
  const { lemma, form, helpers, rest } = predicate
  const has = lemma === "get" && form === "participle" && (helpers.has("have") || helpers.has("has"))
  const owned =
    has &&
    (ACTIVITIES.has(bare(rest[0] ?? "")) ||
      /^(?:an?|two|three|four|five|some|no|my|another|\d+)$/i.test(rest[0] ?? "")) &&
    bare(predicate.group.at(-1) ?? "") === "got"
  return owned
    ? { ...predicate, lemma: "have", form: "base", group: predicate.group.slice(0, -1), helpers: new Set() }
    : predicate
}

interface Helping {
  helpers: Set<string>
  negated: boolean
  at: number
}

function helping(words: string[]): Helping {
  const helpers = new Set<string>()
  let negated = false
  let at = 0
  for (; at < Math.min(words.length, 9); at++) {
    const word = bare(words[at] ?? "")
    const mainHave = /^(?:have|has|had)$/.test(word) && !perfect(words, at)
    const isMain = mainHave || (/^(?:do|does)$/.test(word) && isDoing(words, at))
    if (word === "not" || word === "never") negated = true
    else if (HELPERS.has(word) && !isMain && !(/^do(?:es)?$|^did$/.test(word) && at + 1 >= words.length))
      helpers.add(word)
    else if (!(ADVERBS.has(word) || FILLERS.has(word)) || /^(?:like|so)$/.test(word)) break
  }
  return { helpers, negated, at }
}

/** Whether "do" here is done, not helping: "I do graphic design". */
function isDoing(words: string[], at: number): boolean {
  const next = bare(words[afterAdverbs(words, at + 1)] ?? "")
  return next !== "" && next !== "not" && VERBS.get(next)?.forms.includes("base") !== true
}

/** Whether "have" here only helps another verb: "have moved", "have been", "have just got". */
function perfect(words: string[], at: number): boolean {
  const next = afterAdverbs(words, at + 1)
  const word = bare(words[next] ?? "")
  if (word === "not" || word === "never" || word === "been" || word === "had") return true
  const known = VERBS.get(word)
  return known?.forms.includes("participle") === true && !known.forms.includes("base")
}

function afterAdverbs(words: string[], from: number): number {
  let at = from
  while (at < words.length && (ADVERBS.has(bare(words[at] ?? "")) || FILLERS.has(bare(words[at] ?? "")))) at++
  return at
}

function leadAt(words: string[], at: number): { length: number; intent: Predicate["intent"] } | null {
  for (const length of [3, 2, 1]) {
    const text = words
      .slice(at, at + length)
      .map(bare)
      .join(" ")
    for (const [pattern, intent] of LEADS) if (pattern.test(text)) return { length, intent }
  }
  return null
}

function coreAt(words: string[], at: number, read: Helping, intent: Predicate["intent"]): Predicate | null {
  const { helpers, negated } = read
  const word = bare(words[at] ?? "")
  const known = VERBS.get(word)
  const found = (lemma: string, form: Form, from: number): Predicate => ({
    group: words.slice(0, from),
    helpers,
    negated,
    intent,
    lemma,
    form,
    rest: settle(words.slice(from)),
  })
  if (word === "be") return found("be", "base", at + 1)
  const isCopula = [...helpers].some((helper) => /^(?:am|is|are|was|were|be|been)$/.test(helper))
  if (known !== undefined) {
    const form = formOf(known.forms, word, helpers, intent)
    const adjective = isCopula && intent === "done" && (form === "base" || form === "third")
    const passive = isCopula && intent === "done" && (form === "past" || form === "participle")
    if (!adjective && !passive) return found(known.lemma, form, at + 1)
  }
  const other =
    known === undefined && /^(?:done|plan)$/.test(intent) ? otherVerb(word, helpers, intent) : null
  if (other !== null) return found(other.lemma, other.form, at + 1)
  return isCopula
    ? {
        ...found("be", helpers.has("was") || helpers.has("were") ? "past" : "base", at),
        rest: settleState(words.slice(at)),
      }
    : null
}

function formOf(forms: Form[], word: string, helpers: Set<string>, intent: Predicate["intent"]): Form {
  const [first = "base"] = forms
  if (forms.length === 1 || intent !== "done") return first
  if (helpers.has("have") || helpers.has("has") || helpers.has("had")) return "participle"
  const helped = [...helpers].some((helper) => /^(?:do|does|did|will|can|could)$/.test(helper))
  if (first === "base" && forms.includes("past") && !helped && word !== "read") return "past"
  return first
}

/** The forms a word may be of a verb that the rules know. */
export function formsOfWord(word: string): Form[] {
  return VERBS.get(word)?.forms ?? []
}

/** The verb that a word is a form of, of those that the rules know. */
export function lemmaOfWord(word: string): string | null {
  return VERBS.get(word)?.lemma ?? null
}
