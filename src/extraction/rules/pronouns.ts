/** First person turned into third. */
import { normalizeWord } from "./words.ts"

/** What first person becomes: the author as subject takes "they", any other subject takes the author's name. */
export interface PronounForms {
  self: string
  own: string
  owned: string
  reflexive: string
}

export const THEY_FORMS: PronounForms = {
  self: "them",
  own: "their",
  owned: "theirs",
  reflexive: "themselves",
}

export function nameForms(name: string): PronounForms {
  return { self: name, own: possessive(name), owned: possessive(name), reflexive: name }
}

export function possessive(name: string): string {
  return `${name}'s`
}

/** Retells words after the verb: "my" becomes "their" or the name's, "I am" becomes "they are". */
export function rewritePronouns(words: string[], voice: PronounForms): string[] {
  const told: string[] = []
  for (const [index, word] of words.entries()) {
    const [, core = word, tail = ""] = /^(.*?)([,;:.!"')]*)$/.exec(word) ?? []
    const before = normalizeWord(words[index - 1] ?? "")
    told.push(`${retold(core, before, voice)}${tail}`)
  }
  return told
}

function retold(core: string, before: string, voice: PronounForms): string {
  const word = core.toLowerCase()
  const subject = voice.self === "them" ? "they" : voice.self
  switch (word) {
    case "my":
    case "our":
      return voice.own
    case "mine":
    case "ours":
      return voice.owned
    case "me":
    case "us":
      return core === "US" ? core : voice.self
    case "myself":
    case "ourselves":
      return voice.reflexive
    case "i":
    case "we":
      return subject
    case "am":
      return before === "i" ? (subject === "they" ? "are" : "is") : core
    case "was":
      return before === "i" && subject === "they" ? "were" : core
    default:
      return core
  }
}

/** Whether any word is first person. */
export function hasFirstPerson(words: string[]): boolean {
  return words.some(
    (word) => /^(?:i|me|my|mine|myself|we|us|our|ours|ourselves)$/.test(normalizeWord(word)) && word !== "US",
  )
}
