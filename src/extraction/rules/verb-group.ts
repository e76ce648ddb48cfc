/** The verb group retold in third person: "am not moving" to "isn't moving", "love" to "loves". */
import { bare } from "./grammar.ts"
import { ADVERBS, FILLERS } from "./lexicon.ts"
import { HELPERS, lemmaOfWord, type Predicate } from "./predicate.ts"
import { thirdPerson } from "./verbs.ts"

const THIRD: Record<string, string> = { am: "is", are: "is", were: "was", have: "has", do: "does" }
const LEADS = /^(?:want|plan|hope|need|intend|start|wish|dream|aim|end|keep)$/
/** Fillers that say nothing even after the first verb. */
const EMPTY = /^(?:just|actually|already|finally|really|so|literally)$/

export function inThirdPerson(predicate: Predicate, plural: boolean): string {
  const told: string[] = []
  let agreed = false
  for (const [index, raw] of predicate.group.entries()) {
    const word = bare(raw)
    const last = told.at(-1)
    if (isDropped(word, predicate, index, agreed)) continue
    if (word === "not" && last !== undefined && HELPERS.has(last.toLowerCase()))
      told[told.length - 1] = negative(last)
    else if (agreed || ADVERBS.has(word)) told.push(word)
    else {
      told.push(agreeing(word, predicate, plural))
      agreed = true
    }
  }
  return told.join(" ")
}

/** Fillers, and the "do" of "I do love it". */
function isDropped(word: string, predicate: Predicate, index: number, agreed: boolean): boolean {
  const { group, negated, intent } = predicate
  if (index === group.length - 1) return false
  if (/^(?:do|does)$/.test(word)) return !negated && intent === "done"
  return FILLERS.has(word) && !(negated && word === "really") && (!agreed || EMPTY.test(word))
}

function agreeing(word: string, predicate: Predicate, plural: boolean): string {
  if (plural) return word === "am" ? "are" : word === "was" ? "were" : word
  const turned = THIRD[word]
  if (turned !== undefined) return turned
  if (HELPERS.has(word)) return word
  if (predicate.intent === "done" && (lemmaOfWord(word) ?? word) === predicate.lemma)
    return predicate.form === "base" ? thirdPerson(word) : word
  return LEADS.test(word) ? thirdPerson(word) : word
}

function negative(helper: string): string {
  if (helper === "can") return "can't"
  if (helper === "will") return "won't"
  return helper === "am" ? "isn't" : `${helper}n't`
}
