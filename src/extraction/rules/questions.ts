/**
 * Questions to people about themselves, and the statement that an answer to each completes. A row is the question's
 * language and pattern, the statement with "{a}" for the answer, and an example, "question / answer -> fact", which is its
 * test (test/unit/questions.test.ts). Pure.
 */

import type { Language } from "../../text/language.ts"
import { QuickPattern } from "../../text/quick-pattern.ts"
import { type Example, tableRows } from "./rows.ts"

const YOU = "(?:you|u|ya|you guys|y'?all|everyone|everybody|people)"
const SOFT = "(?:(?:actually|currently|usually|guys|all|both|still|now|ending up|end up|originally) )*"

/** @internal */
export const QUESTIONS = tableRows(String.raw`
en: where(?: do| are|'?re|'?s|'?d| is)? ${YOU} ${SOFT}(?:live|living|based|located|stay|staying)(?: at| in| now| these days)* => i live in {a}
  + where do you live these days? / Rotterdam -> Ana lives in Rotterdam
en: where(?: are|'?re|'?s| is| do| did)? ${YOU} ${SOFT}(?:from|come from|coming from) => i am from {a}
  + where's everyone from? / Peru -> Ana is from Peru
en: where(?: did|'?d)? ${YOU} grow up => i grew up in {a}
  + where did you grow up? / a small town near Turin -> Ana grew up in a small town near Turin
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
en: when(?:'?s| is) (?:your|ur|everyone'?s|everybody'?s) (?:birthday|bday) => my birthday is {a}
  + when's your birthday? / March 3rd -> Ana's birthday is March 3rd
en: how old (?:are|r) ${YOU} => i am {a} years old
  + how old are you? / 31 -> Ana is 31 years old
en: what(?:'?s| are| is) (?:your|ur|everyone'?s) pronouns => my pronouns are {a}
  + what are your pronouns? / they/them -> Ana uses they/them pronouns
en: what time ?zone (?:are|r) ${YOU} in|what(?:'?s| is) (?:your|ur) time ?zone => i am in {a}
  + what timezone are you in? / CET -> Ana is in the CET time zone
en: (?:(?:do )?${YOU} (?:have|got) )?any (?:pets|animals|kids|children|siblings)|(?:do )?${YOU} (?:have|got) (?:pets|animals|kids|children|siblings|brothers or sisters) => i have {a}
  + do you have pets? / two cats -> Ana has two cats
en: what(?: games?)? do ${YOU} play => i play {a}
  + what games do you play? / mostly factorio -> Ana plays factorio
en: do ${YOU} play (?:any|an) instruments?|what instruments? (?:do|does) ${YOU} play => i play {a}
  + do you play any instruments? / yeah, the cello -> Ana plays the cello
en: (?:what|which) (?:editor|os|distro|ide|browser|shell|daw|engine|terminal|phone|wm|de) (?:do|does|are|is) ${YOU} (?:use|using|run|running|on) => i use {a}
  + what editor does everyone use? / emacs -> Ana uses emacs
en: (?:what|who|which (?:hero|champ|champion|class|character|role)) do ${YOU} main|what(?:'?s| is) your main => i main {a}
  + who do you main? / mercy -> Ana mains mercy
en: what (?:are|r) ${YOU} allergic to|any allergies => i am allergic to {a}
  + what are you allergic to? / peanuts -> Ana is allergic to peanuts
en: how long have you been (?<what>an? .{3,30}) => i have been {what} for {a}
  + how long have you been a nurse? / five years -> Ana has been a nurse since 2021
en: (?:what(?:'?s| is) |and )?(?:your|ur|everyone'?s|everybody'?s|y'?all'?s) (?:favou?rite|fav|fave) (?<what>[\p{L} ]{3,25})|(?:favou?rite|fav|fave) (?<other>[\p{L} ]{3,25}) => my favorite {what}{other} is {a}
  + what's your favorite food? / sushi, hands down -> Ana's favorite food is sushi
en: what (?:did|do|will) you (?:name|call) (?:her|him|it|them)|what(?:'?s| is| are) (?:her|his|its|their|the \w+'?s?|your (?:dog|cat|puppy|kitten)'?s) names?|(?:any |got a )?names?(?: yet)? => named it {a}
  + what's his name? / Bolt -> 
de: wo (?:wohnst|lebst) du(?: eigentlich| jetzt)*|wo wohnt ihr(?: so| eigentlich)* => ich wohne in {a}
  + wo wohnst du eigentlich? / Graz -> Ana wohnt in Graz
de: (?:woher|wo) kommst du(?: her| eigentlich)*|wo kommt ihr(?: alle)? her => ich komme aus {a}
  + woher kommst du? / Kiel -> Ana kommt aus Kiel
de: (?:was|als was) (?:machst|arbeitest) du (?:beruflich|so beruflich)|als was arbeitest du|was (?:arbeitest du|bist du von beruf) => ich bin {a}
  + was machst du beruflich? / krankenpflegerin -> Ana ist krankenpflegerin
de: (?:hast du|habt ihr) (?:auch )?(?:haustiere|kinder|geschwister) => ich habe {a}
  + hast du haustiere? / zwei katzen -> Ana hat zwei katzen
es: (?:y )?(?:tú )?(?:a qué te dedicas|en qué trabajas) => soy {a}
  + ¿a qué te dedicas? / enfermera -> Ana es enfermera
es: (?:tienes|tenés) (?:mascotas|hijos|hermanos) => tengo {a}
  + ¿tienes mascotas? / dos gatos -> Ana tiene dos gatos
fr: (?:tu (?:fais|bosses) (?:quoi|dans quoi)(?: dans la vie)?|c'?est quoi ton (?:métier|taf|job)) => je suis {a}
  + tu fais quoi dans la vie ? / infirmière -> Ana est infirmière
pt: (?:vc|voc[êe]|tu) trabalha (?:com|de|no) (?:o )?qu[eê] => sou {a}
  + você trabalha com o quê? / enfermeira -> Ana é enfermeira
pt: (?:(?:vc|voc[êe]|tu) )?tem (?:pets?|bichos?|filhos|irmãos) => tenho {a}
  + você tem pets? / dois gatos -> Ana tem dois gatos
es: (?:y )?(?:tú )?d[óo]nde vives|(?:y )?d[óo]nde viv[ií]s => vivo en {a}
  + ¿dónde vives? / Bilbao -> Ana vive en Bilbao
es: (?:y )?(?:tú )?de d[óo]nde (?:eres|sos|sois) => soy de {a}
  + de dónde eres? / Quito -> Ana es de Quito
fr: (?:et )?(?:tu|t['’])? ?(?:habites|vis) o[ùu]|o[ùu] (?:est-ce que )?tu (?:habites|vis)|tu viens d['’]o[ùu] => j'habite à {a}
  + tu habites où ? / Lyon -> Ana habite à Lyon
pt: (?:e )?(?:vc|voc[êe]|tu) mora (?:onde|aonde)|onde (?:vc|voc[êe]|tu) mora => moro em {a}
  + onde vc mora? / Recife -> Ana mora em Recife
`).map(
  ({
    key,
    said,
    fact,
    examples,
  }): { language: Language; asked: QuickPattern; said: string; examples: readonly Example[] } => ({
    language: key as Language,
    asked: new QuickPattern(`^(?:${said})$`, "iu"),
    said: fact,
    examples,
  }),
)

/** Returns what an answer to the question completes, "i live in {a}", or `null` if nothing is known of the question. */
export function statementAsked(sentence: string): { said: string; language: Language } | null {
  const parts = [sentence, ...sentence.split(/[,;:]\s+|\s-+\s/).toReversed()]
  for (const part of parts) {
    const plain = part
      .replace(/^[\s¿¡]*(?:@\S+\s+)?|[\s?!.]+$/g, "")
      .replace(
        /^(?:(?:so|and|oh|ok|okay|cool|nice|wow|hey|btw|but|haha|lol|aww?|wait|y|e|et|und)(?![\p{L}'])[\s,!]*)+/iu,
        "",
      )
      .replace(/’/g, "'")
    for (const { asked, said, language } of QUESTIONS) {
      const found = asked.exec(plain)
      if (found)
        return {
          said: said.replace(/\{(what|other)\}/g, (_, name: string) => found.groups?.[name] ?? ""),
          language,
        }
    }
  }
  return null
}
