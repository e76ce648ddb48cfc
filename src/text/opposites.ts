/**
 * Pairs of things one cannot be, do or prefer at once, as data in the words of normalized facts
 * (`normalizeFact`). A new pair is a new line.
 */
import { stems } from "./stems.ts"

/** Words between "is a" and the noun that do not change the meaning. */
const IS =
  "is (?:(?:a|an|such|quite|rather|pretty|more of|kind of|bit of|mostly|total|huge|big|real|complete|true|proud|strict|lifelong|natural|typical|self-proclaimed|devoted|committed|happily|newly|super|so) )*"
const HAS =
  "(?:has|has got|got) (?:(?:a|an|his|her|their|new|full-time|full time|part-time|part time|day|steady) )*"
const NAY = "nope (?:(?:ever|even|any) )?"
const PARTNER = "(?:girlfriend|boyfriend|partner|wife|husband|spouse|fiance|fiancee|fiancé|fiancée)"
const MEAT = "(?:meat|red meat|beef|steaks?|chicken|pork|bacon|ham|lamb|turkey|sausages?|ribs|duck)"
const DRINK = "(?:alcohol|beers?|wine|whisky|whiskey|vodka|gin|rum|cocktails)"

/** One side of a pair: how it is said after its owner. `and: "whatever"` means that any words may follow. */
interface OppositeSide {
  forms: string[]
  and?: "whatever"
}
/** Working as something; any words may follow. */
const WORKS = "works (?:as|at|for)\\b(?! (?:night|home|fun|free|peanuts|him|her|them)).*"
const said = (...forms: string[]): OppositeSide => ({ forms })
const done = (...forms: string[]): OppositeSide => ({ forms, and: "whatever" })
const JOBLESS = said(
  `${IS}(?:unemployed|jobless|out of work|between jobs)`,
  `${NAY}have (?:a )?job`,
  `${HAS}nope job`,
)

/** Being or doing one excludes being or doing the other. */
const STATES: readonly (readonly [OppositeSide, OppositeSide])[] = [
  [said(`${IS}introvert(?:ed)?`), said(`${IS}extr[ao]vert(?:ed)?`)],
  [
    said(`${IS}single`, `${IS}unmarried`, `${HAS}nope ${PARTNER}`, `nope have (?:a )?${PARTNER}`),
    done(
      `${IS}married\\b(?! couple)`,
      `${IS}engaged(?= to |$)`,
      `${IS}taken(?=$|[,.])`,
      "is in a (?:[\\p{L}-]+ )?relationship\\b",
      "is dating\\b",
      `${HAS}${PARTNER}(?=$|[,.]| (?:named|called|who|in|from|since|and|of)\\b)`,
      `'s ${PARTNER} is\\b`,
    ),
  ],
  [said(`${IS}left[- ]?hand(?:ed|er)`, `${IS}lefty`), said(`${IS}right[- ]?hand(?:ed|er)`, `${IS}righty`)],
  [
    said(`${IS}vegan`, `${IS}vegetarian`, `eats (?:vegan|vegetarian)`, `${NAY}eats? (?:any )?meat`),
    done(
      `(?:eats|ate) (?:\\p{L}+ )?${MEAT}\\b`,
      `${IS}(?:meat[- ]eater|carnivore)`,
      `enjoys (?:eating )?(?:meat|steaks?|bacon|chicken|pork|beef)(?=$|[,.]| (?:and|with|on)\\b)`,
    ),
  ],
  [said(`${IS}vegan`), done("(?:eats|enjoys eating) (?:cheese|eggs|fish|honey|dairy|butter|salmon)\\b")],
  [said(`${IS}vegetarian`), done("(?:eats|enjoys eating) (?:fish|tuna|salmon|shrimp|seafood)\\b")],
  [
    said(`${IS}(?:morning person|early bird|early riser|morning lark)`, "(?:gets|wakes) up early"),
    said(`${IS}(?:night owl|night person|evening person|late riser)`, "(?:gets|wakes) up late", "sleeps in"),
  ],
  [JOBLESS, done(`${IS}employed`, `${HAS}job\\b`)],
  [JOBLESS, said(WORKS, "works (?:full|part)[- ]time")],
  [said(`${IS}retired`), said(WORKS, "works full[- ]time")],
  [
    said(
      `${IS}(?:sober|teetotal(?:er)?|teetotaller|straight edge)`,
      `${NAY}drinks?(?: ${DRINK})?`,
      `${NAY}touch(?:es)? alcohol`,
    ),
    done(
      `drinks (?:\\p{L}+ )?${DRINK}\\b`,
      "drinks (?:socially|a lot(?! of)|heavily|every|on)\\b",
      `enjoys (?:drinking )?${DRINK}\\b`,
    ),
  ],
  [
    said(`${IS}non-?smoker`, `${NAY}smokes?`),
    said(`${IS}smoker`, "smokes(?: cigarettes)?", "smokes (?:[\\p{L}\\d]+ ){1,3}a (?:day|week)"),
  ],
  [
    said("works (?:from home|remotely|remote)", `${IS}remote worker`, `${IS}fully remote`),
    said(
      "works (?:in|at|from|out of) (?:the|an|his|her|their) office",
      "works (?:on[- ]?site|in person)",
      "goes (?:in)?to the office",
    ),
  ],
  [
    said("broke up", "split up", "are separated", "are nope together"),
    said("are (?:back )?together", "got back together", "are dating", "are (?:married|engaged)"),
  ],
  [said(`${IS}heavy sleeper`), said(`${IS}light sleeper`)],
  [said(`${IS}(?:optimist|optimistic)`), said(`${IS}(?:pessimist|pessimistic)`)],
  [
    said(
      `${IS}only child`,
      `${HAS}nope (?:siblings|brothers or sisters)`,
      `${NAY}have (?:siblings|brothers or sisters)`,
    ),
    said(
      "has (?:(?:a|an|\\d+|many|several|older|younger|little|big|twin|elder|half) )+(?:siblings?|brothers?|sisters?)",
      `'s (?:(?:older|younger|little|big|twin|elder) )?(?:brother|sister) is .+`,
    ),
  ],
  [said(`${IS}(?:native speaker|native english speaker)`), said(`${IS}non-?native speaker`)],
  [said(`${IS}(?:an? )?adult`, `${IS}of age`), said(`${IS}(?:minor|underage)`)],
  [said(`${IS}(?:tall)`), said(`${IS}(?:short)`)],
  [said(`${IS}(?:messy|untidy|slob)`), said(`${IS}(?:tidy|neat|neat freak)`)],
  [said(`${IS}(?:atheist)`), said(`${IS}(?:religious|believer)`)],
  [
    said("lives alone", "lives on (?:his|her|their) own", "lives by (?:him|her|them)sel(?:f|ves)"),
    said(
      "lives with (?:(?:his|her|their|a|an|\\d+|some|the) )?(?:\\p{L}+ )?(?:roommates?|flatmates?|parents|family|partner|girlfriend|boyfriend|wife|husband|friends|grandparents|mother|mom|mum|dad|father)",
    ),
  ],
]

/** Preferring one, using it as one's own, or being its "person" excludes preferring the other. */
const PREFERENCES: readonly (readonly [string, string])[] = [
  ["cats?", "dogs?"],
  ["tabs?", "spaces"],
  ["coffee", "tea"],
  ["dark (?:mode|themes?)", "light (?:mode|themes?)"],
  ["(?:hot|warm) (?:weather|climates?)", "cold (?:weather|climates?)"],
  ["hot (?:coffee|tea|drinks)", "(?:cold|iced) (?:coffee|tea|drinks)"],
  ["summers?", "winters?"],
  ["mornings?", "(?:nights?|evenings?)"],
  ["pc", "(?:consoles?|xbox|playstation)"],
  ["(?:iphones?|ios)", "(?:android|android phones)"],
  ["(?:neo)?vim", "emacs"],
  ["sub(?:s|bed anime)?", "dub(?:s|bed anime)?"],
  ["(?:single[- ]?player)(?: games)?", "(?:multi[- ]?player)(?: games)?"],
  ["(?:a |the )?window seats?", "(?:an |the )?aisle seats?"],
  ["e-?books?", "(?:paper|physical|printed) books?"],
  ["(?:a )?manual(?: transmission)?", "(?:an )?automatic(?: transmission)?"],
  ["mouse and keyboard", "(?:a )?controllers?"],
  ["(?:texts?|texting)", "(?:calls?|calling|voice calls)"],
  ["(?:the )?(?:beach|beaches|sea)", "(?:the )?mountains?"],
  ["(?:the |big )?(?:city|cities|city life)", "(?:the )?(?:country|countryside|country life)"],
  ["sweet(?: food| snacks)?", "(?:savou?ry|salty)(?: food| snacks)?"],
  ["front[- ]?end", "back[- ]?end"],
  ["remote work", "office work"],
  ["crunchy peanut butter", "smooth peanut butter"],
]
/** Opposites about the same thing: only one of the two holds. */
const OF_ONE_THING: readonly (readonly [string, string])[] = [
  ["is (?:buying|looking to buy|trying to buy)", "is (?:selling|looking to sell|trying to sell)"],
  ["(?:allows|permits)", "(?:bans|forbids|prohibits)"],
  ["(?:supports|is in favor of|is for)", "(?:opposes|is against)"],
  ["trusts", "(?:distrusts|mistrusts)"],
  ["agrees with", "disagrees with"],
  ["(?:is good at|is great at)", "(?:is bad at|is terrible at)"],
  ["always arrives early (?:for|to)", "always arrives late (?:for|to)"],
  ["prefers (?:playing|to play|being) support in", "prefers (?:playing|to play|being) (?:dps|carry|tank) in"],
]

const PREFERS = (what: string) =>
  said(
    `(?:prefers|is team|always picks|always chooses) ${what}`,
    `${IS}${what} (?:person|people|guy|girl|kinda person|type)`,
    ...(/mode|tab|spaces/.test(what) ? [`(?:uses|codes with|codes in|indents with) ${what}`] : []),
  )

/** All pairs of opposites, each side with the ways it is said. */
const OPPOSITES: readonly (readonly [OppositeSide, OppositeSide])[] = [
  ...STATES,
  ...PREFERENCES.map(([one, other]) => [PREFERS(one), PREFERS(other)] as const),
  ...OF_ONE_THING.map(
    ([one, other]) => [said(`${one} (?<what>.+?)`), said(`${other} (?<what>.+?)`)] as const,
  ),
]

// Matching: decides from the words alone whether two normalized facts take opposite sides of a pair. Pure.

/** Words that may follow a form without changing its meaning. */
const TAIL =
  "(?:(?:,|\\.|!)|(?:,? )(?:at heart|by nature|everywhere|every (?:single )?day|all the time|most of the time|all day|on everything|for everything|in everything|for life|again|too|as well|in general|and proud(?: of it)?|through and through|for indentation|since (?:birth|\\d{4}|childhood|last (?:year|month|week)|january|february|march|april|may|june|july|august|september|october|november|december)|for (?:\\d+|many|several|a few) (?:years|months|weeks)|person))*\\s*"
/**
 * Words that change the meaning of a form: mock meat, a drink without alcohol, a thing done in a game or for
 * someone else.
 */
const MEANING_CHANGERS =
  /\b(?:vegan|veggie|plant|mock|fake|free|substitutes?|alternatives?|for (?:her|his|their|the|\p{L}+'s)|in (?:game|minecraft|dreams?|character)|dreams?|if|unless|but|except|pretends?|joke)\b/u
/** The owner of a statement: one to three words, none of them a possessive. */
const OWNER = /^[\p{L}\p{N}][\p{L}\p{N}_.-]*(?: [\p{L}\p{N}_.-]+){0,2}$/u

interface Form {
  pair: number
  side: 0 | 1
  pattern: RegExp
}

/**
 * All forms by their first word. Most facts have none of these words at that place and need no further
 * matching.
 */
const FORMS: ReadonlyMap<string, Form[]> = Map.groupBy(
  OPPOSITES.flatMap((sides, pair) =>
    ([0, 1] as const).flatMap((side) =>
      sides[side].forms.flatMap((form) =>
        firstWords(form).map((first) => ({ pair, side, first, pattern: patternOf(form, sides[side]) })),
      ),
    ),
  ),
  ({ first }) => first,
)

/** Returns the words a form may begin with: every alternative of its first group, or its first word. */
function firstWords(form: string): string[] {
  const group = /^\(\?:([^()?]+)\)/.exec(form)?.[1]
  const starts = (group ?? form).split(group === undefined ? "\n" : "|")
  return [...new Set(starts.map((start) => /^['\p{L}]+/u.exec(start)?.[0] ?? ""))]
}

function patternOf(form: string, { and }: OppositeSide): RegExp {
  const rest = and === "whatever" ? "(?<rest>(?![\\p{L}\\p{N}-]).*)" : TAIL
  return new RegExp(`^(?:${form})${rest}$`, "u")
}

/** The side of a pair that a normalized fact takes, and for which owner. */
export interface OppositeStance {
  pair: number
  side: 0 | 1
  /** Stems of the owner, followed by the thing it is about if the pair names one. */
  owner: string
}

/** Returns every stance of a normalized fact; most have none. */
export function oppositeStances(plainFact: string): OppositeStance[] {
  return [...plainFact.matchAll(/ |(?='s )/gu)].slice(0, 5).flatMap(({ index, 0: gap }) => {
    const owner = plainFact.slice(0, index)
    const said = plainFact.slice(index + gap.length)
    const forms = FORMS.get(/^['\p{L}]+/u.exec(said)?.[0] ?? "")
    if (!forms || !OWNER.test(owner)) return []
    return forms.flatMap(({ pair, side, pattern }) => {
      const match = pattern.exec(said)
      if (!match || (match.groups?.rest !== undefined && MEANING_CHANGERS.test(said))) return []
      const whom = [owner, match.groups?.what ?? ""].map((words) => stems(words).join(" ")).join(": ")
      return [{ pair, side, owner: whom }]
    })
  })
}

/** Returns true if two facts about the same owner take opposite sides. */
export function stancesConflict(a: readonly OppositeStance[], b: readonly OppositeStance[]): boolean {
  return a.some((one) =>
    b.some((other) => one.pair === other.pair && one.side !== other.side && one.owner === other.owner),
  )
}
