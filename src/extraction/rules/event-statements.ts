/**
 * Tells a statement about a named thing from the rest of what systems and agents send: readings, lines of logs, progress,
 * chatter, and what an agent says of itself, whose "I" nobody knows later. If unsure, it is none. Pure.
 */
import type { Id, Person } from "../../domain/types.ts"
import { grammar } from "../../text/grammar.ts"
import { languageOf } from "../../text/language.ts"
import { peopleAtStart } from "../../text/person-names.ts"
import { oneSentenceIn } from "../support/sentences.ts"

const LONGEST = 300

/** Readings, paths, log levels, shares of a task and attempts. */
const MACHINE =
  /\S=\S|(?:^|\s)\/\w|\.{3}|…|^[[{(<\d:-]*\d[\d:.T-]{6}|\d ?ms(?![\p{L}])|\d ?% (?:done|complete|completed|finished|ready)|(?<![\p{L}])(?:step|attempt|try|retry|chunk|batch|schritt|versuch|paso|étape|passo) \d+ ?(?:of|\/|von|de|sur) ?\d|^\W*(?:step|schritt|paso|étape|passo) \d|(?<![\p{L}])(?:cpu|ram|memory|disk|load|usage|latency)(?![\p{L}]).* (?:is|at) .*\d|\d (?:de|of|von|sur|\/) \d[\d.,]* (?:records|rows|files|registros|filas|archivos|dateien|zeilen|fichiers|lignes)|right now|at the moment/iu
const LOG_LEVEL = /^\W*(?:TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|FATAL|GET|POST|PUT|PATCH|HEAD|DELETE)\b/u

/** Somebody speaks, or is spoken to. "US", "EU" and "Part I" aside. */
const SPOKEN =
  /(?<![\p{L}\p{N}])(?:I(?!\.| ?[:)])|i['’]?m|[Ii]['’](?:m|ve|ll|d)|[Mm]y(?:self)?|[Mm]e|[Ww]e|[Oo]urs?|us|[Yy]ours?|[Yy]ou|ich|Ich|mich|[Mm]ein\p{Ll}*|[Ww]ir|[Uu]nser\p{Ll}*|[Dd]u|[Dd]ein\p{Ll}*|[Yy]o|[Nn]osotr[oa]s|[Uu]sted(?:es)?|[Jj]e|[Jj]['’]\p{L}+|[Nn]ous|[Nn]otre|[Vv]ous|[Vv]otre|[Ee]u(?= )|[Nn]ós|[Mm]eu|[Mm]inha|[Vv]ocê)(?![\p{L}\p{N}])/u
const SMALL_TALK =
  /^\W*(?:thanks?|thank you|please|ok(?:ay)?|great|perfect|alright|sorry|hello|hi|hey|welcome|let['’]?s|here(?:['’]s| is| are)?|there(?:['’]s| is| are)?|danke|bitte|gracias|por favor|merci|obrigad[oa]|(?:yes|yep|sure|no|nope|right|ja|nein|sí|claro|oui|non|sim|não)(?=[,.!])|(?:the )?(?:user|agent|assistant|model))(?![\p{L}])/iu

/** The dot of "19. Dezember" ends no sentence. */
const GERMAN_DAY = /(?<=\d)\.(?= (?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)\p{L}*)/giu

/** The id of an event's subject, and people it may name. */
export interface EventNames {
  scopeId: Id
  people: readonly Person[]
}

/** Returns true for one short sentence. */
export function isShortSentence(text: string): boolean {
  return text.length <= LONGEST && oneSentenceIn(text.replace(GERMAN_DAY, ""))
}

/** Returns true for one declarative sentence, also behind a heading: "Poll closed: the clan plays on Thursdays." */
export function isStatement(text: string, names: EventNames): boolean {
  if (!isShortSentence(text)) return false
  const isNoise = [MACHINE, LOG_LEVEL, SPOKEN, SMALL_TALK].some((pattern) => pattern.test(text))
  if (isNoise) return false
  const headed = /^[^:]{2,60}: (?=\p{L})/u.exec(text)
  const parts = headed
    ? [text.slice(headed[0].length)]
    : /^[\p{Lu}\p{Lo}\p{N}#"“„«]/u.test(text)
      ? [text]
      : []
  return parts.some((part) => tellsOfThing(part, names))
}

/** Other languages have no tagger here: a sentence of theirs has at least four words and an end. */
function tellsOfThing(text: string, names: EventNames): boolean {
  if (languageOf(text) !== "en") return text.split(/\s+/u).length >= 4 && /[.!。]["”»]?$/u.test(text)
  // After a number the tagger takes a verb for a plural: "Version 3.0 starts".
  const terms = grammar()(text.replace(/(?<=\p{L}) \d+(?:\.\d+)*(?= \p{Ll})/gu, ""))
    .termList()
    .map(({ tags }) => tags ?? new Set<string>())
  const verb = terms.findIndex((tags, at) => isFiniteVerb(tags, terms[at - 1]))
  const subject = terms.slice(0, Math.max(0, verb))
  const has = (...wanted: string[]) => subject.some((tags) => wanted.some((tag) => tags.has(tag)))
  const [first] = subject
  // "Ignore the alarm that rings" is an order, and "it is done" points elsewhere.
  const isOpen = ["Infinitive", "Pronoun", "Conjunction", "QuestionWord"].some((tag) => first?.has(tag))
  if (first === undefined || isOpen || !has("Noun")) return false
  const finite = terms[verb]
  if (!finite?.has("PastTense") || finite.has("Copula") || finite.has("Auxiliary")) return true
  // Headlines of machines have no article: "Cache warmed", "Backup job 7 started".
  return has("Determiner", "Possessive", "ProperNoun", "Person") || isNamed(text, names)
}

function isFiniteVerb(tags: ReadonlySet<string>, before: ReadonlySet<string> | undefined): boolean {
  if (["Copula", "Auxiliary", "Modal", "PastTense"].some((tag) => tags.has(tag))) return true
  if (!tags.has("PresentTense") || tags.has("Gerund")) return false
  // "New members get a role".
  return !tags.has("Infinitive") || before?.has("Plural") === true
}

function isNamed(text: string, { scopeId, people }: EventNames): boolean {
  return text.toLowerCase().startsWith(`${scopeId.toLowerCase()} `) || peopleAtStart(text, people).length > 0
}
