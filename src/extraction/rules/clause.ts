/** Sentences cut into clauses, and each clause's subject: the speaker, their kin, or a known name. */
import type { Person } from "../../domain/types.ts"
import { EVENTS, KIN, PETS } from "./lexicon.ts"
import { normalizeWord, tokenize } from "./words.ts"

export type ClauseSubject =
  /** The speaker; `label` keeps company ("and their wife"). */
  | { kind: "self"; company: string | null; elided: boolean }
  /** Somebody of the speaker's: "my older sister". */
  | { kind: "kin"; noun: string; phrase: string; plural: boolean }
  /** Another thing of the speaker's: "my favorite editor". */
  | { kind: "own"; phrase: string }
  | { kind: "named"; person: Person }
  /** He, she, it, they: whoever was spoken of last. */
  | { kind: "pronoun"; word: string }

export interface Clause {
  subject: ClauseSubject
  /** What follows the subject, contractions opened. */
  words: string[]
}

const OPENER =
  /^(?:oh|ah|aw+|wow|omg|hey|hi|hello|yo|yeah|yea|yep|yes|yup|ya|nah|nope|no|well|so|and|but|btw|ok|okay|hmm+|hm|um+|uh+|er|lol|lmao|haha+|hehe|nice|cool|great|sweet|thanks|thx|fun fact|honestly|tbh|actually|anyway|anyways|also|plus|true|same|good|man|dude|guys|ooh|yay|yup|fyi|damn|dang|gosh|right|sure|totally|exactly|indeed|fwiw|personally|basically|currently|in fact|by the way|as for me|for me|unfortunately|sadly|luckily|fortunately|today|recently|lately|see|look|sorry|woo-?hoo|woot|hooray|congrats|congratulations|guess what|not gonna lie|ngl|lowkey|did you hear|get this|big day|no way|not bad|you know|ya know|i mean|morning|good morning|good news|big news|great news|update|now|then|because|since|cuz)(?:[,!.:;-]+\s*|\s+|$)/i

const STARTS =
  "(?:i|i'm|im|i've|ive|i'll|we|we're|we've|my|our|you|you're|he|he's|she|she's|it|it's|its|they|they're|this|that's|there|there's|what|who|how|why|let's|lets|please)"
const SPLITS = new RegExp(
  `\\s*(?:[;\\u2014\\u2013\\u2026]|\\s-{1,2}\\s|--+|\\.{2,}|:(?=\\s))\\s*|,\\s+(?:(?:and|but|so|plus|or|although|though|because|cause|cuz) )?(?=${STARTS}\\b)|\\s+(?:and|but|so|plus|because|cause|cuz|though|although)\\s+(?=${STARTS}\\b)`,
  "i",
)

export function splitClauses(sentence: string): string[] {
  return sentence
    .replace(/\([^()]{0,200}\)/g, " ")
    .replace(/\b(?:my|our) ([\p{L}-]+) and (?:i|me)\b/giu, "me & my $1")
    .replace(/\bme and (?:my|our) /gi, "me & my ")
    .split(SPLITS)
    .map(stripOpeners)
    .filter((clause) => clause !== "")
}

/** What leads to news but is none: "Since we last spoke, …", "I wanted to tell you that …". */
const LEADS_TO =
  /^(?:since (?:we|our|the|i) [^,]{3,30}, |on (?:another|a different|a side) note,? |(?:i|i'm) (?:just )?(?:wanted|want|excited|happy|pleased|proud) to (?:tell|let|share|say|announce)(?: with)?(?: you| ya| y'all)?(?: guys)?(?: know)?(?: that)? (?=i\b|we\b|my\b|i')|(?:crazy|funny|weird|great|good|big|bad) (?:thing|news)[^,:]{0,30}[,:-]+ )/i

export function stripOpeners(text: string): string {
  let rest = text
    .trim()
    .replace(/^["'(]+/, "")
    .replace(LEADS_TO, "")
  for (let turn = 0; turn < 6; turn++) {
    const next = rest.replace(OPENER, "").replace(/^[\s,.!-]+/, "")
    if (next === rest) break
    rest = next
  }
  return rest
}

/** Reads a clause's subject; null where it is nobody whom facts could be about. */
export function readClause(text: string, names: Map<string, Person>): Clause | null {
  const words = tokenize(text)
  const first = normalizeWord(words[0] ?? "")
  if (first === "i" || first === "we")
    return { subject: { kind: "self", company: null, elided: false }, words: words.slice(1) }
  if (/^(?:he|she|it|they|he's|she's|it's)$/.test(first)) {
    const opened = first.endsWith("'s") ? ["is", ...words.slice(1)] : words.slice(1)
    return { subject: { kind: "pronoun", word: first.replace("'s", "") }, words: opened }
  }
  if (first === "me" && /^(?:my|our)$/i.test(words[1] ?? "")) return together(words.slice(1))
  if (first === "my" || first === "our") return ownSubject(words)
  return namedSubject(words, names)
}

/** "my wife and I moved", "me and my wife moved". */
function together(words: string[]): Clause | null {
  const noun = normalizeWord(words[1] ?? "")
  if (!/^(?:my|our)$/.test(normalizeWord(words[0] ?? "")) || !KIN.has(noun)) return null
  return { subject: { kind: "self", company: `and their ${noun}`, elided: false }, words: words.slice(2) }
}

function ownSubject(words: string[]): Clause | null {
  const at = words.slice(1, 5).findIndex((word) => KIN.has(noun(word)) || PETS.has(noun(word))) + 1
  const modifiers = words.slice(1, at)
  if (at > 0 && modifiers.every((word) => /^[\p{L}-]+$/u.test(word) && normalizeWord(word) !== "is"))
    return kinSubject(words, at)
  const verb = words.findIndex(
    (word, index) =>
      index > 1 &&
      index < 8 &&
      /^(?:is|are|was|isn't|aren't|has|'s|broke|died|got|burned|flooded)$/i.test(word),
  )
  if (verb > 0)
    return { subject: { kind: "own", phrase: words.slice(1, verb).join(" ") }, words: words.slice(verb) }
  const joined = words.findIndex((word, index) => index > 0 && index < 6 && /'s$/.test(word))
  if (joined < 1) return null
  const phrase = [...words.slice(1, joined), (words[joined] ?? "").replace(/'s$/, "")].join(" ")
  return { subject: { kind: "own", phrase }, words: ["is", ...words.slice(joined + 1)] }
}

function kinSubject(words: string[], at: number): Clause | null {
  const head = words[at] ?? ""
  const next = normalizeWord(words[at + 1] ?? "")
  const called = /^\p{Lu}\p{Ll}+,?$/u.test(words[at + 1] ?? "") && words.length > at + 3 ? 1 : 0
  const phrase = words
    .slice(1, at + 1 + called)
    .join(" ")
    .replace(/,/g, "")
    .replace(/'s$/, "")
  const subject = { kind: "kin", noun: noun(head), phrase, plural: isPlural(noun(head)) } as const
  if (!head.endsWith("'s")) return { subject, words: words.slice(at + 1 + called) }
  if (/^name$/.test(next))
    return { subject: { kind: "own", phrase: `${phrase}'s name` }, words: words.slice(at + 2) }
  if (EVENTS.has(next))
    return { subject: { kind: "own", phrase: `${phrase}'s ${next}` }, words: words.slice(at + 2) }
  const state = /^(?:a|an|the|not|in|from|at|called|named|getting|been|got|turning|my|\w+ing|\w+ed)$/.test(
    next,
  )
  return state
    ? { subject, words: [next === "been" || next === "got" ? "has" : "is", ...words.slice(at + 1)] }
    : null
}

function noun(word: string): string {
  return normalizeWord(word).replace(/'s$/, "")
}

function isPlural(noun: string): boolean {
  return noun.endsWith("s") || noun === "children" || noun === "family"
    ? noun !== "boss" && noun !== "family"
    : false
}

function namedSubject(words: string[], names: Map<string, Person>): Clause | null {
  for (const length of [3, 2, 1]) {
    const text = words.slice(0, length).join(" ")
    const joined = text.endsWith("'s")
    const person = names.get((joined ? text.slice(0, -2) : text).replace(/,$/, ""))
    if (person === undefined || words.length <= length) continue
    return {
      subject: { kind: "named", person },
      words: joined ? ["is", ...words.slice(length)] : words.slice(length),
    }
  }
  return null
}
