/**
 * Estimates how many tokens a text costs a model, in one pass and on the high side. Pure. The weights are
 * fitted to the public o200k vocabulary: about a fifth too high in English, and not too low in samples of
 * most scripts, code and links.
 */

/**
 * For each letter a–z, the letters that usually follow it: 95 % of the pairs in the vocabulary's common
 * lower-case tokens. A word full of other pairs ("xqzv") is in no vocabulary and splits into many tokens.
 */
const FOLLOWERS =
  "abcdfghiklmnprstuvwy aeiloru acehiklortu adeiorsu abcdefgiklmnprstuvwx aefilortu aehilnorsu aeiortu abcdefgjklmnoprstvz aeo aeiosu adeilostuy abeimopsu acdefgiknostuvy abcdfgiklmnoprstuvw aehiloprstu u acdegiklmnorstuvy acehikopstu aehilorstuy abcdegilmnprst aeio aeio pt aes aei"

/**
 * Hundredths of a token for each UTF-16 unit from `first` up to the next row. Unlisted scripts cost their
 * UTF-8 bytes.
 */
const WEIGHTS: readonly (readonly [first: number, hundredths: number])[] = [
  [0x80, 200],
  [0xa0, 100],
  [0xc0, 65], // Latin with marks: its plain neighbors already count as words of their own
  [0x250, 200],
  [0x370, 55], // Greek
  [0x400, 55], // Cyrillic
  [0x430, 45],
  [0x450, 110], // and its letters that Russian lacks
  [0x460, 100],
  [0x530, 65], // Armenian
  [0x590, 65], // Hebrew
  [0x600, 60], // Arabic
  [0x671, 85], // and its letters for Persian, Urdu, Kurdish
  [0x700, 200],
  [0x800, 300],
  [0x900, 50], // Devanagari
  [0x980, 55],
  [0xa00, 85], // Gurmukhi
  [0xa80, 55], // Gujarati to Malayalam
  [0xd80, 100],
  [0xe00, 52], // Thai
  [0xe80, 130],
  [0x1000, 75], // Myanmar
  [0x10a0, 60], // Georgian
  [0x1100, 300],
  [0x1780, 80], // Khmer
  [0x1800, 300],
  [0x1e00, 65], // Latin with two marks, as Vietnamese has
  [0x1f00, 200],
  [0x2010, 100], // dashes, quotation marks, the ellipsis
  [0x2040, 250],
  [0x2600, 150],
  [0x2800, 300],
  [0x3000, 100],
  [0x3040, 100], // kana
  [0x3100, 300],
  [0x4e00, 130], // Han
  [0xa000, 300],
  [0xac00, 95], // Hangul
  [0xd7b0, 200], // surrogates: four bytes a pair
  [0xd83c, 70], // emoji
  [0xd83f, 200],
  [0xdc00, 200],
  [0xe000, 300],
  [0xff00, 110],
]

/** Pairs of marks that stand together in JSON, tags, links and sentences. */
const MARK_PAIRS = new Set(
  '", ," ": :" {" "} }, ,{ [{ }] "] ![ </ "> =" :/ ), ). ." ?" !" (" ") ?! .)'
    .split(" ")
    .map((pair) => pair.charCodeAt(0) * 128 + pair.charCodeAt(1)),
)

/** a, i, o, u by position in the alphabet. */
const VOWEL_ENDINGS = [1, 9, 15, 21]

const LOWER = 1
const UPPER = 2
const DIGIT = 3
const SPACE = 4
const MARK = 5

const kinds = kindTable()
const weights = weightTable()
const follows = followTable()

/**
 * Returns the token count of a text, 0 if empty. Monotonic: a prefix costs at most one token more than the
 * whole.
 */
export function tokensOf(text: string): number {
  let sum = 0
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code > 127) {
      sum += weights[code] ?? 300
      at += 1
    } else {
      const end = runEnd(text, at, kinds[code] ?? MARK)
      sum += runCost(text, at, end)
      at = end
    }
  }
  return Math.ceil(sum / 100)
}

/** Returns the end of the run of one kind that starts here. A word may begin with one capital. */
function runEnd(text: string, start: number, first: number): number {
  let end = start + 1
  const second = kinds[text.charCodeAt(end)]
  const kind = first === UPPER && second === LOWER ? LOWER : first
  while (end < text.length && kinds[text.charCodeAt(end)] === kind) end += 1
  return end
}

function runCost(text: string, start: number, end: number): number {
  const length = end - start
  switch (kinds[text.charCodeAt(end - 1)]) {
    case LOWER:
      return wordCost(text, start, end)
    case UPPER:
      return length < 3 ? 100 : wordCost(text, start, end) + 15 * length
    case DIGIT:
      return 100 * Math.ceil(length / 3)
    case SPACE:
      return spaceCost(text, start, end)
    default:
      return markCost(text, start, end)
  }
}

/**
 * One token; more for a long word, for an ending that is rare in English, and for each unusual letter pair.
 */
function wordCost(text: string, start: number, end: number): number {
  let odd = 0
  let last = text.charCodeAt(start) & 31
  for (let at = start + 1; at < end; at += 1) {
    const letter = text.charCodeAt(at) & 31
    odd += 1 - (follows[last * 32 + letter] ?? 0)
    last = letter
  }
  const length = end - start
  const foreign = length > 4 && VOWEL_ENDINGS.includes(last) ? 45 : 0
  return 100 + foreign + 21 * excess(length, 5) + 20 * excess(length, 12) + 32 * odd + 45 * excess(odd, 1)
}

function excess(count: number, limit: number): number {
  return Math.max(0, count - limit)
}

/** A single space belongs to the word or mark after it. It costs extra before digits and in runs. */
function spaceCost(text: string, start: number, end: number): number {
  const next = kinds[text.charCodeAt(end)]
  const alone = end - start === 1 && text.charCodeAt(start) === 32
  if (alone) return next === DIGIT ? 100 : 0
  let cost = 100
  for (let at = start + 1; at < end; at += 1)
    cost += text.charCodeAt(at) === text.charCodeAt(at - 1) ? 5 : 100
  return cost
}

/** Marks merge if they repeat or often stand together. The apostrophe in "don't" belongs to its letters. */
function markCost(text: string, start: number, end: number): number {
  if (end - start === 1 && text.charCodeAt(start) === 39 && kinds[text.charCodeAt(end)] === LOWER) return 0
  let cost = 100
  for (let at = start + 1; at < end; at += 1) {
    const [before, mark] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
    cost += before === mark || MARK_PAIRS.has(before * 128 + mark) ? 25 : 75
  }
  return cost
}

function kindOf(char: string): number {
  if (/[a-z]/.test(char)) return LOWER
  if (/[A-Z]/.test(char)) return UPPER
  if (/\d/.test(char)) return DIGIT
  return /\s/.test(char) ? SPACE : MARK
}

/** Covers all UTF-16 units: an out-of-bounds lookup costs ten times as much as one within. 0 beyond ASCII. */
function kindTable(): Uint8Array {
  const table = new Uint8Array(0x1_00_00)
  for (let code = 0; code < 128; code += 1) table[code] = kindOf(String.fromCharCode(code))
  return table
}

function weightTable(): Uint16Array {
  const table = new Uint16Array(0x1_00_00)
  for (const [first, hundredths] of WEIGHTS) table.fill(hundredths, first)
  return table
}

/** Indexed by 32 × first + second, each a letter's position in the alphabet from 1. */
function followTable(): Uint8Array {
  const table = new Uint8Array(32 * 32)
  for (const [index, letters] of FOLLOWERS.split(" ").entries())
    for (const letter of letters) table[(index + 1) * 32 + (letter.charCodeAt(0) & 31)] = 1
  return table
}
