/** Numbers and signs in words: what tells "two cats" from "three cats", C++ from C#, and UTC+2 from UTC-2. Pure. */

const WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ")
const WORD = new RegExp(`\\b(?:${WORDS.join("|")})\\b`, "giu")

/** The text with the number words from zero to twelve as digits. */
export function withNumerals(text: string): string {
  return text.replace(WORD, (word) => String(WORDS.indexOf(word.toLowerCase())))
}

/** The numbers written in digits, in order; 1,000 and 1000 are one number. */
export function numbersIn(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .replace(/(?<=\p{N}),(?=\p{N}{3}(?!\p{N}))/gu, "")
      .match(/\p{N}+/gu) ?? []
  )
}

/** The text with the signs that carry meaning spelled out, for they are lost where punctuation is. */
export function withSigns(text: string): string {
  return text
    .replace(/(?<=\p{L})\+\+/gu, "plusplus")
    .replace(/(?<=\p{L})#/gu, "sharp")
    .replace(/\+(?=\p{N})/gu, " plus ")
    .replace(/(?:(?<=\b(?:utc|gmt) ?)|(?<![\p{L}\p{N}\p{P}]))[-−](?=\p{N})/giu, " minus ")
}
