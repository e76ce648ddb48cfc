/**
 * Decides whether one wording of a fact says everything another one says. Words only; in doubt the answer is
 * no. Pure.
 */
import { denies, normalizeFact, relate } from "./similarity.ts"
import { numbersIn, stems } from "./stems.ts"

/** The share of its words that a wording may have for itself: a verb, a turn of phrase. */
const MAX_OWN_SHARE = 1 / 3
/** Words that move a fact to another time or leave it open. Both wordings must have them, or neither. */
const MOODS = /\b(?:can|could|might|may|must|should|will|would|was|were|did|had)\b/gu
/** Words that narrow a fact. The lesser wording may omit them but not add them. */
const LIMITS = /\b(?:after|before|between|over|under|out|up|down|from|only|some|more|most|less)\b/gu
/** A name or a value, in any script that has capitals. */
const NAMES = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu

/** Synonyms, one group per line. Any other swapped word may make another fact ("tea", "coffee"). */
const SYNONYMS = [
  "name call known nickname",
  "work job employ profession occupation career",
  "live reside base home",
  "own keep pet",
  "learn study practice",
  "start begin began started",
  "hobby pastime",
  "big large huge",
  "kid child children",
  "mom mum mother",
  "dad father",
  "move relocate",
  "buy purchase bought",
  "ill sick",
  "photo picture photograph",
  "bike bicycle",
  "code program develop",
  "film movie",
  "fast quick",
  "favor prefer favorite",
].map((line) => new Set(stems(line)))

/**
 * Returns true if `whole` says everything `part` says. `alike`, if given, may accept swapped words; it never
 * overrules a difference in names, numbers or denial.
 */
export function entails(whole: string, part: string, alike?: (a: string, b: string) => boolean): boolean {
  if (["opposed", "replaces"].includes(relate(whole, part))) return false
  const [more, less] = [normalizeFact(whole), normalizeFact(part)]
  if (denies(more) !== denies(less)) return false
  if (found(MOODS, more).join() !== found(MOODS, less).join()) return false
  if (!within(found(LIMITS, less), found(LIMITS, more))) return false
  if (!within(numbersIn(less), numbersIn(more))) return false
  if (!namesInOrder(whole, part)) return false
  const own = stemsOnlyIn(less, more)
  const words = new Set(stems(less)).size
  if (own.length > words * MAX_OWN_SHARE) return false
  const swapped = stemsOnlyIn(more, less)
  return (
    own.length === 0 ||
    swapped.length === 0 ||
    allHaveSynonyms(own, swapped) ||
    (alike?.(whole, part) ?? false)
  )
}

/** Returns true if `next` is `former` in another order or with fewer words. */
export function addsNothing(former: string, next: string): boolean {
  const [before, after] = [normalizeFact(former), normalizeFact(next)]
  const marks = (text: string) => [numbersIn(text), found(MOODS, text), found(LIMITS, text)].join("|")
  return (
    denies(before) === denies(after) &&
    marks(before) === marks(after) &&
    stemsOnlyIn(after, before).length === 0 &&
    namesInOrder(former, next)
  )
}

function stemsOnlyIn(these: string, those: string): string[] {
  const others = new Set(stems(those))
  return [...new Set(stems(these))].filter((stem) => !others.has(stem))
}

/** Returns true if each word of its own has a synonym among the words it replaced. */
function allHaveSynonyms(own: readonly string[], swapped: readonly string[]): boolean {
  return own.every((stem) =>
    SYNONYMS.some((group) => group.has(stem) && swapped.some((other) => group.has(other))),
  )
}

/**
 * Returns true if all names of the part occur in the whole, in the same order: "Kai taught Ana" is not "Ana
 * taught Kai".
 */
function namesInOrder(whole: string, part: string): boolean {
  const [all, some] = [namesIn(whole), namesIn(part)]
  const words = new Set(stems(whole))
  if (!some.every((name) => all.includes(name) || words.has(name))) return false
  const shared = (these: string[], those: string[]) => these.filter((name) => those.includes(name)).join(" ")
  return shared(all, some) === shared(some, all)
}

function namesIn(text: string): string[] {
  return [...new Set((text.match(NAMES) ?? []).flatMap((name) => stems(name)))]
}

function found(marks: RegExp, text: string): string[] {
  return [...new Set(text.match(marks) ?? [])].sort()
}

function within<T>(some: readonly T[], all: readonly T[]): boolean {
  return some.every((one) => all.includes(one))
}
