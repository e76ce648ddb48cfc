/** Tells whether the words of a group's decision mean something without the talk around them. Pure. */
import { ADVERBS, STOPWORDS } from "./lexicon.ts"
import { normalizeWord } from "./words.ts"

/** Returns false if words point at what was said elsewhere: "we take it", "friday at 8", "14 pour l'interdire". */
export function standsAlone(decided: string): boolean {
  const words = decided.replace(/\p{Extended_Pictographic}/gu, " ").trim()
  if (POINTS.test(words) || EACH_OTHER.test(words) || LEANS.test(words)) return false
  return words.split(/[\s,;:]+/).some((word) => isTelling(normalizeWord(word)))
}

/** "We take it", "let's go with that one", "lo prohibimos": the object was named elsewhere. */
const POINTS =
  /^(?:(?:we|people|everyone|everybody|nobody|they|i)(?:['’](?:re|ll|ve))? )?(?:(?!no\b)[\p{L}'’]+ ){0,2}?(?:it|them|him|her|this|that|these|those)(?: (?:one|ones|way|then|now|instead|too|first|down|up|off|over|back|again|on|in|for|at|as|with|to|from|until|after|before)\b.*)?$|(?<![\p{L}])(?:th(?:is|at|ese|ose)|the (?:other|first|second|last|same)) ones?$|^(?:wir )?(?:\p{L}+ )(?:wir )?(?:es|ihn|das|sie)(?: |$)(?!\p{L}+ \p{L}{5,})|^(?:no |ya |que )*(?:lo|la|los|las) (?:\p{L}+(?:mos|amos|emos)|vamos)(?![\p{L}])|(?<![\p{L}])\p{L}+(?:ar|er|ir)(?:l[oa]s?)(?![\p{L}])|(?<![\p{L}])l['’](?!(?:hiver|heure|autre|octobre|offre|ordre|encre|histoire|ouverture|aventure)(?![\p{L}]))\p{L}+(?:er|ir|re|ons)(?![\p{L}])|^(?:on|nous) (?:l['’]|les? |la )(?:\p{L}+)(?:\s+(?:\p{L}+))?$|(?<![\p{L}])(?:isso|-l[oa]s?)(?![\p{L}])/iu

/** A pleasantry between people: "we'll keep pushing each other". */
const EACH_OTHER =
  /(?<![\p{L}])(?:(?:each |one an)other|in touch|motivated|positive|supporting|einander|uns gegenseitig|mutuamente|les uns les autres|uns aos outros)(?![\p{L}])/iu

/** "Not on fridays either": what it adds to was said elsewhere. */
const LEANS =
  /^(?:(?:from|desde|ab|à partir de|a partir de) \p{L}+ )?(?:also|either|neither|nor|not even|even|same|too|auch|nicht mal|ebenso|ni|tampoco|también|ni même|même pas|pas même|non plus|aussi|nem|também|tampouco)(?![\p{L}])|(?<![\p{L}])(?:either|neither|tampoco|non plus|tampouco)[\s.!]*$/iu

/** A word that names something: no word of function, no time and no number. */
function isTelling(word: string): boolean {
  return (
    word !== "" &&
    !/^[\d:.,-]+(?:h|am|pm|uhr|hrs?|st|nd|rd|th)?$/iu.test(word) &&
    !STOPWORDS.has(word) &&
    !ADVERBS.has(word) &&
    !SMALL.test(word)
  )
}
const SMALL =
  /^(?:(?:sun|mon|tues|wednes|thurs|fri|satur)days?|(?:sonn|mon|diens|donners|frei|sams)tags?|mittwochs?|domingos?|lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bados?|dimanches?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|segundas?|ter[çc]as?|quartas?|quintas?|sextas?|(?:-?feira)|am|pm|uhr|o['’]?clock|agreed|for|against|yes|no|ja|nein|sí|oui|non|sim|não|für|dafür|gegen|dagegen|contra|contre|pour|favor|abstain(?:ed)?|abstentions?|enthaltung(?:en)?|votes?|voices?|stimmen?|votos?|voix|der|die|das|den|dem|ein\p{L}*|und|oder|am|im|um|ab|bei|wir|ist|sind|jetzt|dann|also|nicht|kein\p{L}*|el|la|los|las|un\p{L}*|de|del|desde|ya|y|o|en|a|al|por|para|que|es|ni|le|les|du|des|et|ou|à|au|on|nous|dès|que|ce|c['’]est|os|as|do|da|dos|das|no|na|e|em|num|numa|a gente|é|pra|pro|donc|alors|pues|entonces|então)$/iu
