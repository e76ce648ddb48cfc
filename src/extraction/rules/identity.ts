/** What somebody is: "a nurse", "a jazz fan", "vegan", "Dutch". */
import type { Complement } from "./complement.ts"
import { has } from "./grammar.ts"
import type { Finding, Kind } from "./kinds.ts"
import { IDENTITIES, KIN, ROLES, SELF_MOCKERY } from "./lexicon.ts"
import type { Predicate } from "./predicate.ts"

const DEVOTED = /^(?:fan|lover|nerd|geek|enthusiast|addict|buff|aficionado|fanatic|supporter)$/
const EMPHATIC = /^(?:huge|big|massive|great|real|total|such)$/
const SORTS = /^(?:dog|cat|morning|night|people|coffee|tea|beach|outdoors|private|religious)$/
const PARENTS = /^(?:mom|mum|dad|mother|father|parent|twin|grandma|grandpa)$/
const DIETS = /^(?:vegetarian|vegan|pescatarian)$/
const LEARNERS = /^(?:student|freshman|sophomore|undergrad|postdoc)$/
const NO_TRADE =
  /^(?:introvert|extrovert|feminist|perfectionist|person|citizen|resident|owl|veteran|speaker)$/
const RESTRICTED = /vegan|vegetarian|pescatarian|celiac|coeliac|intolerant|gluten|teetotal/

export function role(c: Complement, p: Predicate): Finding | null {
  if (c.determiner !== "a" || c.preposition !== null || c.phrase.length === 0 || c.phrase.length > 5)
    return null
  const { head } = c
  const before = c.phrase.at(-2) ?? ""
  if (DEVOTED.test(head) && before !== "")
    return c.loose || EMPHATIC.test(before) ? null : { kind: "taste", confidence: 1 }
  if (head === "person") return SORTS.test(before) ? { kind: "taste", confidence: 1 } : null
  if (
    c.phrase.some((word) => SELF_MOCKERY.has(word)) ||
    c.lower.some((word) => /^(?:it|this|that|you|your|these)$/.test(word))
  )
    return null
  if (KIN.has(head)) return { kind: "family", confidence: PARENTS.test(head) ? 1 : 0.8 }
  if (!ROLES.has(head) && !has(c.tags, head, "Actor", "Demonym")) return null
  return { kind: roleKind(head), confidence: p.negated ? 0.8 : 1 }
}

function roleKind(head: string): Kind {
  if (DIETS.test(head)) return "constraint"
  if (LEARNERS.test(head)) return "study"
  return NO_TRADE.test(head) ? "identity" : "work"
}

export function identity(c: Complement, said: string): Finding | null {
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
  return plain.every((word) => has(c.tags, word, "Demonym")) ? { kind: "origin", confidence: 1 } : null
}

function stateKind(text: string): Kind {
  if (RESTRICTED.test(text)) return "constraint"
  return /married|engaged|divorced/.test(text) ? "family" : "identity"
}
