/** "I am …", "my sister is …": which states of being are facts, and of which kind. */
import { type Complement, isPlace, isTagged } from "./complement.ts"
import type { Classification, FactKind } from "./kinds.ts"
import { IDENTITIES, KIN, ROLES, SELF_MOCKERY } from "./lexicon.ts"
import type { Predicate } from "./predicate.ts"
import { hasTag } from "./words.ts"

/** Adjectives with their preposition, and what they tell. */
const STATES: [RegExp, FactKind][] = [
  [/^(?:severely |highly |deathly |mildly |very )?(?:allergic|intolerant) to /, "constraint"],
  [/^(?:afraid|scared|terrified|frightened) of /, "constraint"],
  [/^(?:based|located|living|stationed) (?:in|near|out of|at) /, "home"],
  [/^(?:originally |born and raised )?(?:from) /, "origin"],
  [/^(?:born|raised|born and raised) (?:in|on|at|near) /, "origin"],
  [/^(?:fluent|proficient|certified|trained|skilled|experienced) (?:in|with|as) /, "skill"],
  [/^(?:good|great|bad|terrible|awful|decent) at /, "skill"],
  [
    /^(?:very |super |really |quite )?(?:into|interested in|obsessed with|passionate about|addicted to|fond of|hooked on|crazy about|keen on|partial to) /,
    "taste",
  ],
  [/^(?:married|engaged) (?:to|with) (?!my (?:job|work|game|phone|career|bed)\b)/, "family"],
  [/^(?:new|used) to /, "skill"],
  [
    /^in (?:my (?:\w+ )?(?:year|semester)\b|(?:college|grad school|high school|med school|law school|university)\b)/,
    "study",
  ],
  [/^on (?:nights|days|earlies|lates|call|night shift|nightshift|shift)\b/, "schedule"],
  [/^(?:free|busy|available|unavailable|around) (?:on|after|until|till|before|from|every) /, "schedule"],
  [/^in (?:utc|gmt|est|cet|pst)\b/, "identity"],
  [/^(?:employed|self-employed) (?:by|at|as) /, "work"],
  [/^(?:an? )?(?:huge |big |massive |lifelong |longtime |great |avid |die-hard )?fan of /, "taste"],
]
const AWAY =
  /^(?:away|gone|out|off|offline|unavailable|out of (?:town|office|the office|the country)|on (?:vacation|holiday|leave|parental leave|maternity leave|paternity leave|pto|sabbatical|a trip|a business trip|honeymoon|the road)|afk|travell?ing|abroad)\b/

export function classifyCopula(c: Complement, p: Predicate): Classification | null {
  const was = p.form === "past"
  const text = c.lower.join(" ")
  const away = absence(c, p, text)
  if (away !== null) return away
  if (p.intent === "wish" || p.intent === "plan") return ambition(c)
  if (p.auxiliaries.has("can") || p.auxiliaries.has("could")) return null
  if (p.auxiliaries.has("will")) return coming(c, text)
  const found = state(c, p, text) ?? role(c, p) ?? identity(c, text)
  if (found === null) return null
  if (was && !/^(?:born|raised)/.test(text)) return { ...found, confidence: c.timed ? found.confidence : 0.8 }
  return found
}

/** "I'll be on the firmware team", "I'll be in Kyoto". */
function coming(c: Complement, text: string): Classification | null {
  if (c.deictic || c.technical) return null
  if (/^on the (?:[\w-]+ ){0,3}(?:team|squad|crew|board|committee|panel|jury)\b/.test(text))
    return { kind: "work", confidence: 1 }
  const away = c.preposition === "in" && c.phrase.length <= 3 && isPlace(c)
  return away ? { kind: "plan", confidence: 1 } : null
}

function absence(c: Complement, p: Predicate, text: string): Classification | null {
  const missing =
    p.negated &&
    p.auxiliaries.has("will") &&
    /^(?:around|available|online|home|in|able to (?:make|attend|come|join))\b/.test(text)
  if (missing) return c.timed ? { kind: "absence", confidence: 1 } : null
  if (
    !AWAY.test(text) ||
    p.negated ||
    p.form === "past" ||
    (c.deictic && !/^(?:away|gone|off|out|on|afk)/.test(text))
  )
    return null
  if (
    /^(?:out of|off) (?!town|office|the office|the country|work|on|until|from|next|tomorrow|this)/.test(text)
  )
    return null
  const brief =
    /\b(?:sec|second|seconds|minute|minutes|min|mins|hour|hours|bit|while|moment|lunch|dinner|soon|later)\b/.test(
      text,
    )
  if (brief) return null
  const clear =
    c.timed || /^on (?:vacation|holiday|leave|parental|maternity|paternity|pto|sabbatical)/.test(text)
  return clear ? { kind: "absence", confidence: 1 } : null
}

function ambition(c: Complement): Classification | null {
  if (c.deictic || c.technical || c.determiner !== "a") return null
  return ROLES.has(c.head) || hasTag(c.tags, c.head, "Actor") ? { kind: "goal", confidence: 1 } : null
}

function state(c: Complement, p: Predicate, text: string): Classification | null {
  for (const [pattern, kind] of STATES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const rest = text.slice(match[0].length)
    if (kind === "schedule") return c.timed && !c.deictic ? { kind, confidence: 1 } : null
    if (isVague(rest) || (rest === "" && !text.startsWith("in "))) return null
    if (c.technical && /^(?:skill|constraint|home|origin)$/.test(kind)) return null
    if (kind === "origin" && p.lemma === "be" && /^(?:the|a|an) /.test(rest) && !isPlace(c)) return null
    return { kind, confidence: 1 }
  }
  return inPlace(c, p)
}

function isVague(rest: string): boolean {
  const leaning =
    /^(?:it|this|that|these|those|them|him|her|you|the same|what|how|here|there|doing (?:this|that)|linux)\b/
  return leaning.test(rest) || /\b(?:you|it|this)\b/.test(rest)
}

/** "I'm in Lisbon": a home where the place is surely one. */
function inPlace(c: Complement, p: Predicate): Classification | null {
  if (c.preposition !== "in" || c.deictic || c.technical || p.negated) return null
  return isTagged(c, "City", "Country", "Region") && c.phrase.length <= 4
    ? { kind: c.timed ? "absence" : "home", confidence: c.lower.length <= 5 ? 1 : 0.8 }
    : null
}

// What somebody is: "a nurse", "a jazz fan", "vegan", "Dutch".

const DEVOTED = /^(?:fan|lover|nerd|geek|enthusiast|addict|buff|aficionado|fanatic|supporter)$/
const EMPHATIC = /^(?:huge|big|massive|great|real|total|such)$/
const SORTS = /^(?:dog|cat|morning|night|people|coffee|tea|beach|outdoors|private|religious)$/
const PARENTS = /^(?:mom|mum|dad|mother|father|parent|twin|grandma|grandpa)$/
const DIETS = /^(?:vegetarian|vegan|pescatarian)$/
const LEARNERS = /^(?:student|freshman|sophomore|undergrad|postdoc)$/
const NO_TRADE =
  /^(?:introvert|extrovert|feminist|perfectionist|person|citizen|resident|owl|veteran|speaker)$/
const RESTRICTED = /vegan|vegetarian|pescatarian|celiac|coeliac|intolerant|gluten|teetotal/

function role(c: Complement, p: Predicate): Classification | null {
  if (c.determiner !== "a" || c.preposition !== null || c.phrase.length === 0 || c.phrase.length > 5)
    return null
  const { head } = c
  const before = c.phrase.at(-2) ?? ""
  if (DEVOTED.test(head) && before !== "")
    return c.deictic || EMPHATIC.test(before) ? null : { kind: "taste", confidence: 1 }
  if (head === "person") return SORTS.test(before) ? { kind: "taste", confidence: 1 } : null
  if (
    c.phrase.some((word) => SELF_MOCKERY.has(word)) ||
    c.lower.some((word) => /^(?:it|this|that|you|your|these)$/.test(word))
  )
    return null
  if (KIN.has(head)) return { kind: "family", confidence: PARENTS.test(head) ? 1 : 0.8 }
  if (!ROLES.has(head) && !hasTag(c.tags, head, "Actor", "Demonym")) return null
  return { kind: roleKind(head), confidence: p.negated ? 0.8 : 1 }
}

function roleKind(head: string): FactKind {
  if (DIETS.test(head)) return "constraint"
  if (LEARNERS.test(head)) return "study"
  return NO_TRADE.test(head) ? "identity" : "work"
}

function identity(c: Complement, said: string): Classification | null {
  const text = said.replace(/\b(left|right) handed\b/, "$1-handed")
  const age = /^(\d{1,2})(?: years?(?: old)?| yo| y\/o)(?: now)?$/.exec(text)?.[1]
  if (age !== undefined) return Number(age) >= 18 ? { kind: "identity", confidence: 1 } : null
  if (/^(?:named|called|known as) /.test(text))
    return /^\p{Lu}/u.test(c.words.at(-1) ?? "") && c.lower.length <= 4
      ? { kind: "name", confidence: 1 }
      : null
  if (c.preposition !== null || c.determiner === "the" || c.determiner === "my") return null
  const words = text
    .split(" ")
    .filter((word) => !/^(?:half|part|mostly|strictly|newly|recently|happily|and|also|100%)$/.test(word))
  const plain = c.timed ? words.slice(0, 1) : words
  if (plain.length === 0 || plain.length > 3) return null
  if (plain.every((word) => IDENTITIES.has(word))) return { kind: stateKind(text), confidence: 1 }
  return plain.every((word) => hasTag(c.tags, word, "Demonym")) ? { kind: "origin", confidence: 1 } : null
}

function stateKind(text: string): FactKind {
  if (RESTRICTED.test(text)) return "constraint"
  return /married|engaged|divorced/.test(text) ? "family" : "identity"
}
