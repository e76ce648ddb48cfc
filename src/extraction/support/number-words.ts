/** The numbers of a text, in digits and in the words of the languages that the support check knows. Pure. */

import { remembered } from "../../text/remembered.ts"
import { numbersIn } from "../../text/stems.ts"

const NUMBER_WORDS: readonly [number, string][] = [
  [0, "zero|null|cero|zéro"],
  [1, "one|once|a|an|ein\\p{L}*|einmal|uno?|una|une?|um|uma|jeden|jedna|jedno|一"],
  [
    2,
    "two|twice|couple|pair|both|twins?|zwei|zweimal|beide\\p{L}*|paar|dos|ambos|par|deux|dois|duas|dwa|dwie|dwóch|二|両",
  ],
  [3, "three|thrice|triple|triplets|drei|tres|trois|três|trzy|trzech|三"],
  [4, "four|vier|cuatro|quatre|quatro|cztery|四"],
  [5, "five|fünf|cinco|cinq|pięć|五"],
  [6, "six|sechs|seis|sześć|六"],
  [7, "seven|weekly|sieben|siete|sept|sete|siedem|七"],
  [8, "eight|acht|ocho|huit|oito|osiem|八"],
  [9, "nine|neun|nueve|neuf|nove|dziewięć|九"],
  [10, "ten|zehn|diez|dix|dez|dziesięć|十"],
  [11, "eleven|elf|once|onze|jedenaście"],
  [
    12,
    "twelve|dozen|noon|midnight|zwölf|dutzend|doce|docena|mediodía|medianoche|douze|douzaine|midi|minuit|doze|dúzia|meio-dia|meia-noite|dwanaście|tuzin|południe|północ|ダース|正午",
  ],
  [13, "thirteen|dreizehn|trece|treize|treze|trzynaście"],
  [14, "fourteen|fortnight|vierzehn|catorce|quatorze|czternaście"],
  [15, "fifteen|quarter|fünfzehn|viertel|quince|cuarto|quinze|quart|piętnaście|kwadrans"],
  [16, "sixteen|sechzehn|dieciséis|seize|dezesseis|szesnaście"],
  [17, "seventeen|siebzehn|diecisiete|dix-sept|dezessete|siedemnaście"],
  [18, "eighteen|achtzehn|dieciocho|dix-huit|dezoito|osiemnaście"],
  [19, "nineteen|neunzehn|diecinueve|dix-neuf|dezenove|dziewiętnaście"],
  [20, "twenty|zwanzig|veinte|vingt\\p{L}*|vinte|dwadzieścia|二十"],
  [24, "two dozen"],
  [30, "thirty|half|dreißig|halb|treinta|media|trente|demie?|trinta|meia|trzydzieści|wpół|半|三十"],
  [40, "forty|vierzig|cuarenta|quarante|quarenta|czterdzieści"],
  [45, "dreiviertel|moins le quart|menos cuarto"],
  [50, "fifty|fünfzig|cincuenta|cinquante|cinquenta|pięćdziesiąt"],
  [60, "sixty|sechzig|sesenta|soixante|sessenta|sześćdziesiąt"],
  [70, "seventy|siebzig|setenta|soixante-dix"],
  [80, "eighty|achtzig|ochenta|quatre-vingts?|oitenta"],
  [90, "ninety|neunzig|noventa|quatre-vingt-dix"],
  [100, "hundred|century|hundert|cien|ciento|cent|cem|sto|百"],
  [1_000, "thousand|grand|tausend|mil|mille|tysiąc|千"],
]
const WORDED = NUMBER_WORDS.map(([number, words]) => ({
  number,
  pattern: new RegExp(
    `(?<![\\p{L}])(?:${words})(?![\\p{L}])|${
      words
        .split("|")
        .filter((word) => /\p{Script=Han}|\p{Script=Katakana}/u.test(word))
        .join("|") || "(?!)"
    }`,
    "iu",
  ),
}))
const ORDINALS: readonly [number, RegExp][] = [
  [1, /\b(?:1st|first|erste\p{L}*|primer[oa]?|premi(?:er|ère)|primeir[oa])\b/iu],
  [2, /\b(?:2nd|second|zweite\p{L}*|segund[oa]|deuxième|second)\b/iu],
  [3, /\b(?:3rd|third|dritte\p{L}*|tercer[oa]?|troisième|terceir[oa])\b/iu],
  [4, /\b(?:4th|fourth|vierte\p{L}*|cuart[oa]|quatrième|quart[oa])\b/iu],
  [5, /\b(?:5th|fifth|fünfte\p{L}*|quint[oa]|cinquième)\b/iu],
]

/**
 * Numbers in digits and in words. "20k" is also 20,000, and "one hundred twenty" also 120. Each claim of a window and each
 * line about a person is compared with the numbers of the whole window.
 */
export const literalNumbers = remembered(findNumbers, { most: 50, longest: 20_000 })

function findNumbers(text: string): ReadonlySet<number> {
  const digits = numbersIn(text).map(Number)
  const thousands = [...text.matchAll(/(\d+)(?:[.,](\d))?k\b/giu)].map(
    ([, whole, tenth]) => Number(whole) * 1_000 + Number(tenth ?? 0) * 100,
  )
  const words = WORDED.filter(({ pattern }) => pattern.test(text)).map(({ number }) => number)
  const tens = words.filter((number) => number >= 20 && number < 100 && number % 10 === 0)
  const ones = words.filter((number) => number > 0 && number < 10)
  const compounds = tens.flatMap((ten) => ones.map((one) => ten + one))
  const large = words
    .filter((number) => number >= 100)
    .flatMap((unit) =>
      [...digits, ...words].filter((number) => number > 0 && number < 1_000).map((number) => number * unit),
    )
  const ordinals = ORDINALS.filter(([, pattern]) => pattern.test(text)).map(([number]) => number)
  // Full-width and Japanese digits are digits after NFKC; "8月" holds an 8.
  return new Set([0, ...digits, ...thousands, ...words, ...compounds, ...large, ...ordinals])
}
