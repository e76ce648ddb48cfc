/** Puts the words of a speaker into a fact about them. Pure. */
import type { Language } from "../../../text/language.ts"
import { plainEnglish } from "./plain-english.ts"

const THIRD: Record<string, string> = {
  my: "their",
  our: "their",
  mine: "theirs",
  ours: "theirs",
  me: "them",
  us: "them",
  myself: "themselves",
  ourselves: "themselves",
  i: "they",
  we: "they",
}

/** "My sister" becomes "their sister". */
export function inThirdPerson(words: string): string {
  return words
    .replace(
      /(?<![\p{L}\p{N}'’])(?:my|our|mine|ours|me|us|myself|ourselves|i|we)(?![\p{L}\p{N}'’])/giu,
      (word) => (word === "US" ? word : (THIRD[word.toLowerCase()] ?? word)),
    )
    .replace(/(?<![\p{L}])they (am|was)(?![\p{L}])/giu, (_, verb: string) =>
      verb === "am" ? "they are" : "they were",
    )
}

/** Writes names of people and places with capitals. */
export function capitalized(words: string, language: Language): string {
  if ((language === "en" && COMMON.test(words)) || (language === "es" && COMMON_ES.test(words))) return words
  const small =
    language === "de"
      ? /^(?:der|die|das|den|dem|am|im|in|an|auf|bei|von|und|für|zu|zur|zum|einer?|einem)$/i
      : /^(?:the|of|de|la|el|los|las|du|des|da|do|le|les|a|an|my|their|and|at|in|on|with|near|by|from|bit|little|some)$/i
  return words.replace(/[\p{L}][\p{L}'’.-]*/gu, (word) =>
    small.test(word) || word !== word.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1),
  )
}

/** "A bank", "the city", "their parents": a common noun after its article stays as it is. */
const COMMON = /^(?:an?|the|my|their|our|some|two|three)\s/i
const COMMON_ES = /^(?:una?|el|la|los|las)\s/i

/** Returns what somebody tells of themselves as a fact about them: "I row" is "Ada rows". Other texts stay as they are. */
export function retoldStatement(text: string, name: string): string {
  const said = text.replace(OPENING, "")
  const plain = plainEnglish(said.replace(/[\s.!]+$/g, ""))
  const [, own] = /^my (.+)$/isu.exec(plain) ?? []
  if (own !== undefined) return `${name}'s ${inThirdPerson(own)}`
  const { lead = "", told = plain } = LED.exec(plain)?.groups ?? {}
  if (!/^i \p{L}/iu.test(told)) return tellsOfOther(said) ? byName(said, name) : said
  const clause = conjugatedClause(told)
  const often = lead === "" ? undefined : OFTEN.exec(text)?.[0]
  const verb = often === undefined || clause.startsWith(often) ? clause : `${often} ${clause}`
  return [name, verb, inThirdPerson(lead.charAt(0).toLowerCase() + lead.slice(1))].join(" ").trim()
}
/** Words that only announce a statement. */
const OPENING =
  /^(?:(?:for the record|just so (?:you|u|everyone) knows?|fyi|btw|by the way|note(?: to self)?|ps|p\.s\.|heads up|reminder)[,:]? (?:that )?|(?:also|and|so|well)[,:] )+(?=\p{L})/iu
/** Somebody else comes first, and the speaker later: "Bo has my key while I'm in Oslo". */
function tellsOfOther(text: string): boolean {
  return (
    /^(?:\p{Lu}\p{Ll}+|the \p{L}+|our \p{L}+)(?:['’]s)? /u.test(text) &&
    /(?<![\p{L}'’])(?:i|i['’]?(?:m|ve|ll|d)|me|my|mine)(?![\p{L}])/iu.test(text)
  )
}

const BY_NAME: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/(?<![\p{L}'’])i['’]?m(?![\p{L}'’])|(?<![\p{L}'’])i am(?![\p{L}])/giu, (name) => `${name} is`],
  [/(?<![\p{L}'’])i['’]ll(?![\p{L}])/giu, (name) => `${name} will`],
  [/(?<![\p{L}'’])i['’]?ve(?![\p{L}'’])|(?<![\p{L}'’])i have(?![\p{L}])/giu, (name) => `${name} has`],
  [/(?<![\p{L}'’])my(?![\p{L}'’])/giu, (name) => `${name}'s`],
  [/(?<![\p{L}'’])mine(?![\p{L}'’])/giu, (name) => `${name}'s`],
  [/(?<![\p{L}'’])me(?![\p{L}'’])/giu, (name) => name],
]

/** The speaker's name for each "I" and "my"; the text as it is if a verb of theirs would not fit. */
function byName(text: string, name: string): string {
  const told = BY_NAME.reduce((words, [own, by]) => words.replace(own, () => by(name)), text)
  return /(?<![\p{L}'’])i(?![\p{L}])/iu.test(
    told.replace(
      /(?<![\p{L}'’])i (?=(?:can|will|could|would|should|may|must|\p{L}+ed|was|had|got|went|came|took|left|bought|sold)(?![\p{L}]))/giu,
      "",
    ),
  )
    ? text
    : told.replace(/(?<![\p{L}'’])i(?= )/giu, name)
}

/** `plainEnglish` leaves them out. */
const OFTEN = /(?<!\p{L})(?:always|usually|normally|mostly|often)(?!\p{L})/u
/** "On Mondays I swim": the time or place stands first. */
const LED =
  /^(?<lead>(?:at|on|in|over|during|after|before|from|until|since|for|every|this|next|most|tomorrow|today|tonight|sometimes|usually|nowadays|currently|these days)(?: (?!i )[\p{L}\d'’-]+){0,5}),? (?<told>i \p{L}.*)$/isu

/** Past forms, which the third person leaves as they are. */
export const PAST_FORM =
  /^(?:(?!need|feed|breed|speed|embed)\p{L}+ed|got|was|were|bought|sold|went|left|quit|broke|ran|grew|came|took|had|did|won|saw|built|began|gave|met|lost|made|wrote|used to|kept|taught|born|thought|knew|felt|found|heard|told|said|spent|slept|drove|flew|swam|sang|drank|ate|wore|fell|stood|sat|led|paid|sent|caught|brought|spoke|chose|drew|rode|threw|understood|became|held)(?![\p{L}])/iu

/** A clause without its subject in third person: "have two cats" becomes "has two cats". */
export function conjugatedClause(clause: string, isPlural = false): string {
  const told = withFirstVerb(clause, isPlural)
  return isPlural ? told : withJoinedVerb(told)
}

function withFirstVerb(clause: string, isPlural: boolean): string {
  const own = clause.replace(/^i (?=\p{L})/iu, "")
  const told = inThirdPerson(own.charAt(0).toLowerCase() + own.slice(1))
  const isBare = !/^i /i.test(clause)
  if (isPlural) return told.replace(/^am(?![\p{L}])/iu, "are").replace(/^do not/iu, "don't")
  for (const [first, third] of HELPERS) if (first.test(told)) return told.replace(first, third)
  if (PAST_FORM.test(told)) return told.replace(/^born/i, "was born")
  if (isBare && STATE.test(told)) return `is ${told}`
  const [, never = "", rest = ""] =
    /^((?:never|only|rarely|always|usually|mostly|often|mainly) )?(.+)$/iu.exec(told) ?? []
  return `${never}${conjugated(rest)}`
}
const JOINED =
  /(?<= and (?:now |then |currently |mostly |usually |sometimes )?)(?:am|have|do|live|work|drive|play|love|like|hate|speak|teach|study|run|own|keep|go|eat|drink|sing|cook|bake|write|read|make|build|use|want|need|prefer|collect|paint|swim|cycle|commute|volunteer|help|sell|grow|train|coach|organi[sz]e|manage|rent|share|stay|spend|know|look after|take care)(?![\p{L}'’])/iu
/** "Bread and work" are things, "and work at a bank" tells. */
const JOINED_OBJECT =
  /^ (?:an?|the|their|his|her|our|in|at|for|as|to|with|on|of|from|near|every|both|some|no|it|them|only|mainly|mostly|two|three|four|\d+)(?!\p{L})/iu
/** Verbs after which a second one keeps its form: "wants to move and work in Oslo". */
const OPEN_VERB =
  /(?<!\p{L})(?:to (?!(?:the|an?|their|work|school|university|college|church|bed)(?!\p{L}))\p{Ll}+|can|can't|cannot|will|won't|must|could|would|should|might|may|did|doesn't|don't|not|let|make|makes|help|helps|see|saw|hear|heard)(?!\p{L})/u

/** "Gave up the job and now drive a bus" becomes "… and now drives a bus". */
function withJoinedVerb(told: string): string {
  const found = JOINED.exec(told)
  if (found === null) return told
  const [before, verb] = [told.slice(0, found.index), found[0]]
  const after = told.slice(found.index + verb.length)
  if (/[,;.]/u.test(before) || OPEN_VERB.test(before)) return told
  const isNow = / and (?:now|then|currently) $/iu.test(before)
  if (!isNow && !JOINED_OBJECT.test(after)) return told
  const [, third] = IRREGULAR.find(([first]) => first === verb.toLowerCase()) ?? []
  return `${before}${third ?? conjugated(verb)}${after}`
}
const IRREGULAR: readonly (readonly [string, string])[] = [
  ["am", "is"],
  ["have", "has"],
]
const STATE =
  /^(?:\p{L}{2,}ing|allergic|intolerant|married|single|engaged|originally|away|off|out|back|in|on|at|an?|from|based|now)(?![\p{L}])/iu
const HELPERS: readonly (readonly [RegExp, string])[] = [
  [/^am not(?![\p{L}])/iu, "isn't"],
  [/^am(?![\p{L}])/iu, "is"],
  [/^have not(?![\p{L}])/iu, "hasn't"],
  [/^have(?![\p{L}])/iu, "has"],
  [/^do not(?![\p{L}])/iu, "doesn't"],
  [/^do (?=love|like|hate|enjoy)/iu, ""],
  [/^cannot(?![\p{L}])/iu, "can't"],
  [/^will not(?![\p{L}])/iu, "won't"],
  [/^(will|can|must)(?![\p{L}])/iu, "$1"],
  [/^no longer (\p{L}+)/iu, "no longer $1s"],
]

/** Fills a template: "[ in {place}]" goes if the slot was not said, "{verb}s" is the verb in third person. */
export function filled(template: string, slots: Record<string, string>): string {
  return template
    .replace(/\[([^\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => slots[name]) ? part : "",
    )
    .replace(/\{verb\}e?s(?![\p{L}])/gu, () => conjugated((slots.verb ?? "").toLowerCase()))
    .replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? "")
    .replace(/\s+/g, " ")
    .trim()
}

/** "Watch" becomes "watches", "go for a run" "goes for a run". */
function conjugated(verb: string): string {
  const [, first = "", rest = ""] = /^(\p{L}+)(.*)$/u.exec(verb) ?? []
  const ending = /(?:s|sh|ch|x|z|o)$/i.test(first) ? "es" : "s"
  const stem = /[^aeiou]y$/i.test(first) ? `${first.slice(0, -1)}ie` : first
  return `${stem}${stem === first ? ending : "s"}${rest}`
}
