/**
 * Decides which people a name means: the one rule for model replies, rules, statements, questions and wishes to forget.
 * Pure. Who may be named to whom is the caller's to decide.
 */

import { remembered } from "./remembered.ts"

/** A person under their display name. */
interface Named {
  readonly id: string
  readonly name: string
}

/** Each word of a window is compared with the names of all people. A long text is searched once. */
const MOST_NAMES = 8_000
const LONGEST_NAME = 100
const ASCII = /^[\x20-\x7e]*$/

/** Returns a name as it is compared: without case, accents and decoration. "Ana 🌱" is "ana", "Ana_Bell" "ana bell". */
export const nameKey = remembered(
  (name): string => {
    const folded = withoutAccents(name)
    const words = folded.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()
    return words === "" ? folded : words
  },
  { most: MOST_NAMES, longest: LONGEST_NAME },
)

const withoutAccents = remembered(
  (name): string => {
    if (ASCII.test(name)) return name.toLowerCase().trim()
    // Only Latin, Greek and Cyrillic accents: in other scripts, marks are letters.
    const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "")
    return plain.normalize("NFC").toLowerCase().trim()
  },
  { most: MOST_NAMES, longest: LONGEST_NAME },
)

/** Returns true if this is somebody's whole name. Decoration counts if only it tells "Ana 🌱" from another Ana. */
export function isWholeName({ name }: Named, said: string): boolean {
  const key = nameKey(said)
  return key.includes(" ") ? nameKey(name) === key : withoutAccents(name) === withoutAccents(said)
}

/**
 * Returns the people whom a name means: those whose whole name it is, else those whose first name it is, and with
 * `parts` else those with it as another word of their name. More than one person: the name alone does not tell.
 */
export function peopleMeant<P extends Named>(
  said: string,
  people: readonly P[],
  { parts = false }: { parts?: boolean } = {},
): P[] {
  const key = nameKey(said)
  if (key === "") return []
  const bearers = bearersAmong(people)
  const whole = key.includes(" ") ? bearers.whole.get(key) : bearers.plain.get(withoutAccents(said))
  return [...(whole ?? bearers.start.get(key) ?? (parts ? bearers.part.get(key) : undefined) ?? [])]
}

/** People by their names as they are compared. */
interface Bearers<P> {
  /** By `nameKey`. */
  whole: Map<string, P[]>
  /** By the name without accents. */
  plain: Map<string, P[]>
  /** By the first words of `nameKey`, one or more. */
  start: Map<string, P[]>
  /** By each word of it. */
  part: Map<string, P[]>
}

/** Each word of a window may be asked for among the same people. */
const bearersOf = new WeakMap<readonly Named[], Bearers<Named>>()

function bearersAmong<P extends Named>(people: readonly P[]): Bearers<P> {
  // Made below, from this very list.
  const known = bearersOf.get(people) as Bearers<P> | undefined
  if (known) return known
  const bearers: Bearers<P> = { whole: new Map(), plain: new Map(), start: new Map(), part: new Map() }
  const add = (to: Map<string, P[]>, key: string, person: P) => to.set(key, [...(to.get(key) ?? []), person])
  for (const person of people) {
    const key = nameKey(person.name)
    const words = key.split(" ")
    add(bearers.whole, key, person)
    add(bearers.plain, withoutAccents(person.name), person)
    for (const last of words.keys()) add(bearers.start, words.slice(0, last + 1).join(" "), person)
    for (const word of new Set(words)) add(bearers.part, word, person)
  }
  bearersOf.set(people, bearers)
  return bearers
}

/**
 * Returns a quick test for names that may mean one of these people, for lists of words of which nearly all are no name:
 * `peopleMeant` without `parts` finds nobody for the others.
 */
export function mayMean(people: readonly Named[]): (said: string) => boolean {
  const first = new Set(people.map(({ name }) => firstOf(name)))
  return (said) => first.has(firstOf(said))
}

/** Returns the names of people, for each list of them the same array: what is made of one can be kept by it. */
export function displayNames(people: readonly Named[]): readonly string[] {
  const names = nameLists.get(people) ?? people.map(({ name }) => name)
  nameLists.set(people, names)
  return names
}

const nameLists = new WeakMap<readonly Named[], readonly string[]>()

/** Returns the people with whose name a text begins: the longest whole name, else a word of their name. */
export function peopleAtStart<P extends Named>(text: string, people: readonly P[]): P[] {
  const start = `${nameKey(text)} `
  const begins = (key: string) => key !== "" && start.startsWith(`${key} `)
  const whole = people.filter(({ name }) => begins(nameKey(name)))
  const longest = Math.max(...whole.map(({ name }) => nameKey(name).length))
  return firstFound(people, [
    ({ name }) => begins(nameKey(name)) && nameKey(name).length === longest,
    ({ name }) => firstOf(name).length > 1 && begins(firstOf(name)),
    ({ name }) => partsOf(name).some(begins),
  ])
}

/** Returns true if a text holds the name or a word of it. */
export function mentionsPerson(text: string, { name }: Named): boolean {
  const words = nameKey(text)
  return [nameKey(name), ...partsOf(name)].some((part) => part !== "" && words.includes(part))
}

/** Returns the person of a list that holds one person, however often, or else `null`. */
export function onlyOne<P extends Named>(people: readonly P[]): P | null {
  const [first] = people
  return first && people.every(({ id }) => id === first.id) ? first : null
}

/** Returns the forms under which a person is spoken of, as compared by `nameKey`: whole and first name. */
export function spokenForms(name: string): string[] {
  return [...new Set([nameKey(name), firstOf(name)])]
}

/** The bounds of the names that may mean one of these words, in an index that orders names without ASCII case. */
export function nameRanges(words: readonly string[]): [from: string, to: string][] {
  const ranges: [string, string][] = []
  const add = (from: string, to: string) => ranges.push([from, to])
  const accented = new Set<string>()
  for (const word of new Set(words.map((one) => one.toLowerCase()))) {
    // A space, a sign or an emoji follows the first name, or nothing.
    add(word, `${word}0`)
    add(`${word}:`, `${word}a`)
    add(`${word}\u0080`, `${word}\u{10ffff}`)
    // "Jose" may mean "José": the names that first differ by an accented letter.
    for (const [index, letter] of [...word].entries())
      if (ACCENTED.has(letter)) accented.add(word.slice(0, index))
  }
  for (const start of accented) add(`${start}\u00c0`, `${start}\u0250`)
  return ranges
}

/** Returns a word of a sentence as it may name somebody: without quotes, punctuation and "'s". */
export function bareWord(word: string): string {
  return word.replace(/^[@"“(]+|['’]s$|[,.:;!?)"”]+$/gu, "").replace(/['’]s$/u, "")
}

/** The letters that bear accents in the languages of chat. */
const ACCENTED = new Set("aeiouycnszg")

function firstFound<P>(people: readonly P[], ways: readonly ((person: P) => boolean)[]): P[] {
  for (const isMeant of ways) {
    const found = people.filter(isMeant)
    if (found.length > 0) return found
  }
  return []
}

const firstOf = remembered((name) => nameKey(name).split(" ", 1)[0] ?? "", {
  most: MOST_NAMES,
  longest: LONGEST_NAME,
})

function partsOf(name: string): string[] {
  return nameKey(name)
    .split(" ")
    .filter((part) => part.length > 1)
}
