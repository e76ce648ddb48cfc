/** Whom "he", "she", "it" or "they" mean after a fact that brought somebody in: "I have a sister. She lives in Rome". */
import type { Subject } from "./clause.ts"
import type { Draft } from "./draft.ts"
import { bare } from "./grammar.ts"
import { KIN, PETS } from "./lexicon.ts"

const BRINGS_IN = /^(?:have|get|adopt|rescue|buy|foster|own|meet|marry|visit)$/
const CALLED = / named (\p{Lu}[\p{L}'-]*)/u

/** The one of the author's own that a fact is about or brought in; null where it is none, or more than one. */
export function referentOf(draft: Draft): Subject | null {
  if (draft.subject.id !== draft.by.id) return { kind: "named", person: draft.subject }
  const possessor = `${draft.by.name}'s `
  if (draft.ofKin && draft.label.startsWith(possessor)) {
    const phrase = draft.label.slice(possessor.length)
    return { kind: "kin", noun: nounIn(phrase) ?? "", phrase, plural: draft.plural }
  }
  const kept = / (\S+)'s name$/.exec(draft.label)?.[1]
  if (kept !== undefined) return { kind: "kin", noun: kept, phrase: `${kept} ${draft.object}`, plural: false }
  if (!BRINGS_IN.test(draft.lemma) || draft.verb.includes("n't")) return null
  const noun = nounIn(draft.object)
  if (noun === null) return null
  const name = CALLED.exec(draft.object)?.[1]
  return {
    kind: "kin",
    noun,
    phrase: name === undefined ? noun : `${noun} ${name}`,
    plural: noun.endsWith("s"),
  }
}

/** The only word of kin or pets in a text. */
function nounIn(text: string): string | null {
  const nouns = text
    .split(" ")
    .map(bare)
    .filter((word) => KIN.has(word) || PETS.has(word))
  return new Set(nouns).size === 1 ? (nouns[0] ?? null) : null
}
