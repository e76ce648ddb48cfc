/** Words of a clause: contractions opened, first person turned into third, stray endings trimmed. */
import { bare } from "./grammar.ts"

const OPENED: Record<string, string> = {
  "i'm": "I am", im: "I am", "i've": "I have", ive: "I have", "i'll": "I will", "i'd": "I would", "i'ma": "I am going to",
  imma: "I am going to", "we're": "we are", "we've": "we have", "we'll": "we will", "we'd": "we would",
  "don't": "do not", dont: "do not", "doesn't": "does not", doesnt: "does not", "didn't": "did not", didnt: "did not",
  "can't": "can not", cant: "can not", cannot: "can not", "won't": "will not", wont: "will not", "isn't": "is not",
  isnt: "is not", "aren't": "are not", "wasn't": "was not", wasnt: "was not", "weren't": "were not",
  "haven't": "have not", havent: "have not", "hasn't": "has not", hasnt: "has not", "hadn't": "had not",
  "wouldn't": "would not", "shouldn't": "should not", "couldn't": "could not", "ain't": "am not",
  gonna: "going to", wanna: "want to", gotta: "have to", "they're": "they are", "they've": "they have",
  "they'll": "they will", "you're": "you are", "you've": "you have", ur: "your", u: "you", w: "with", "w/": "with",
  bday: "birthday", fav: "favorite", fave: "favorite", favourite: "favorite",
}

/** Splits a clause into words with contractions opened. Commas stay on their words. */
export function wordsOf(clause: string): string[] {
  const words: string[] = []
  for (const word of clause.split(/\s+/)) {
    if (word === "" || !/[\p{L}\p{N}]/u.test(word)) continue
    const [, core = word, tail = ""] = /^(.*?)([,;:]*)$/.exec(word) ?? []
    const opened = OPENED[core.toLowerCase()]
    if (opened === undefined) words.push(word)
    else words.push(...`${opened}${tail}`.split(" "))
  }
  return words
}

/** What first person becomes: the author as subject takes "they", any other subject takes the author's name. */
export interface Retelling {
  self: string
  own: string
  owned: string
  reflexive: string
}

export const AS_THEY: Retelling = { self: "them", own: "their", owned: "theirs", reflexive: "themselves" }

export function asName(name: string): Retelling {
  return { self: name, own: possessive(name), owned: possessive(name), reflexive: name }
}

export function possessive(name: string): string {
  return `${name}'s`
}

/** Retells words after the verb: "my" becomes "their" or the name's, "I am" becomes "they are". */
export function retell(words: string[], voice: Retelling): string[] {
  const told: string[] = []
  for (const [index, word] of words.entries()) {
    const [, core = word, tail = ""] = /^(.*?)([,;:.!"')]*)$/.exec(word) ?? []
    const before = bare(words[index - 1] ?? "")
    told.push(`${retold(core, before, voice)}${tail}`)
  }
  return told
}

function retold(core: string, before: string, voice: Retelling): string {
  const word = core.toLowerCase()
  const subject = voice.self === "them" ? "they" : voice.self
  switch (word) {
    case "my":
    case "our": return voice.own
    case "mine":
    case "ours": return voice.owned
    case "me":
    case "us": return core === "US" ? core : voice.self
    case "myself":
    case "ourselves": return voice.reflexive
    case "i":
    case "we": return subject
    case "am": return before === "i" ? (subject === "they" ? "are" : "is") : core
    case "was": return before === "i" && subject === "they" ? "were" : core
    default: return core
  }
}

/** Whether any word is first person. */
export function hasFirstPerson(words: string[]): boolean {
  return words.some((word) => /^(?:i|me|my|mine|myself|we|us|our|ours|ourselves)$/.test(bare(word)) && word !== "US")
}

const CUTS = new Set(["because", "cuz", "cause", "coz", "cos", "although", "though", "tho", "whereas", "but", "which",
  "unless", "until", "except", "so", "since", "lol", "lmao", "haha", "imo", "imho", "tbh", "btw", "fwiw", "hence",
  "however", "anyway", "anyways", "etc", "right", "ok", "okay", "eh", "huh", "hehe", "ty", "thanks", "thx", "sorry"])
const SUBJECT = /^(?:i|we|you|he|she|it|they|this|that|there)$/

/** Cuts a complement where another thought begins, and trims words that carry nothing. */
export function settle(words: string[]): string[] {
  let end = words.length
  for (const [index, word] of words.entries()) {
    const now = bare(word)
    const next = bare(words[index + 1] ?? "")
    const timely = /^(?:when|while|after|before|since|until)$/.test(now)
    if (timely && /^(?:(?:19|20)\d\d|last|next|i|i'm|\w+day|january|february|march|april|may|june|july|august|september|october|november|december|childhood|college|birth|then|high)$/.test(next)) continue
    const cut = CUTS.has(now) || (timely && SUBJECT.test(next)) || now === "when" || now === "while"
    const spliced = index > 0 && /[,;:]$/.test(words[index - 1] ?? "") && (SUBJECT.test(now) || /^(?:and|or)$/.test(now) && (SUBJECT.test(next) || next === "my"))
    if ((cut && !(now === "so" && next === "cal")) || spliced) {
      end = index
      break
    }
  }
  const kept = words.slice(0, end)
  while (kept.length > 0 && TRAILING.has(bare(kept.at(-1) ?? ""))) kept.pop()
  const last = kept.pop()
  if (last !== undefined) kept.push(last.replace(/[^\p{L}\p{N}+#%)]+$/u, ""))
  return kept
}

const TRAILING = new Set(["and", "or", "actually", "too", "myself", "correct", "though", "tho", "lol", "haha", "now", "well", "either", "man", "dude",
  "already", "again", "still", "yet", "basically", "honestly", "personally", "really", "also", "the", "a", "an", "of",
  "to", "with", "at", "in", "for", "from", "my", "as", "is", "are", "guys", "folks", "everyone", "all", "obviously", "btw", "btw,", ""])
