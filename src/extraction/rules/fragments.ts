/** Words that complete what was said before: short answers, names of pets, places and starts. */
import type { Person, Time } from "../../domain/types.ts"
import { isInterjection, LEADING_SOUNDS } from "./interjections.ts"
import { capitalized, inThirdPerson } from "./phrases/retell.ts"
import type { SaidFact } from "./phrases/told.ts"
import { withRealDates } from "./real-dates.ts"
import { isTime, timePhrase } from "./times.ts"

/** A fact and where it was said. */
export interface HeardFact extends SaidFact {
  speaker: Person
  lines: Set<number>
}

/** When and where a fragment was said. */
export interface Saying {
  at: Time
  timezone: string
}

/** Adds a fragment to the fact that its author told before. Returns true if it did. */
export function completeFact(fact: HeardFact, text: string, saying: Saying): boolean {
  const plain = text.replace(/[.!\s]+$/g, "")
  const named = fact.kind === "pet" ? nameIn(text) : null
  if (named !== null) return nameFact(fact, named.name, named.called)
  const [, start] = STARTS.exec(plain) ?? []
  const [, thing] = WHICH.exec(plain) ?? []
  if (start !== undefined && fact.kind === "work" && isTime(start))
    fact.told += `, starting ${realTime(timePhrase(start), saying)}`
  else if (thing !== undefined && fact.kind === "work")
    fact.told += ` at the ${withRealDates(inThirdPerson(thing), { ...saying, isPast: true }).fact}`
  else if (
    FRAGMENT.test(plain) &&
    (fact.kind === "home" || !/^with /iu.test(plain)) &&
    plain.split(" ").length <= MOST_WORDS &&
    !OTHERS.test(plain)
  ) {
    const own = plain.replace(/^(\p{L}+) that /iu, "$1 the ")
    fact.told += ` ${IN_TOWN.test(plain) ? capitalized(own, "en") : inThirdPerson(own)}`
  } else return false
  return true
}

/** Returns the name that a text gives a pet, and how a fact says it. */
function nameIn(text: string): { name: string; called?: string } | null {
  const name = NAMED.exec(text)
    ?.slice(1)
    .find((one) => one !== undefined)
  if (name !== undefined) return { name }
  const { de, es } = NAMED_ELSEWHERE.exec(text)?.groups ?? {}
  if (de !== undefined) return { name: de, called: "namens" }
  return es === undefined ? null : { name: es, called: "que se llama" }
}

/** Names the pet of a fact that has no name yet. Returns true if it did. */
export function nameFact(fact: HeardFact, name: string, called = "named"): boolean {
  if (/ (?:named|namens|que se llama) /.test(fact.told) || !/^\p{L}[\p{L}'’ -]{1,40}$/u.test(name))
    return false
  const capital = name.replace(/(?<![\p{L}])\p{Ll}(?=\p{L}{2})(?!nd )/gu, (letter) => letter.toUpperCase())
  fact.told += ` ${called} ${capital}`
  return true
}

/** Adds the time that was asked for to a fact that has none. Returns true if it did. */
export function dateFact(fact: HeardFact, answer: string, saying: Saying): boolean {
  if (!isTime(answer) || fact.when !== "") return false
  const { fact: when, time } = withRealDates(` ${timePhrase(answer)}`, { ...saying, isPast: false })
  Object.assign(fact, { when: when.trim(), time })
  return true
}

function realTime(words: string, saying: Saying): string {
  return withRealDates(` ${words}`, { ...saying, isPast: false }).fact.trim()
}

const IN_TOWN = /^(?:in|to|from|near) \p{Ll}+$/u
const NAMED =
  /^(?:yeah,? |yes,? |and )?(?:(?:and )?(?:i|we) )?(?:just )?(?:named|called|calling|naming) (?:her|him|it|them) (\p{L}[\p{L}'’-]+(?: and \p{L}+)?)\W*$|^(?:yeah,? |yes,? |and )?(?:her|his|its|their|the \p{L}+'?s) names?(?:'s| is| are) (\p{L}[\p{L}'’-]+)\W*$|^(?:she|he|it)(?:'s| is) (?:called|named) (\p{L}[\p{L}'’-]+)\W*$|^(?:called|named) (\p{L}[\p{L}'’-]+(?: and \p{L}+)?)\W*$/iu
const NAMED_ELSEWHERE =
  /^(?:(?:und )?(?:er|sie|es|der|die|das) (?:hei(?:ß|ss)t|heißen)|(?:ich|wir) (?:hab|habe|haben) (?:ihn|sie|es) ) ?(?<de>\p{L}{2,}(?: und \p{L}{2,})?)(?: genannt)?\W*$|^(?:y )?(?:se llaman?|le hemos puesto|le he puesto|la he llamado|lo he llamado) (?<es>\p{L}{2,}(?: y \p{L}{2,})?)\W*$/iu
const STARTS = /^(?:they want me to start|i start|i'?m starting|starting|start) (.+)$/iu
const WHICH =
  /^(?:at |from )?(?:that|the) ([\p{L}-]+(?: [\p{L}-]+)? (?:i|we) (?:interviewed|applied|visited|told|mentioned|talked)\b.{0,40})$/iu
const FRAGMENT =
  /^(?:at|in|to|from|near|for(?= \p{L}+ (?:month|year)s?$)|with(?= (?:my|our|his|her|their) )) (?!(?:it|in|this|that(?! \p{L}+ \p{L})|me|you|the end|least|all|sure|what|how|now|fact|case)\b)\p{L}/iu
const OTHERS = /(?<![\p{L}])(?:i|i'm|im|you|he|she|they|we|it|is|are|was|what|how|but)(?![\p{L}])/iu
export const CHATTER =
  /^(?:idk|wait|hang on|hold on|woo+|woo-?hoo|yay|hey|great|awesome|amazing|ha|well|definitely|absolutely|lol|lmao|haha+|hah|nice|cool|same|omg|wow|what|why|how|ok|okay|hm+|uh+|um+|no|nope|nah|yes|yeah|yep|sure|maybe|probably|nothing|none|nobody|everything|anything|it|that|this|depends|good question|not|never|guess|secret|dunno|congrats|thanks|thx|ty|brb|he|she|they|we|you|who|when|where|he naps|(?:at the moment |currently )?(?:nowhere|anywhere|everywhere|earth|mars|space|home)$)(?![\p{L}])/iu
const MOST_WORDS = 7

/** Returns an answer of a few words without "yes," and the like, or `null` if it is a sentence or chatter. */
export function fragmentOf(text: string): string | null {
  if (isInterjection(text)) return null
  const plain = text
    .replace(LEADING_SOUNDS, "")
    .replace(
      /^(?:(?:oh|um|uh|well|so|yeah|yes|yep|yup|it'?s|its|that'?d be|probably just)(?![\p{L}])[\s,]*)+/iu,
      "",
    )
    .replace(
      /,? (?:hands down|for sure|actually|i guess|lol|haha|btw|of course|obviously|in the end|tbh|you\??|and you\??).*$/iu,
      "",
    )
    .replace(/[\s.!,]+$/g, "")
  if (/^\p{L}+\/\p{L}+$/u.test(plain)) return plain
  const words = plain.split(/\s+/)
  if (plain === "" || words.length > MOST_WORDS || CHATTER.test(plain)) return null
  return OTHERS.test(plain) || plain.includes("?") ? null : plain
}

/** A passing fact: what somebody is doing. */
export function pastime(doing: string, person: Person): SaidFact {
  const told = `${person.name} is ${doing}`
  return {
    kind: "pastime",
    told,
    when: "",
    time: null,
    slots: [doing],
    label: person.name,
    person,
    isKin: false,
  }
}

/** Interjections of so many words change no subject. */
export const SHORT = 3
/** The author told it, or it is about them. */
export function isOwn({ speaker, person }: HeardFact, { id }: Person): boolean {
  return speaker.id === id || person.id === id
}

/** "If we were a heist crew", "would you rather". */
export const SUPPOSED =
  /(?:^|\b)(?:if (?:we|you|i|everyone|this server) (?:were|was|had|could)|would you rather|imagine (?:we|you|if)|pretend)\b/iu
/** Lines after such a line that may still play along: everybody takes a turn. */
export const SUPPOSED_RANGE = 12

export const ONLY_NO = /^\W*(?:no+|nope|nah|nay|never|not at all)\W*$/iu
/** A statement that a time completes. */
export const ASKS_TIME = /birthday|for \{a\}|years old/
