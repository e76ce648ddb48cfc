/** English verb forms: made from a base, and recognized in a text. */

export type VerbForm = "base" | "third" | "past" | "participle" | "gerund"

/** Verbs whose past or participle is no plain -ed: base, past, participle. */
const IRREGULAR = `be was been|have had had|do did done|go went gone|get got got|buy bought bought|sell sold sold
  |teach taught taught|speak spoke spoken|write wrote written|read read read|run ran run|swim swam swum|sing sang sung
  |ride rode ridden|drive drove driven|fly flew flown|draw drew drawn|make made made|build built built|grow grew grown
  |begin began begun|win won won|lose lost lost|leave left left|quit quit quit|meet met met|break broke broken
  |give gave given|take took taken|eat ate eaten|drink drank drunk|sleep slept slept|keep kept kept|spend spent spent
  |hear heard heard|see saw seen|find found found|know knew known|think thought thought|become became become
  |come came come|bring brought brought|feel felt felt|fall fell fallen|hurt hurt hurt|cut cut cut|put put put
  |let let let|set set set|wear wore worn|sew sewed sewn|knit knitted knitted|catch caught caught|choose chose chosen
  |hold held held|pay paid paid|say said said|tell told told|send sent sent|stand stood stood|wake woke woken
  |throw threw thrown|understand understood understood|forget forgot forgotten|bake baked baked|adopt adopted adopted
  |travel traveled traveled|study studied studied|marry married married|major majored majored|visit visited visited
  |enter entered entered|order ordered ordered|volunteer volunteered volunteered|garden gardened gardened
  |organize organized organized|open opened opened|offer offered offered|play played played|enjoy enjoyed enjoyed
  |collect collected collected|attend attended attended|interview interviewed interviewed|publish published published
  |finish finished finished|submit submitted submitted|program programmed programmed|stream streamed streamed`

const PARTS = new Map(
  IRREGULAR.split("|").map((entry) => {
    const [base = "", past = "", participle = ""] = entry.trim().split(/\s+/)
    return [base, { past, participle }] as const
  }),
)

const DOUBLING = /^[^aeiou]*[aeiou][bdgklmnprt]$/
const NOT_DOUBLED = /(?:ea|oo|ou|ai|ee|ie|io|ue)[a-z]$|[wxy]$/

export function thirdPersonForm(base: string): string {
  if (base === "be" || base === "am" || base === "are") return "is"
  if (base === "have") return "has"
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return `${base}s`
}

export function gerundForm(base: string): string {
  if (base === "be") return "being"
  if (base === "die" || base === "lie") return `${base.slice(0, -2)}ying`
  if (/[^eo]e$/.test(base)) return `${base.slice(0, -1)}ing`
  return doubled(base) ? `${base}${base.at(-1)}ing` : `${base}ing`
}

export function pastForm(base: string): string {
  const irregular = PARTS.get(base)
  if (irregular !== undefined) return irregular.past
  if (base.endsWith("e")) return `${base}d`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`
  return doubled(base) ? `${base}${base.at(-1)}ed` : `${base}ed`
}

function doubled(base: string): boolean {
  return (DOUBLING.test(base) && !NOT_DOUBLED.test(base)) || /^(?:quit|commit|submit|propos)$/.test(base)
}

const PASTS = new Set([...PARTS.values()].flatMap(({ past, participle }) => [past, participle]))
/** Whether a word is a past form, by its ending or by heart. */
export function isPastForm(word: string): boolean {
  return /..ed$/.test(word) || PASTS.has(word)
}

const NO_VERB =
  /^(?:i|we|you|he|she|it|they|me|us|not|so|very|too|in|on|at|to|for|from|with|of|by|as|the|an?|and|or|but|my|our|your|one|two|red|tired|excited|interested|bored|used|supposed|indeed|interesting|amazing|boring|exciting|nothing|something|anything|everything|missing|willing|annoying|confusing|outstanding|during|according|evening|morning|being|am|is|are|was|were|be|will|can)$/

/** A verb the rules know nothing of but its form: `helpers` and ending tell it. */
export function unknownVerb(
  word: string,
  helpers: Set<string>,
  intent: string,
): { lemma: string; form: VerbForm } | null {
  if (!/^\p{L}{2,20}$/u.test(word) || NO_VERB.test(word)) return null
  const being = [...helpers].some((helper) => /^(?:am|is|are|was|were|been)$/.test(helper))
  if (being) return /.{2}ing$/.test(word) && intent === "done" ? { lemma: word, form: "gerund" } : null
  if (helpers.has("have") || helpers.has("has")) return null
  if (intent === "done" && helpers.size === 0 && isPastForm(word)) return { lemma: word, form: "past" }
  return /(?:[^s]s|ing|ly)$/.test(word) && intent === "done" && !PARTS.has(word)
    ? null
    : { lemma: word, form: "base" }
}

/** Every form of the given verbs, for looking words up. Where one spelling is both base and past, both are kept, base first. */
export function inflectionTable(bases: Iterable<string>): Map<string, { lemma: string; forms: VerbForm[] }> {
  const table = new Map<string, { lemma: string; forms: VerbForm[] }>()
  const add = (word: string, lemma: string, form: VerbForm) => {
    const known = table.get(word)
    if (known === undefined) table.set(word, { lemma, forms: [form] })
    else if (known.lemma === lemma && !known.forms.includes(form)) known.forms.push(form)
  }
  for (const base of bases) {
    add(base, base, "base")
    add(thirdPersonForm(base), base, "third")
    add(pastForm(base), base, "past")
    add(PARTS.get(base)?.participle ?? pastForm(base), base, "participle")
    add(gerundForm(base), base, "gerund")
    if (base === "get") add("gotten", base, "participle")
  }
  return table
}
