/** "I am …", "my sister is …": which states of being are facts, and of which kind. */
import { type Complement, isPlace, isProper, isTagged } from "./complement.ts"
import { has } from "./grammar.ts"
import type { Kind } from "./kinds.ts"
import { EVENTS, IDENTITIES, KIN, PETS, ROLES, SELF_MOCKERY } from "./lexicon.ts"
import type { Predicate } from "./predicate.ts"

export interface Finding {
  kind: Kind
  confidence: number
}

/** Adjectives with their preposition, and what they tell. */
const STATES: [RegExp, Kind][] = [
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
  [/^(?:married|engaged) (?:to|with) /, "family"],
  [/^(?:new|used) to /, "skill"],
  [/^(?:employed|self-employed) (?:by|at|as) /, "work"],
  [/^(?:an? )?(?:huge |big |massive |lifelong |longtime |great |avid |die-hard )?fan of /, "taste"],
]
const AWAY =
  /^(?:away|gone|out|off|offline|unavailable|out of (?:town|office|the office|the country)|on (?:vacation|holiday|leave|parental leave|maternity leave|paternity leave|pto|sabbatical|a trip|a business trip|honeymoon|the road)|afk|travell?ing|abroad)\b/

export function judgeBeing(c: Complement, p: Predicate): Finding | null {
  const was = p.form === "past"
  const text = c.lower.join(" ")
  const away = absence(c, p, text)
  if (away !== null) return away
  if (p.intent === "wish" || p.intent === "plan") return ambition(c)
  if (/^(?:will|can|could)$/.test([...p.helpers][0] ?? "")) return null
  const found = state(c, p, text) ?? role(c, p) ?? identity(c, text)
  if (found === null) return null
  if (was && !/^(?:born|raised)/.test(text)) return { ...found, confidence: c.timed ? found.confidence : 0.8 }
  return found
}

function absence(c: Complement, p: Predicate, text: string): Finding | null {
  if (
    !AWAY.test(text) ||
    p.negated ||
    p.form === "past" ||
    (c.loose && !/^(?:away|gone|off|out|on|afk)/.test(text))
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

function ambition(c: Complement): Finding | null {
  if (c.loose || c.machine || c.determiner !== "a") return null
  return ROLES.has(c.head) || has(c.tags, c.head, "Actor") ? { kind: "goal", confidence: 1 } : null
}

function state(c: Complement, p: Predicate, text: string): Finding | null {
  for (const [pattern, kind] of STATES) {
    const match = pattern.exec(text)
    if (match === null) continue
    const rest = text.slice(match[0].length)
    const vague =
      /^(?:it|this|that|these|those|them|him|her|you|the same|what|how|here|there|doing (?:this|that)|linux)\b/.test(
        rest,
      ) || /\b(?:you|it|this)\b/.test(rest)
    if (vague || rest === "") return null
    if ((kind === "skill" || kind === "constraint") && c.machine) return null
    if (kind === "origin" && p.lemma === "be" && /^(?:the|a|an) /.test(rest) && !isPlace(c)) return null
    if ((kind === "home" || kind === "origin") && c.machine) return null
    return { kind, confidence: 1 }
  }
  return inPlace(c, p)
}

/** "I'm in Lisbon": a home where the place is surely one. */
function inPlace(c: Complement, p: Predicate): Finding | null {
  if (c.preposition !== "in" || c.loose || c.machine || p.negated) return null
  return isTagged(c, "City", "Country", "Region") && c.phrase.length <= 4
    ? { kind: c.timed ? "absence" : "home", confidence: c.lower.length <= 5 ? 1 : 0.8 }
    : null
}

function role(c: Complement, p: Predicate): Finding | null {
  if (c.determiner !== "a" || c.preposition !== null || c.phrase.length === 0 || c.phrase.length > 5)
    return null
  const { head } = c
  const mocking = c.phrase.some((word) => SELF_MOCKERY.has(word))
  if (
    /^(?:fan|lover|nerd|geek|enthusiast|addict|buff|aficionado|fanatic|supporter|person)$/.test(head) &&
    c.phrase.length > 1 &&
    !c.loose &&
    !/^(?:huge|big|massive|great|real|total|such)$/.test(c.phrase.at(-2) ?? "")
  ) {
    return {
      kind: "taste",
      confidence:
        /person$/.test(head) &&
        !/^(?:dog|cat|morning|night|people|coffee|tea|beach|outdoors|private|religious)$/.test(
          c.phrase.at(-2) ?? "",
        )
          ? 0
          : 1,
    }
  }
  if (mocking || c.lower.some((word) => /^(?:it|this|that|you|your|these)$/.test(word))) return null
  if (!ROLES.has(head) && !has(c.tags, head, "Actor") && !has(c.tags, head, "Demonym")) return null
  if (KIN.has(head))
    return {
      kind: "family",
      confidence: /^(?:mom|mum|dad|mother|father|parent|twin|grandma|grandpa)$/.test(head) ? 1 : 0.8,
    }
  const worker =
    !/^(?:vegetarian|vegan|pescatarian|introvert|extrovert|feminist|perfectionist|person|christian|muslim|atheist|citizen|resident|owl)$/.test(
      head,
    )
  const kind: Kind = /^(?:vegetarian|vegan|pescatarian)$/.test(head)
    ? "constraint"
    : /student|freshman|sophomore|undergrad|postdoc/.test(head)
      ? "study"
      : worker
        ? "work"
        : "identity"
  return { kind, confidence: p.negated ? 0.8 : 1 }
}

function identity(c: Complement, text: string): Finding | null {
  const age = /^(\d{1,2})(?: years?(?: old)?| yo| y\/o)?(?: now)?$/.exec(text)
  if (age !== null)
    return Number(age[1]) >= 18 && /year|yo|y\/o/.test(text) ? { kind: "identity", confidence: 1 } : null
  if (/^(?:named|called|known as) /.test(text) && isProper(c) && c.lower.length <= 4)
    return { kind: "name", confidence: 1 }
  if (c.preposition !== null || c.determiner === "the" || c.determiner === "my") return null
  const words = c.lower.filter(
    (word) => !/^(?:half|part|mostly|strictly|newly|recently|happily|and|also|100%)$/.test(word),
  )
  const plain = c.timed ? words.slice(0, 1) : words
  if (plain.length === 0 || plain.length > 3) return null
  if (plain.every((word) => IDENTITIES.has(word)))
    return {
      kind: /vegan|vegetarian|pescatarian|celiac|coeliac|diabetic|intolerant|gluten|sober|teetotal/.test(text)
        ? "constraint"
        : /married|engaged|divorced|pregnant/.test(text)
          ? "family"
          : "identity",
      confidence: 1,
    }
  return plain.every((word) => has(c.tags, word, "Demonym")) ? { kind: "origin", confidence: 1 } : null
}

/** "My … is …": which things of one's own are worth knowing. */
export function judgeOwn(phrase: string, c: Complement): Finding | null {
  const text = phrase.toLowerCase()
  if (c.words.length === 0 || c.words.length > 14) return null
  const found = (kind: Kind, ok = !c.loose) => (ok ? { kind, confidence: 1 } : null)
  if (
    /^(?:all[- ]time |absolute |current |new |personal )*(?:favorite|favourite|fav|fave|go-to)\b/.test(text)
  )
    return found("favorite", !c.loose && c.preposition === null)
  if (/'s name$/.test(text))
    return found(
      PETS.has(text.split("'")[0]?.split(" ").at(-1) ?? "") ? "pet" : "family",
      isProper(c) || c.words.length === 1,
    )
  if (/^(?:real |first |last |full |middle )?name$|^nickname$/.test(text))
    return found("name", c.words.length <= 3 && isProper(c))
  if (/^(?:birthday|bday)$/.test(text))
    return found("birthday", (c.timed && !/today|tomorrow|yesterday/.test(c.text)) || /\d/.test(c.text))
  if (/^(?:day |current |new |first |main )?(?:job|occupation|profession|career)$/.test(text))
    return found("work", !c.loose && (c.determiner === "a" || c.preposition !== null || /ing$/.test(c.first)))
  if (/^(?:main |biggest )?(?:hobby|hobbies|passion)$/.test(text)) return found("taste")
  if (/^(?:time ?zone|pronouns|hometown|home town|zodiac sign|star sign|nationality|blood type)$/.test(text))
    return found(/home/.test(text) ? "origin" : "identity")
  if (/^(?:major|minor|degree|thesis|dissertation)$/.test(text)) return found("study", !c.loose && !c.machine)
  if (/^(?:native|first|second|mother|main) (?:language|tongue)$/.test(text)) return found("skill")
  if (/^(?:dream|goal|biggest fear|new year's resolution)(?: job)?$/.test(text))
    return found("goal", !c.loose && !c.machine)
  return EVENTS.has(text) && c.timed && !c.machine ? { kind: "plan", confidence: 1 } : null
}
