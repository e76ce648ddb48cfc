/**
 * Parses what a text must hold to answer a question: its telling words, the people it names,
 * the kind of answer, and the days. Pure.
 */
import { deu, eng, fra, por, spa } from "stopword"
import type { LocalDate } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Language, questionLanguage } from "../../text/language.ts"
import { type Moment, momentsIn } from "../../text/moments.ts"
import { stems } from "../../text/stems.ts"
import { contentWords } from "../find/question.ts"
import { ANSWER_TYPES, type AnswerType, TIME_WORDS } from "./answer-types.ts"

export interface ParsedAsk {
  /** Stems that tell what is asked, without names and times. */
  words: string[]
  /** The people named. Each entry is one name, which several people may bear. */
  people: NamedPerson[]
  type: AnswerType | null
  /** The days that the question names; empty if it names none. */
  moments: Moment[]
  /** Numbers and names that a text must hold to the letter. */
  exact: string[]
  language: Language
}

export interface NamedPerson {
  ids: ReadonlySet<Id>
  /** Empty for the asker, who is not named. */
  stems: ReadonlySet<string>
}

export interface AskedInput {
  words: string
  asker: Id | null
  mentions: readonly Id[]
  /** Everybody whom the question may name. */
  known: readonly { id: Id; name: string | null }[]
  now: Time
  timezone: string
}

const SELF_BY_LANGUAGE: Record<Language, RegExp> = {
  en: /(?<![\p{L}'’])(?:i|im|ive|i['’](?:m|ve|ll|d)|me|my|mine|myself)(?![\p{L}])/iu,
  de: /(?<![\p{L}'’])(?:ich|mir|mich|mein\p{L}*)(?![\p{L}])/iu,
  es: /(?<![\p{L}'’])(?:yo|mi|mis|m[ií]o|conmigo)(?![\p{L}])/iu,
  fr: /(?<![\p{L}'’])(?:je|j['’]|moi|mon|ma|mes)(?![\p{L}])/iu,
  pt: /(?<![\p{L}'’])(?:eu|meu|minha|meus|minhas|comigo)(?![\p{L}])/iu,
}
/** Words of questions beside the stop words of a language. */
const QUESTION_WORDS = new Set(
  `i im ive me my mine myself again anyone anybody someone somebody anything something already actually still ever exactly currently now nowadays day days lately
  please pls thing things stuff guys lot bit kind sort really supposed know remember tell said say says got get gets getting going go goes
  gonna wanna lol btw yet name names called wasnt arent wont cant itself themselves whats when does why us im
  once where who what which whose need did do does done around anybody
  heißt heissen heißen heisst
  eigentlich nochmal jetzt wieviel gerade denn mal noch schon immer weiß weisst sag
  q quien quién qué lo va algo llama llaman llamas
  ahora todavía aún ya sabes era lo
  cest quoi qui chez faut truc est-ce appelle appellent
  maintenant déjà encore truc
  chama chamam
  pra pro q dá vc dessa desse nessa nesse gente quem ficou
  agora ainda mesmo sabe já`.split(/\s+/),
)
const STOP_WORDS: Record<Language, ReadonlySet<string>> = {
  en: new Set(eng),
  de: new Set(deu),
  es: new Set(spa),
  fr: new Set(fra),
  pt: new Set(por),
}

const idle = new Map<Language, ReadonlySet<string>>()

/** Stems of words that tell nothing of what is asked. */
function idleStems(language: Language): ReadonlySet<string> {
  const known = idle.get(language)
  if (known !== undefined) return known
  const found = new Set([...QUESTION_WORDS, ...STOP_WORDS[language]].flatMap((word) => stems(word)))
  idle.set(language, found)
  return found
}

export function parseAsked(input: AskedInput): ParsedAsk {
  const { words, now, timezone } = input
  const language = questionLanguage(words, { talk: "", fallback: "en" })
  const people = namedPeople(input, language)
  const moments = momentsIn(words, now, timezone).filter(({ from }) => from > FIRST)
  const names = new Set(people.flatMap(({ stems: named }) => [...named]))
  const type = ANSWER_TYPES.find(({ asks }) => asks.test(words)) ?? null
  const typeless = type === null ? words : words.replace(type.asks, " ")
  const timeless = moments.length > 0 ? typeless.replace(TIME_WORDS, " ") : typeless
  const telling = [...new Set(stems(contentWords(timeless.replace(LIVELIHOOD, " work "))))].filter(
    (stem) => !names.has(stem) && !idleStems(language).has(stem),
  )
  return {
    words: telling,
    people,
    type,
    moments,
    exact: exactParts(words, names),
    language,
  }
}

/** "What does Ada do for a living?" asks for work, not for a home. */
const LIVELIHOOD =
  /(?<![\p{L}])(?:for a living|for work|de qu[eé] (?:vive|trabaja)n?|a qu[eé] se dedican?|wovon leb(?:t|en|st)|quoi dans la vie|do que vivem?)(?![\p{L}])/giu

const FIRST: LocalDate = "0001-01-01"

function namedPeople({ words, asker, mentions, known }: AskedInput, language: Language): NamedPerson[] {
  const said = new Set(
    stems(words.replace(/['’]s\b/gu, "")).flatMap((stem) => [stem, stem.replace(/s$/, "")]),
  )
  const byName = new Map<string, { ids: Set<Id>; stems: Set<string> }>()
  for (const { id, name } of known) {
    const parts = nameStems(name)
    const heard = parts.filter((part) => said.has(part) || shortened(said, part))
    if (heard.length === 0) continue
    const key = heard.join(" ")
    const entry = byName.get(key) ?? { ids: new Set(), stems: new Set(heard) }
    entry.ids.add(id)
    byName.set(key, entry)
  }
  const named = [...byName.values()]
  for (const id of mentions)
    if (!named.some(({ ids }) => ids.has(id))) named.push({ ids: new Set([id]), stems: new Set() })
  const isSelf = asker !== null && SELF_BY_LANGUAGE[language].test(words)
  return isSelf ? [...named, { ids: new Set([asker]), stems: new Set<string>() }] : named
}

const SHORTEST_NAME = 3
/** Bast for bastoune. */
const SHORTENED = 4

/** Returns true if a word said is the beginning of a name. */
function shortened(said: ReadonlySet<string>, part: string): boolean {
  for (let length = SHORTENED; length < part.length; length++)
    if (said.has(part.slice(0, length))) return true
  return false
}

/**
 * Returns the stems of a display name's words, without those too short to name anybody. "(she/her)" and other remarks are
 * no names, and "OzzyO" is called Ozzy.
 */
function nameStems(name: string | null): string[] {
  if (name === null) return []
  const plain = name.replace(/[([{].*?[)\]}]/gu, " ").replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")
  const words = plain.split(/[\s_.\d]+/u).filter((word) => word.length >= SHORTEST_NAME || word === name)
  return [...new Set(words.flatMap((word) => stems(word)))]
}

/** Numbers of the question that belong to no date, and names in it that are nobody's. */
function exactParts(words: string, names: ReadonlySet<string>): string[] {
  const numbers = words.match(/(?<![\p{L}\p{N}])\p{N}+(?:[.,]\p{N}+)*(?![\p{L}\p{N}])/gu) ?? []
  const capitalized = words.match(/(?<=[\p{L}\p{N},;:'’)] )\p{Lu}[\p{L}\p{M}\p{N}'’-]+/gu) ?? []
  const other = capitalized.filter((word) => stems(word).some((stem) => !names.has(stem)))
  return [...new Set([...numbers, ...other].map((part) => part.replace(/['’]s$/u, "").toLowerCase()))].filter(
    (part) => !/^i(?:['’]\p{L}+)?$/u.test(part),
  )
}
