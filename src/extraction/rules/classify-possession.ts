/** "My … is …": which things of one's own are worth knowing. */
import { type Complement, isProper } from "./complement.ts"
import type { Classification, FactKind } from "./kinds.ts"
import { EVENTS, MACHINE, PETS } from "./lexicon.ts"

interface PossessionRule {
  /** What is one's own, in lower case. */
  phrase: RegExp
  kind: FactKind
  /** Whether what it is said to be makes a fact. */
  fits: (c: Complement) => boolean
}

const solid = (c: Complement) => !c.deictic
const plain = (c: Complement) => !c.deictic && !c.technical
const dated = (c: Complement) => (c.timed && !/today|tomorrow|yesterday/.test(c.text)) || /\d/.test(c.text)
const trade = (c: Complement) =>
  solid(c) && (c.determiner === "a" || c.preposition !== null || /ing$/.test(c.first))

const RULES: PossessionRule[] = [
  {
    phrase: /^(?:all[- ]time |absolute |current |new |personal )*(?:favorite|favourite|fav|fave|go-to) \S/,
    kind: "favorite",
    fits: (c) => solid(c) && c.preposition === null,
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
    fits: trade,
  },
  { phrase: /^(?:main |biggest )?(?:hobby|hobbies|passion)$/, kind: "taste", fits: solid },
  { phrase: /^(?:strong|strongest|best|weak|worst) (?:subject|topic|category)$/, kind: "skill", fits: solid },
  { phrase: /^(?:hometown|home town)$/, kind: "origin", fits: solid },
  {
    phrase: /^(?:time ?zone|pronouns|zodiac sign|star sign|nationality|blood type)$/,
    kind: "identity",
    fits: solid,
  },
  { phrase: /^(?:major|minor|degree|thesis|dissertation)$/, kind: "study", fits: plain },
  { phrase: /^(?:native|first|second|mother|main) (?:language|tongue)$/, kind: "skill", fits: solid },
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
    return text.split(" ").some((word) => MACHINE.has(word)) ? null : "belonging"
  const rule = RULES.find(({ phrase: of }) => of.test(text))
  if (rule !== undefined) return rule.fits(c) ? rule.kind : null
  return isEvent(text) && c.timed && !c.technical ? "appointment" : null
}

/** "flight", "sister's wedding". */
function isEvent(text: string): boolean {
  return EVENTS.has(text.replace(/^.*'s /, ""))
}
