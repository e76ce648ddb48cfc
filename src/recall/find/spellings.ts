/** Other spellings of a question's words: "imposter" for "impostor", "colour" for "color", "smartwatch" for "smart watch". Pure. */
import { isStopWord } from "../../text/stems.ts"

/** Endings that English writes in two ways, each way with the other. */
const ENDINGS: readonly (readonly [ending: RegExp, other: string])[] = [
  [/(?<=[a-z]{3}[st])er(?=s?$)/, "or"],
  [/(?<=[a-z]{3}[st])or(?=s?$)/, "er"],
  [/(?<=[a-z]{2})our(?=(?:s|ed|ing|ite|ites|ful)?$)/, "or"],
  [/(?<=[a-z]{2}[lbnv])or(?=(?:s|ed|ing|ite|ites|ful)?$)/, "our"],
  [/(?<=[a-z]{3})is(?=(?:e|es|ed|ing|ation|ations)$)/, "iz"],
  [/(?<=[a-z]{3})iz(?=(?:e|es|ed|ing|ation|ations)$)/, "is"],
  [/(?<=[a-z]{2}[tb])re(?=s?$)/, "er"],
  [/(?<=[a-z]{2}l)l(?=(?:ed|ing|er|ers)$)/, ""],
  [/(?<=[a-z]{2}[ae]l)(?=(?:ed|ing|er|ers)$)/, "l"],
  [/^grey(?=s?$)/, "gray"],
  [/^gray(?=s?$)/, "grey"],
]
/** Each costs one look-up in an index. */
const MOST = 8

/** Returns up to 8 words. */
export function otherSpellings(question: string): string[] {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const endings = words.flatMap((word) => {
    const found = ENDINGS.find(([ending]) => ending.test(word))
    return found === undefined || isStopWord(word) ? [] : [word.replace(found[0], found[1])]
  })
  const compounds = words.slice(1).flatMap((word, place) => {
    const before = words[place] ?? ""
    return isPart(before) && isPart(word) ? [before + word] : []
  })
  return [...new Set([...endings, ...compounds])].slice(0, MOST)
}

function isPart(word: string): boolean {
  return word.length >= 3 && !isStopWord(word) && !/\p{N}/u.test(word)
}
