/** Writes a clause of English chat out in plain words, so that a phrase needs one form only. Pure. */
import { mayMatch, QuickPattern } from "../../../text/quick-pattern.ts"
import { remembered } from "../../../text/remembered.ts"

/** Contractions and chat spellings, and adverbs that leave a statement as it is. */
const FORMS: readonly (readonly [form: RegExp, plain: string, quick: QuickPattern])[] = (
  [
    ["[’‘]", "'"],
    ["i'?m|iam", "i am"],
    ["i've|ive", "i have"],
    [
      "i'll|ill(?= (?:be|check|finish|review|cover|look after|take|collect|bring|go|have|get|make|take|do|come|host|bake|cook|pick|drive|print|book|handle|start|run|order|set|grab|write|send|post|prepare|edit|record|update|upload|share|schedule|draft|translate|clean|organi[sz]e)\\b)",
      "i will",
    ],
    ["we're", "we are"],
    ["we've", "we have"],
    ["we'll", "we will"],
    ["(s?he)'s", "$1 is"],
    ["they're", "they are"],
    ["dont|don't", "do not"],
    ["doesnt|doesn't", "does not"],
    ["didnt|didn't", "did not"],
    ["cant|can't|can not", "cannot"],
    ["wont|won't", "will not"],
    ["isnt|isn't", "is not"],
    ["arent|aren't", "are not"],
    ["havent|haven't", "have not"],
    ["hasnt|hasn't", "has not"],
    ["ain't|aint", "am not"],
    ["gonna|gunna|finna", "going to"],
    ["imma|i'ma", "i am going to"],
    ["gotta", "have to"],
    ["i have got", "i have"],
    ["bday", "birthday"],
    ["fav|fave|favou?rite", "favorite"],
    ["tz|timezone", "time zone"],
    ["gf", "girlfriend"],
    ["bf", "boyfriend"],
    ["ur", "your"],
    ["w/", "with"],
    [
      "(my (?:name|\\p{L}*mom|mum|dad|sister|brother|wife|husband|partner|girlfriend|boyfriend|son|daughter|best friend))'s(?= (?:an?|called|named|from|in|at|moving|living|working|studying|getting|visiting|coming|retired)\\b)|(my name)(?:'s|s)",
      "$1$2 is",
    ],
    ["ve[gj][ei]t[ae]r[ia]+n", "vegetarian"],
    ["alergic", "allergic"],
    ["pe(nuts?)", "pea$1"],
    ["lvie", "live"],
    ["wrok", "work"],
    ["nurce|nures", "nurse"],
    ["techer|teahcer", "teacher"],
    ["engeneer|enginer|engeneer", "engineer"],
    ["developper|devloper", "developer"],
    ["programer", "programmer"],
    ["studing|studyng", "studying"],
    ["moveing|movin", "moving"],
    ["liveing|livin", "living"],
    ["workin", "working"],
    ["(?<=i am )form", "from"],
    ["hav", "have"],
    ["birthay|brithday", "birthday"],
    ["g[ei]rlfreind", "girlfriend"],
    ["boyfreind", "boyfriend"],
    ["u", "you"],
    ["travelling", "traveling"],
    ["thurs|thur(?!s)|thu", "thursday"],
    ["tues?", "tuesday"],
    ["fri", "friday"],
    [
      "(?<!not )(?:just|actually|really(?! like)|finally|recently|currently|officially|definitely|also|already|still|honestly|personally|absolutely|kinda|kind of|sorta|always|legit|pretty much|proudly|lowkey|genuinely)(?= )",
      "",
    ],
  ] as const
).map(
  ([form, plain]) =>
    [
      form.startsWith("[")
        ? new RegExp(form, "gu")
        : new RegExp(`(?<![\\p{L}\\p{N}'])(?:${form})(?![\\p{L}\\p{N}'])`, "giu"),
      plain,
      new QuickPattern(form, "iu"),
    ] as const,
)

/** A clause is read whole, without its time, shortened, and once more for the note. */
export const plainEnglish = remembered(
  (clause): string => {
    let plain = clause
    let candidates = mayMatch(plain.toLowerCase())
    for (const [form, words, quick] of FORMS) {
      if (!candidates.has(quick)) continue
      const before = plain
      plain = plain.replace(form, words)
      if (plain !== before) candidates = mayMatch(plain.toLowerCase())
    }
    return plain.replace(/\s+/g, " ").trim()
  },
  { most: 1_000 },
)

/** "Been coding for years", "dont have a car": chat leaves out the "I". */
export function withSubject(clause: string): string {
  if (/^been /i.test(clause)) return `i have been ${clause.slice(5)}`
  if (NONE.test(clause)) return `i do not have ${clause.slice(3)}`
  if (/^(?:married (?:for )?(?:\d|an?\b|\p{L}+ years)|born (?:in|on|near) (?!the u))/iu.test(clause))
    return `i was ${clause}`
  if (GERUND.test(clause) && !/ (?:is|are|was|were) /iu.test(clause)) return `i am ${clause}`
  if (/^(?:(?:big|huge) fan|not an? (?:big |huge )?fan) of /iu.test(clause))
    return `i am ${/^not/iu.test(clause) ? "" : "a "}${clause}`
  return ELLIPTIC.test(clause) ? `i ${clause}` : clause
}
const NONE = /^no (?:kids|children|pets|siblings|car|tv|facebook|instagram|whatsapp)$/iu
const ELLIPTIC =
  /^(?:live (?:in|near)|have (?:two|three|four|five|\d|an? (?:cat|dog|puppy|kitten|brother|sister|twin))|(?:love|enjoy) \p{L}+ing|play the|never (?:been|had|seen|played|owned|tried|got)|no longer|do not (?:have|own|like)|do not \p{L}+ .*(?:anymore|any more)$|cannot (?:stand|eat|have|make|do|come|join)|will not be|has? never|(?:usually|always|mostly) (?:play|work|eat|wake)|play (?:\p{L}+ )?(?:for|in) (?:a|an|the|my))(?![\p{L}])/iu
const GERUND =
  /^(?:going (?:to the|running|swimming) .*every|relocating|moving|streaming|running (?:my|the) \p{L}+|taking an? \p{L}+|looking for an?|selling my|doing (?:a|my) (?:phd|masters|degree|bachelor)|not around|daily driving|freelancing|teaching|working|studying|learning|commuting|turning|picking up|visiting|flying|traveling|training|volunteering|saving|taking a break|starting(?! (?:today|tomorrow|now|next|this|on)\b.* (?:the|all|every|no)\b)|expecting|hosting|running a|on (?:nights|days|call|vacation|holiday|leave)|in my \p{L}+ year|into|hooked on|vegan|vegetarian|allergic|originally)(?![\p{L}])/iu
