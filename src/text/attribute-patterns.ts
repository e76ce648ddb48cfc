/**
 * English patterns for attributes with one value at a time: home, job, partner, age, main, rank. Data only;
 * `attributes.ts` applies it.
 */
import { ANY_TRADE } from "./values.ts"

export interface Attribute {
  /** Only values of attributes with the same name are compared, whichever pattern found them. */
  name: string
  /**
   * Applied to normalized facts. Group `value` fills the attribute, `what` is part of its name if present,
   * and `by` is the word that states it.
   */
  patterns: RegExp[]
  /** The words before the match may not be a possessive: a person may have two cats. */
  ownOnly?: true
  /** Only values of one kind exclude each other: one is born in a year and in a town. */
  kinds?: "dates" | "places" | "trades" | "phones" | "partners"
  /** Matches text that looks like a value but is none. */
  not?: RegExp
}

export const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day"
export const MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
const EVENT =
  "deadline|meeting|exam|interview|flight|appointment|party|release|launch|call|stream|session|event|match|game|raid"
/** Occasions on which people come together. */
const GATHERING =
  "night|meetup|meeting|session|party|event|match|game|tournament|concert|gig|show|wedding|picnic|barbecue|bbq|grillabend|treffen|abend|fest|stammtisch|fiesta|reunión|fête|soirée|réunion|festa|encontro|reunião"
/** Fields of study, as for a degree. */
const FIELD =
  "law|medicine|nursing|physics|chemistry|chem|biology|bio|math|maths|mathematics|psychology|psych|architecture|engineering|computer science|cs|economics|business|history|philosophy|sociology|journalism|education|jura|medizin|physik|chemie|biologie|mathe|mathematik|psychologie|architektur|informatik|bwl|geschichte|derecho|medicina|física|química|biología|matemáticas|psicología|arquitectura|informática|enfermería|droit|médecine|physique|chimie|psycho|psychologie|archi|architecture|informatique|histoire|direito|psicologia|arquitetura|engenharia|administração"
const RANK =
  "(?:iron|bronze|silver|gold|platinum|plat|diamond|emerald|ascendant|immortal|radiant|champion|master|masters|grandmaster|challenger|global elite|unranked)(?: (?:\\d|i{1,3}|iv|v))?"
const NO_EMPLOYER =
  /^(?:night|nights|home|noon|dawn|the weekend|weekends|fun|free|a living|himself|herself|themself|themselves|odd hours|the moment|least|all|\d)/u

const one = (name: string, pattern: RegExp, more: Omit<Attribute, "name" | "patterns"> = {}): Attribute => ({
  name,
  patterns: [pattern],
  ...more,
})

export const ATTRIBUTES: readonly Attribute[] = [
  {
    name: "home",
    patterns: [
      /\b(?:lives|has lived|is living|is based|resides|lives alone) (?:in|at) (?<value>.+)$/u,
      /\b(?:has |have |recently |just |finally )*(?:moved|relocated)(?: (?:back|over|out|away|home))*(?: from (?:(?!\bto\b).)+?)? to (?<moved>.+)$/u,
    ],
    kinds: "places",
  },
  one("origin", /\b(?:is|comes|is originally) from (?<value>.+)$/u, { kinds: "places" }),
  one("birth", /\bwas born (?:in|on) (?<value>.+)$/u, { kinds: "dates" }),
  {
    name: "employer",
    patterns: [
      /\b(?:works|is working|is employed) (?:at|for|by) (?<value>.+)$/u,
      /\b(?:(?:got|has|started|landed|took|accepted) (?:a |his |her |their )?(?:new )?job (?:at|with)|started working (?:at|for)) (?<value>.+)$/u,
      /\bleft (?<left>.+?) for (?<moved>.+)$/u,
    ],
    not: NO_EMPLOYER,
  },
  {
    name: "trade",
    patterns: [
      /\bworks as (?<value>.+)$/u,
      /\b(?:got|has|started|landed|took|accepted) (?:a |his |her |their )?(?:new )?(?:job|work|position) as (?<value>.+)$/u,
      new RegExp(`\\bis (?<value>an? (?:[\\p{L}-]+ ){0,2}?${ANY_TRADE})(?=$|[.,]| (?:at|in|for|by)\\b)`, "u"),
    ],
    kinds: "trades",
  },
  one("school", /\b(?:studies|is studying|is a student)(?: [\p{L} ]+?)? at (?<value>.+)$/u, {
    not: /^(?:night|home|the library|a cafe|least|\d)/u,
  }),
  one(
    "school",
    /\b(?:goes to|attends|is a student at|is enrolled at) (?<value>[\p{L}.' ]*(?:high|high school|university|college|uni|academy|institute|school))(?=$|[.,]| (?:in|for|and)\b)/u,
    { not: /^(?:a|an|school|college|university|uni|high school|the same)\b/u },
  ),
  one(
    "diet",
    /\bis (?:a |an )?(?<value>vegan|vegetarian|pescatarian|végane?|végétarien(?:ne)?|pescétarien(?:ne)?|veganer(?:in)?|vegetarier(?:in)?|vegan[oa]|vegetarian[oa])(?=$|[.,]| (?:since|now|for|seit|depuis|desde|and|et|y|e|und)\b)/u,
  ),
  one("major", /\b(?:majors in|is majoring in) (?<value>.+)$/u),
  one(
    "partner",
    /\b(?<by>is married to|is engaged to|is dating|is in a relationship with|married) (?<value>(?!couple|people|life).+)$/u,
    { kinds: "partners" },
  ),
  one(
    "partner",
    /(?<=^[\p{L}\p{N} ._-]+)'s (?<by>girlfriend|boyfriend|partner|wife|husband|spouse|fiance|fiancee|fiancé|fiancée) is (?:named |called )?(?<value>\p{L}[\p{L}' -]{0,30})$/u,
    {
      kinds: "partners",
      not: /^(?:an?|the|in|on|at|from|very|pregnant|sick|his|her|their|nope|not|also|so)\b/u,
    },
  ),
  one("favorite", /\b(?<what>favorite [\p{L} ]+?) (?:is|are) (?<value>.+)$/u),
  one("birthday", /\bbirthday (?:is|falls)(?: on)? (?<value>.+)$/u, { kinds: "dates" }),
  one("name", /\b(?:goes by|is called|wants to be called|is named)(?: the (?:nick)?name)? (?<value>.+)$/u, {
    ownOnly: true,
    not: /\/|pronoun/u,
  }),
  one("real name", /'s (?<what>(?:real |first |last |full |legal )name) is (?<value>.+)$/u),
  one("pronouns", /\bpronouns (?:is|are) (?<value>.+)$/u),
  one(
    "pronouns",
    /(?<!\bpronouns )\b(?:uses|goes by) (?<value>\p{L}+\/\p{L}+(?:\/\p{L}+)?)(?: pronouns)?\W*$/u,
  ),
  one("age", /\bis (?<value>\d{1,3}) years old\b/u),
  one("age", /\bis (?:a )?(?<value>\d{1,3})[- ]?(?:years?[- ]old|yo|y\/o)\b/u),
  one(
    "age",
    /\b(?:has |just |recently )*turned (?<value>\d{1,3})(?=\W*$| (?:last|this|today|yesterday|in|on|recently|a)\b)/u,
  ),
  one("age", /(?<=^[\p{L}\p{N}._-]+(?:'s \p{L}+)?) is (?<value>[1-9]\d)\W*$/u),
  one("time zone", /\btime ?zone is (?<value>.+)$/u),
  one("time zone", /\bis (?:in|on) (?:the )?(?<value>[\p{L}+\-\d]+)(?: time ?zone| time)(?: \(\w+\))?\W*$/u),
  one(
    "time zone",
    /\bis (?:in|on) (?<value>(?:utc|gmt)[+-]?\d{0,2}|cet|cest|est|edt|pst|pdt|cst|mst|bst|jst|aest|ist)\W*$/u,
  ),
  one("count", /\bhas (?<value>\d{1,4}) (?<what>\p{L}+)\W*$/u),
  one("main", /\bmains (?<value>.+?)(?: in (?<what>.+?))?$/u),
  one(
    "main",
    /\b(?:plays|is playing) (?<value>.+?) as (?:(?:a|an|his|her|their|the) )?main(?: in (?<what>.+?))?$/u,
  ),
  one("main", /'s main (?:is|in (?<what>.+?) is) (?<value>.+)$/u),
  one(
    "kind of main",
    /'s main (?<what>game|class|character|weapon|role|instrument|job|language|monitor|deck|account) is (?<value>.+)$/u,
  ),
  one(
    "rank",
    new RegExp(
      `\\b(?:is|hit|reached|got to|climbed to|dropped to|fell to|is ranked|is hardstuck|made it to) (?:ranked )?(?<value>${RANK})(?: rank)? in (?<what>.+)$`,
      "u",
    ),
  ),
  one("level", /\b(?:is|reached|hit) level (?<value>\d{1,4}) in (?<what>.+)$/u),
  one(
    "phone",
    /\b(?:uses|owns|has|is using|switched(?: over)? to|switched from .+? to|moved to) (?:an?|his|her|their)?(?: new| old)? ?(?<value>(?:iphone|ios|android|google pixel|pixel|samsung|galaxy|oneplus|xiaomi|fairphone)\b.{0,20})$/u,
    {
      kinds: "phones",
    },
  ),
  one("duty", /^(?<value>.+?) is (?:responsible for|in charge of) (?<what>.+)$/u),
  one("tool", /\b(?:uses|is using) (?<value>.+?) as (?:its|their|the|our|his|her) (?<what>.+)$/u),
  one("language", /\bis (?:being )?(?:re)?written in (?<value>.+)$/u),
  one(
    "role",
    /\bplays (?<value>tank|healer|heals|dps|support|carry|mid|top|jungle|jungla|tirador|suporte|atirador|caçador|goalkeeper|striker|(?:bass|drums|guitar|keys) in (?=the band))(?: in (?<what>.+))?$/u,
  ),
  one(
    "field of study",
    new RegExp(`\\bstudies (?:l['’]|la |le |el )?(?<value>${FIELD})(?=$|[.,]| (?:at|in)\\b)`, "u"),
  ),
  {
    name: "event place",
    patterns: [
      new RegExp(
        `^(?:the |our |el |la |le |l['’]|o |a |der |die |das )?(?<what>(?:[\\p{L}\\p{N}&'-]+ ){0,3}?(?:${GATHERING})) (?:is|takes place|is held|happens|will be) (?:at |in (?=the |a ))(?<value>(?!\\d|noon|midnight|night).+)$`,
        "u",
      ),
    ],
  },
  {
    name: "event",
    patterns: [
      new RegExp(
        `\\b(?<what>(?:${EVENT}) (?:is|starts|ends|leaves|takes place))(?: due)?(?: on| at| by)? (?<value>(?:\\d|${WEEKDAY}|${MONTH}|tomorrow|tonight|noon|midnight).*)$`,
        "u",
      ),
    ],
    kinds: "dates",
  },
]

/**
 * Something that is left is no longer had. `left` matches the leaving, `had` the having; group `value`,
 * `from` or `named` is the thing.
 */
export const LEAVINGS: readonly { left: RegExp; had: RegExp }[] = [
  {
    left: /\b(?:broke up with|divorced|is divorced from|split up with|separated from|is separated from) (?<value>.+)$/u,
    had: /\b(?:is dating|is married to|is engaged to|is in a relationship with) (?<value>.+)$|'s (?:girlfriend|boyfriend|partner|wife|husband) is (?<named>.+)$/u,
  },
  {
    left: /\b(?:left|was fired from|got fired from|was laid off from|got laid off from|resigned from) (?<value>(?!early|late|the (?:party|call|server|meeting)).+?)(?: for .+)?$/u,
    had: /\b(?:works|is working|is employed) (?:at|for|by) (?<value>.+)$/u,
  },
  {
    left: /\bswitched(?: over)? from (?<value>.+?) to .+$/u,
    had: /\b(?:uses|is using|plays|drives|mains|runs|codes in|writes) (?<value>.+)$/u,
  },
  {
    left: /\b(?:moved (?:out of|away from)|moved from (?<from>.+?) to .+|left) (?<value>.+)$/u,
    had: /\b(?:lives|is living|is based|resides) in (?<value>.+)$/u,
  },
  {
    left: /\b(?:sold|gave away|lost) (?:his|her|their) (?<value>.+?)(?: (?:to|for|on|last|yesterday)\b.*)?$/u,
    had: /\b(?:owns|drives|rides) (?:a|an|his|her|their) (?<value>.+)$/u,
  },
  {
    left: /'s (?<value>.+?) (?:has |just )*(?:died|passed away)\b.*$/u,
    had: / has an? (?<value>(?:\p{L}+ )?(?:cat|dog|hamster|rabbit|parrot|bird|horse|snake|guinea pig|fish|turtle)(?: (?:named|called) \p{L}+)?)\W*$/u,
  },
  {
    left: /'s (?:trip|flight|visit|journey) to (?<value>.+?) (?:is|was|got) (?:cancelled|canceled|called off)\b.*$/u,
    had: / is (?:flying|going|travell?ing|heading|driving|moving) to (?<value>.+)$/u,
  },
  {
    left: /\b(?:dropped out of|graduated from) (?<value>.+)$/u,
    had: /\b(?:studies at|is studying at|goes to|attends|is enrolled at) (?<value>.+)$/u,
  },
]
