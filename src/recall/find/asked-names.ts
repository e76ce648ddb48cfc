/**
 * Keeps the names of people who object out of a search. In a question that holds one, words that nothing holds stand in
 * their place, so it finds what it would find of somebody never heard of. It follows redaction (`redact.ts`): what is hidden
 * in a text is not searched by.
 */
import { hashOf } from "../../domain/hash.ts"
import type { Id, Person, Viewer } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { type Objector, objectorNames } from "../../memory/read/consent-sql.ts"
import { membersNamed } from "../../memory/read/people-named.ts"
import { formsOf, isEverydayWord, mayBeName } from "../../text/names.ts"
import { isWholeName, nameKey, peopleMeant } from "../../text/person-names.ts"
import { stems } from "../../text/stems.ts"
import { otherSpellings } from "./spellings.ts"

/** A word of the question. */
interface Token {
  text: string
  at: number
  key: string
  /** The stems that it is searched by, other spellings included. */
  searched: ReadonlySet<string>
}

/** A question as words, alone and as the pairs that recall searches as one word, by the place of the first. */
interface Asked {
  words: string
  tokens: readonly Token[]
  pairs: ReadonlyMap<number, Token>
}

/** Words of the question that may mean an objector. `isWhole`: they are the whole name. */
interface NameSaid {
  tokens: readonly Token[]
  said: string
  isWhole: boolean
  objector: Objector
}

const MIN_LETTERS = 3

/**
 * Returns the question with placeholders for the names of objectors, or `null` if it holds none. It asks the database only if
 * it holds one, to keep the names of others who are called so.
 */
export async function withoutObjectorNames(
  db: Database,
  viewer: Viewer,
  words: string,
  objectors: readonly Objector[],
): Promise<string | null> {
  const said = objectorNamesIn(words, objectors)
  if (said.length === 0) return null
  const others = await membersNamed(db, viewer, [...new Set(said.map((one) => one.said))])
  const meant = said.filter((one) => !meansAnother(one, others))
  return meant.length === 0 ? null : withPlaceholders(words, meant, viewer.guildId)
}

/** Somebody else's whole name stays, as in redacted texts, and a first name of others stands for them. */
function meansAnother({ said, isWhole }: NameSaid, others: readonly Person[]): boolean {
  return isWhole
    ? others.some((person) => isWholeName(person, said))
    : peopleMeant(said, others, { parts: true }).length > 0
}

/** @internal */
export function objectorNamesIn(words: string, objectors: readonly Objector[]): NameSaid[] {
  const asked = askedOf(words)
  // Prints are of names as they are displayed.
  const texts = [words, words.replace(WORD, (word) => word.charAt(0).toUpperCase() + word.slice(1))]
  return objectors.flatMap((objector) => {
    const names = objectorNames([objector], texts).filter((name) => formsOf(name).length > 0)
    return [...new Set(names)].flatMap((name) => namesSaid(asked, name).map((one) => ({ ...one, objector })))
  })
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

function askedOf(words: string): Asked {
  const tokens = [...words.matchAll(WORD)].map(({ 0: text, index }) => tokenOf(text, index))
  const pairs = tokens.flatMap((token, first) => {
    const pair = tokens.slice(first, first + 2)
    const text = pair.map((one) => one.text).join("")
    const isSearched = pair.length === 2 && otherSpellings(textOf(pair)).includes(text.toLowerCase())
    return isSearched ? [[first, tokenOf(text, token.at)] as const] : []
  })
  return { words, tokens, pairs: new Map(pairs) }
}

function tokenOf(text: string, at: number): Token {
  const searched = new Set([text, ...otherSpellings(text)].flatMap((word) => [...stems(word)]))
  return { text, at, key: nameKey(text), searched }
}

function namesSaid(asked: Asked, name: string): Omit<NameSaid, "objector">[] {
  if (/\p{Lo}/u.test(name)) return namesInside(asked.words, name)
  const bearer = { parts: nameKey(name).split(" "), forms: formsOf(name) }
  return asked.tokens.flatMap((_, first) => nameAt(asked, first, bearer) ?? [])
}

function nameAt(
  { words, tokens, pairs }: Asked,
  first: number,
  { parts, forms }: { parts: readonly string[]; forms: readonly string[] },
) {
  // Redaction hides the name "coffee" in small letters, too.
  const mayBe = ({ text, at }: Token) =>
    mayBeName(text, at, words) || (text === text.toLowerCase() && forms.includes(text))
  const run = tokens.slice(first, first + parts.length)
  const isRun = run.length === parts.length && run.every((one, n) => isPart(one, parts[n] ?? ""))
  if (isRun && run.some(mayBe)) return { tokens: run, said: textOf(run), isWhole: true }
  const pair = pairs.get(first)
  if (pair && mayBe(pair) && parts.some((part) => isPart(pair, part)))
    return { tokens: tokens.slice(first, first + 2), said: pair.text, isWhole: parts.length === 1 }
  const token = tokens[first]
  return token && parts.length > 1 && parts.some((part) => isTellingPart(words, token, part))
    ? { tokens: [token], said: token.text, isWhole: false }
    : null
}

/** Scripts without case mostly do not separate words. */
function namesInside(words: string, name: string): Omit<NameSaid, "objector">[] {
  return formsOf(name).flatMap((form) => {
    const places = [...words.split("").keys()].filter((at) => words.startsWith(form, at))
    return places.map((at) => ({ tokens: [tokenOf(form, at)], said: form, isWhole: true }))
  })
}

/** A question finds a name by its stem, too: "wrens" finds "Wren". */
function isPart({ text, key, searched }: Token, part: string): boolean {
  if (key === part) return true
  // "loving" is no spelling of the name "Love".
  return stems(part).some((stem) => searched.has(stem)) && !isEverydayWord(text.toLowerCase())
}

/** One word of a name of several. If it is an everyday word, a capital tells more inside the question than at its start. */
function isTellingPart(words: string, token: Token, part: string): boolean {
  const { text, at } = token
  if (part.length < MIN_LETTERS || !isPart(token, part)) return false
  return !isEverydayWord(text.toLowerCase()) || (at > 0 && mayBeName(text, at, words))
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(" ")
}

/** Replaces word by word, from the end, so that places stay. @internal */
export function withPlaceholders(words: string, names: readonly NameSaid[], guildId: Id): string {
  const byPlace = new Map(
    names.flatMap(({ tokens, objector }) => tokens.map((token) => [token.at, { token, objector }] as const)),
  )
  return [...byPlace.values()]
    .toSorted((a, b) => b.token.at - a.token.at)
    .reduce(
      (text, { token, objector }) =>
        text.slice(0, token.at) +
        placeholder(token, [guildId, objector.id, String(objector.since)]) +
        text.slice(token.at + token.text.length),
      words,
    )
}

/** No word has consonants alone, and none ends that a stemmer or another spelling changes. */
const LETTERS = "bcdfghjklmnpqvwx"
const LONG = 16

/**
 * Always the same for a name, or a second search would tell. It depends on when its bearer objected, which members do not
 * know: they could write the word and see if the name finds it.
 */
function placeholder({ text, key }: Token, secret: readonly string[]): string {
  const digits = hashOf([...secret, key]).slice(0, LONG)
  // "What do the Drummonds play" asks for several, whoever they are.
  const ending = /s$/iu.test(text) ? "s" : ""
  const word = [...digits].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join("") + ending
  const [first = ""] = text
  if (text === text.toUpperCase()) return word.toUpperCase()
  return first === first.toUpperCase() ? word.charAt(0).toUpperCase() + word.slice(1) : word
}
