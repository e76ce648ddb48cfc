/**
 * Questions to people about themselves, and the statement that an answer to each completes. A row is "language/answer:
 * question => statement": without "yes", "no" or "doing" any short answer goes where "{a}" stands. An example is "question /
 * answer -> fact", which is its test (test/unit/questions.test.ts). Pure.
 */
import type { Language } from "../../text/language.ts"
import { mayMatch, PatternTable, QuickPattern } from "../../text/quick-pattern.ts"
import { tableRows } from "./rows.ts"

const YOU = "(?:you|u|ya|you guys|y'?all|everyone|everybody|people)"
const SOFT = "(?:(?:actually|currently|usually|guys|all|both|still|now|ending up|end up|originally) )*"
const STATE =
  "(?:an? |from |in |based |living |vegan|vegetarian|pescatarian|allergic |married|engaged|single|left|right|gluten|lactose|retired|moving to |german|french|spanish|dutch|british|irish|polish|italian|american|canadian)"

/** @internal */
export const QUESTIONS = tableRows(String.raw`
en: where(?: do| are|'?re|'?s|'?d| is)? ${YOU} ${SOFT}(?:live|living|based|located|stay|staying)(?: at| in| now| these days)* => i live in {a}
  + where do you live these days? / Rotterdam -> Ana lives in Rotterdam
en: where(?: are|'?re|'?s| is| do| did)? ${YOU} ${SOFT}(?:from|come from|coming from) => i am from {a}
  + where's everyone from? / Peru -> Ana is from Peru
en: (?:so )?(?:where|what city)(?: did|'?d| are|'?re| is)? ${YOU} ${SOFT}(?:deciding to |decide to |going to )?(?:mov(?:e|ing)|relocat(?:e|ing))(?: to)?|have ${YOU} decided where to move => i am moving to {a}
  + Where did you end up deciding to move? / Austin! -> Ana is moving to Austin
en: what(?: do|'?s| is)? ${YOU} ${SOFT}do(?: for (?:work|a living|money|a job))?(?: again)?|what(?:'?s| is)? (?:your|ur) job => i am a {a}
  + what do you do? / nurse -> Ana is a nurse
en: where do ${YOU} work(?: at| now)* => i work at {a}
  + where do you work? / the library -> Ana works at the library
en: what(?: are|'?re| do| did)? ${YOU} ${SOFT}(?:studying|study|majoring in|major in)(?: again)?|what'?s your major => i am studying {a}
  + what are you studying? / marine biology -> Ana is studying marine biology
en: (?:what|which) languages? (?:do|can) ${YOU} speak => i speak {a}
  + what languages do you speak? / French and Dutch -> Ana speaks French and Dutch
en: where did ${YOU} grow up => i grew up in {a}
  + where did you grow up? / a small town near Turin -> Ana grew up in a small town near Turin
en: when(?:'?s| is) (?:your|ur|everyone'?s|everybody'?s) (?:birthday|bday) => my birthday is {a}
  + when's your birthday? / March 3rd -> Ana's birthday is March 3rd
en: how old (?:are|r) ${YOU} => i am {a} years old
  + how old are you? / 31 -> Ana is 31 years old (May 2026)
en: what(?:'?s| are| is) (?:your|ur|everyone'?s) pronouns => my pronouns are {a}
  + what are your pronouns? / they/them -> Ana uses they/them pronouns
en: what time ?zone (?:are|r) ${YOU} in|what(?:'?s| is) (?:your|ur) time ?zone => i am in {a}
  + what timezone are you in? / CET -> Ana is in the CET time zone
en: (?:(?:do )?${YOU} (?:have|got) )?any (?:pets|animals|kids|children|siblings)|(?:do )?${YOU} (?:have|got) (?:pets|animals|kids|children|siblings|brothers or sisters) => i have {a}
  + do you have pets? / two cats -> Ana has two cats
en: what(?: games?)? do(?:es)? ${YOU} play => i play a lot of {a}
  + what games do you play? / mostly factorio -> Ana plays factorio
en: (?:what|which) instruments? do(?:es)? ${YOU} play|do ${YOU} play (?:any|an) instruments? => i play {a}
  + do you play any instruments? / yeah, the cello -> Ana plays the cello
en: (?:what|which) (?:editor|os|distro|ide|browser|shell|daw|engine|terminal|phone|wm|de) (?:do|does|are|is) ${YOU} (?:use|using|run|running|on) => i use {a}
  + what editor does everyone use? / emacs -> Ana uses emacs
en: (?:what|who|which (?:hero|champ|champion|class|character|role)) do ${YOU} main|what(?:'?s| is) your main => i main {a}
  + who do you main? / mercy -> Ana mains mercy
en: what (?:are|r) ${YOU} allergic to|any allergies => i am allergic to {a}
  + what are you allergic to? / peanuts -> Ana is allergic to peanuts
en: (?:what(?:'?s| is) |and )?(?:(?:your|ur|everyone'?s|everybody'?s|y'?all'?s) )?(?:favou?rite|fav|fave) (?<what>[\p{L} ]{3,25}) => my favorite {what} is {a}
  + what's your favorite food? / sushi, hands down -> Ana's favorite food is sushi
en: what(?:'?s| is| are) (?:her|his|its|their|the \w+'?s?|your (?:dog|cat|puppy|kitten)'?s) names?|what (?:did|do|will) you (?:name|call) (?:her|him|it|them)|names? => named it {a}
en/yes: (?:are|r) (?:you|u|ya) (?:still )?(?<rest>${STATE}.*) => i am {rest}
  + are you vegan? / yes -> Ana is vegan
en/yes: (?:so |and |wait |oh )*(?:you['’]?re|you are|ur) (?<rest>${STATE}.*?),? ?(?:right|yeah|yes|no|correct)? => i am {rest}
  + you're vegan, right? / yep -> Ana is vegan
en/yes: (?:so |and |wait |oh )*(?:you|u) (?<rest>(?:live|work|play|speak|own|main) .+?),? (?:right|yeah|yes|no|correct) => i {rest}
  + you live in Berlin, right? / yeah -> Ana lives in Berlin
en/yes: (?:is )?any(?:one|body)(?: here| else)? (?:here )?(?<rest>(?:an? )?(?:vegan|vegetarian|nurse|teacher|student|programmer|from \p{L}+|left-handed)) => i am {rest}
  + is anyone here a vegetarian? / I am -> Ana is vegetarian
en/yes: (?:does )?any(?:one|body)(?: here| else)? (?<rest>(?:play|speak|own|use|live in|work as|collect) .+) => i {rest}
  + does anyone play chess? / I do -> Ana plays chess
en/yes: do (?:you|u|ya) (?:still )?(?<rest>(?:have|own|live|work|play|speak|use|like|love|hate|eat|drink|smoke|main|collect) (?!any\b).+|smoke|drink) => i {rest}
  + do you play the cello? / yes -> Ana plays the cello
en/yes: (?:can|could|would|will) (?:you|u) (?:please )?(?<rest>(?:bring|host|organi[sz]e|print|book|drive|pick up|take over|bake|make|cook|do|run|design|draw|handle|set up|order) .+) => i will {rest}
  + can you print the posters by friday? / yes! -> Ana will print the posters by 15 May 2026
en/no: (?:so )?do (?:you|u) (?<rest>drink|smoke|drive|eat meat|have (?:any )?(?:kids|children|pets|siblings)|(?:have|own) a (?:car|tv|dog|cat)) => i do not {rest}
  + do you have a car? / nope -> Ana doesn't have a car
en/doing: (?:is )?any(?:one|body)(?: else)?(?: here)? (?<rest>(?:watching|playing) .{3,40}?)(?: (?:tonight|today|now|rn|later|this evening))? => {rest}
  + is anybody else watching the rugby? / yeah -> Ana is watching the rugby
de: wo (?:wohnst|lebst) du(?: eigentlich| jetzt)* => ich wohne in {a}
  + wo wohnst du eigentlich? / Graz -> Ana wohnt in Graz
de: woher kommst du(?: her| eigentlich)* => ich komme aus {a}
  + woher kommst du? / Kiel -> Ana kommt aus Kiel
de: was (?:machst|arbeitest) du (?:beruflich|so beruflich)|als was arbeitest du => ich bin {a}
  + was machst du beruflich? / krankenpflegerin -> Ana ist krankenpflegerin
es: (?:y )?(?:tú )?d[óo]nde (?:vives|viv[ií]s) => vivo en {a}
  + ¿dónde vives? / Bilbao -> Ana vive en Bilbao
es: (?:y )?(?:tú )?(?:a qué te dedicas|en qué trabajas) => soy {a}
  + ¿a qué te dedicas? / enfermera -> Ana es enfermera
fr: (?:et )?(?:tu|t['’])? ?(?:habites|vis) o[ùu]|o[ùu] (?:est-ce que )?tu (?:habites|vis) => j'habite à {a}
  + tu habites où ? / Lyon -> Ana habite à Lyon
pt: (?:e )?(?:vc|voc[êe]|tu) mora (?:onde|aonde)|onde (?:vc|voc[êe]|tu) mora => moro em {a}
  + onde vc mora? / Recife -> Ana mora em Recife
`)
const ASKED = new PatternTable(
  QUESTIONS.map(({ key, sign, said, fact }) => ({
    language: key as Language,
    answer: (sign ?? "open") as Answer,
    asked: new QuickPattern(`^(?:${said})$`, "iu"),
    fact,
  })),
  ({ asked }) => asked,
)
type Answer = "open" | "yes" | "no" | "doing"

/** Statements that answers to a question make: "i live in {a}" for any, "i am vegan" for a yes. */
export type AskedFor = Partial<Record<Answer, string>> & {
  language: Language
  /** "When?", of what the one who is asked told before. */
  isWhen?: boolean
}

const WHEN =
  /^(?:when|what (?:day|date|month))(?:'?s that| is that| exactly| do you (?:leave|move|start|go))?$/iu

/** Returns what a question asks for. `before`: what was said in the talk. */
export function askedFor(sentence: string, before: readonly { content: string }[]): AskedFor {
  const found: AskedFor = { language: "en" }
  for (const part of [sentence, ...sentence.split(/[,;:]\s+|\s-+\s/).toReversed()]) {
    const plain = part
      .replace(/^[\s¿¡]*(?:@\S+\s+)?|[\s?!.]+$/g, "")
      .replace(
        /^(?:(?:so|and|oh|ok|okay|cool|nice|wow|hey|btw|but|haha|lol|aww?|wait|y|e|et|und)(?![\p{L}'])[\s,!]*)+/iu,
        "",
      )
      .replace(/’/g, "'")
    if (WHEN.test(plain)) found.isWhen = true
    for (const { asked, answer, fact, language } of ASKED.among(mayMatch(plain.toLowerCase()))) {
      const match = found[answer] === undefined ? asked.regExp.exec(plain) : null
      if (match === null) continue
      const { what = "", rest = "" } = match.groups ?? {}
      found[answer] = fact
        .replace("{what}", what)
        .replace("{rest}", rest.replace(/(?<!\p{L})your(?!\p{L})/giu, "my"))
      found.language = language
    }
  }
  const isMove = OUTCOME.test(sentence) && before.slice(-RECENT).some(({ content }) => MOVING.test(content))
  return found.open === undefined && isMove ? { ...found, open: "i am moving to {a}" } : found
}
/** "So where did you land?" asks where somebody moves if moving is what the talk is about. */
const OUTCOME =
  /^\W*(?:so |and |ok )*where(?: did|'?d) (?:you|u|ya) (?:finally )?(?:land|settle|end up|decide)(?: on)?\W*$/iu
const MOVING = /(?<!\p{L})(?:mov(?:e|ing)|relocat\w+)(?!\p{L})/iu
/** Lines that tell what a talk is about. */
const RECENT = 8
