/** Classifies "My … is …" sentences. */
import { type Complement, isProper } from "./complement.ts"
import type { Classification, FactKind } from "./kinds.ts"
import { EVENTS, PETS, TECHNICAL } from "./lexicon.ts"

interface PossessionRule {
  /** Pattern of the possessed noun phrase, in lower case. */
  phrase: RegExp
  kind: FactKind
  /** Returns true if the complement makes it a fact. */
  fits: (c: Complement) => boolean
}

const isIndependent = (c: Complement) => !c.deictic
const plain = (c: Complement) => !c.deictic && !c.technical
const dated = (c: Complement) => (c.timed && !/today|tomorrow|yesterday/.test(c.text)) || /\d/.test(c.text)
const isOccupation = (c: Complement) =>
  isIndependent(c) && (c.determiner === "a" || c.preposition !== null || /ing$/.test(c.first))

const RULES: PossessionRule[] = [
  {
    phrase: /^(?:all[- ]time |absolute |current |new |personal )*(?:favorite|favourite|fav|fave|go-to) \S/,
    kind: "favorite",
    fits: (c) => isIndependent(c) && c.preposition === null,
  },
  {
    phrase: /^(?:real |first |last |full |middle )?name$|^nickname$/,
    kind: "name",
    fits: (c) => c.words.length <= 3 && isProper(c),
  },
  { phrase: /^(?:birthday|bday)$/, kind: "birthday", fits: dated },
  {
    phrase: /^(?:day |current |new |first |main )?(?:job|occupation|profession|career)$/,
    kind: "work",
    fits: isOccupation,
  },
  { phrase: /^(?:main |biggest )?(?:hobby|hobbies|passion)$/, kind: "taste", fits: isIndependent },
  {
    phrase: /^(?:strong|strongest|best|weak|worst) (?:subject|topic|category)$/,
    kind: "skill",
    fits: isIndependent,
  },
  { phrase: /^(?:hometown|home town)$/, kind: "origin", fits: isIndependent },
  {
    phrase: /^(?:time ?zone|pronouns|zodiac sign|star sign|nationality|blood type)$/,
    kind: "identity",
    fits: isIndependent,
  },
  { phrase: /^(?:major|minor|degree|thesis|dissertation)$/, kind: "study", fits: plain },
  { phrase: /^(?:native|first|second|mother|main) (?:language|tongue)$/, kind: "skill", fits: isIndependent },
  { phrase: /^(?:dream|goal|biggest fear|new year's resolution)(?: job)?$/, kind: "goal", fits: plain },
]
const BROKEN =
  /^(?:broke(?: down)?|died|(?:got|was) (?:stolen|cancell?ed|delayed|towed)|burned down|flooded)\b/
const LONGEST = 14

export function classifyPossession(phrase: string, c: Complement): Classification | null {
  const text = phrase.toLowerCase()
  if (c.words.length === 0 || c.words.length > LONGEST) return null
  const kind = kindOf(text, c)
  return kind === null ? null : { kind, confidence: 1 }
}

function kindOf(text: string, c: Complement): FactKind | null {
  const name = /(\S+)'s name$/.exec(text)?.[1]
  if (name !== undefined)
    return isProper(c) || c.words.length === 1 ? (PETS.has(name) ? "pet" : "family") : null
  if (BROKEN.test(c.text)) return text.includes(" ") ? null : "event"
  if (/^(?:named|called)$/.test(c.first) && c.words.length <= 3)
    return text.split(" ").some((word) => TECHNICAL.has(word)) ? null : "belonging"
  const rule = RULES.find(({ phrase: of }) => of.test(text))
  if (rule !== undefined) return rule.fits(c) ? rule.kind : null
  return isEvent(text) && c.timed && !c.technical ? "appointment" : null
}

/** "flight", "sister's wedding". */
function isEvent(text: string): boolean {
  return EVENTS.has(text.replace(/^.*'s /, ""))
}
