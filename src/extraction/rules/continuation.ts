/** Lines that go on with their author's last fact: "next month", "that startup I told you about", "Named her Luna". */
import type { Clause } from "./clause.ts"
import { readClause } from "./clause.ts"
import { PREPOSITIONS, readComplement } from "./complement.ts"
import type { Draft } from "./draft.ts"
import { bare } from "./grammar.ts"
import type { Line, Sentence } from "./line.ts"
import type { Scene } from "./scene.ts"
import { tidy } from "./statement.ts"
import { isTime, mentionsTime, timePhrase } from "./times.ts"
import { thirdPerson } from "./verbs.ts"
import { AS_THEY, hasFirstPerson, retell, settle, wordsOf } from "./words.ts"

const NEAR = { lines: 12, ms: 10 * 60_000 }
const RAPID = { lines: 4, ms: 3 * 60_000 }
const NAMING = [
  /^(?:and )?(?:i |we |i've |we've |i'm |we're |gonna |decided to |just )*(?:named|call(?:ed|ing)?|naming|name) (?:her|him|it|them|the (?:\w+ )?\w+) ((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2})$/iu,
  /^(?:and )?(?:her|his|its|it's|the (?:\w+ )?\w+'s) name(?:'s| is| will be|s) (?:going to be |gonna be )?((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2})$/iu,
  /^(?:and )?(?:she|he|it|she's|he's|it's)(?: is)? (?:called|named) ((?:\p{L}[\p{L}'-]*)(?: \p{Lu}[\p{L}'-]*){0,2})$/iu,
]
const NAMABLE = new Set("cat dog puppy kitten rabbit bunny hamster parrot bird turtle tortoise snake gecko lizard horse pony goldfish ferret hedgehog chinchilla poodle corgi labrador lab retriever husky beagle pug dachshund budgie pet goat rat pig baby daughter son girl boy car boat band bakery company startup shop store podcast blog cockatiel axolotl donkey cow lamb owl fish tabby mutt greyhound terrier spaniel collie shepherd guitar plant robot business cafe restaurant channel".split(" "))

/** Whether a sentence went on with an earlier fact (and grew it). */
export function continues(scene: Scene, line: Line, sentence: Sentence): boolean {
  const text = sentence.text.replace(/[\s.!,]+$/, "").replace(/^(?:oh|yeah|yep|and|so|btw|also|lol|haha|anyway)[, ]+/i, "")
  if (text.length > 200) return false
  return names(scene, line, text) || goesOn(scene, line, text)
}

function lastDraft(scene: Scene, line: Line, near: { lines: number; ms: number }, fits: (draft: Draft) => boolean): Draft | null {
  const draft = scene.drafts.findLast((known) => known.by.id === line.author.id && fits(known))
  if (draft === undefined || line.number - draft.lastLine > near.lines || line.at - draft.lastAt > near.ms) return null
  return draft
}

export function grow(draft: Draft, line: Line, tail: string): true {
  draft.tail += tail
  draft.lines.add(line.number)
  draft.lastLine = line.number
  draft.lastAt = line.at
  return true
}

function names(scene: Scene, line: Line, text: string): boolean {
  for (const pattern of NAMING) {
    const name = pattern.exec(text)?.[1]
    if (name !== undefined && /^(?:that|this|it|to|a|the|out|back|up|off|in|for|after)\b/i.test(name) === false) return giveName(scene, line, name)
  }
  return false
}

/** Gives the last namable thing that a person spoke of its name. */
export function giveName(scene: Scene, line: Line, name: string): boolean {
  const draft = lastDraft(scene, line, NEAR, (known) => !/ named /.test(known.object) && namableIn(known) !== null)
  const noun = draft === null ? null : namableIn(draft)
  if (draft === null || noun === null) return false
  const proper = name.charAt(0).toUpperCase() + name.slice(1)
  const inObject = new RegExp(`\\b${noun}\\b`, "i").test(draft.object)
  if (inObject) draft.object = draft.object.replace(new RegExp(`\\b${noun}\\b`, "i"), (found) => `${found} named ${proper}`)
  else draft.label = `${draft.label} ${proper}`
  return grow(draft, line, "")
}

function namableIn(draft: Draft): string | null {
  const words = [...draft.object.split(" "), ...draft.label.split(" ").slice(1)].map(bare)
  return words.find((word) => NAMABLE.has(word)) ?? null
}

function goesOn(scene: Scene, line: Line, text: string): boolean {
  const draft = lastDraft(scene, line, RAPID, () => true)
  if (draft === null || spokeBetween(scene, draft, line)) return false
  if (isTime(text)) return draft.timed ? false : grow(draft, line, ` ${timed(text)}`)
  const words = wordsOf(text)
  const first = bare(words[0] ?? "")
  if (PREPOSITIONS.has(first) || /^(?:starting|beginning)$/.test(first)) return byPhrase(draft, line, words)
  if (/^(?:that|this|the|a|an|some)$/.test(first)) return byNoun(draft, line, text)
  return byPronoun(scene, draft, line, text)
}

/** Whether the author or anybody else said more than a few words since: then a fragment may belong elsewhere. */
function spokeBetween(scene: Scene, draft: Draft, line: Line): boolean {
  const between = scene.lines.slice(draft.lastLine, line.number - 1)
  return between.some((other) => other.author.id === line.author.id ? other.sentences.length > 1 : other.text.length > 40) || between.length > 3
}

function timed(text: string): string {
  const words = wordsOf(text)
  return tidy(timePhrase(text.replace(/^(?:maybe |probably |hopefully )/i, "")), readComplement(words))
}

const TOLD = /,? (?:that )?(?:i|we) (?:told|mentioned|was telling|talked|spoke|showed|was talking|sent)\b.*$/i

function byPhrase(draft: Draft, line: Line, words: string[]): boolean {
  const kept = settle(wordsOf(words.join(" ").replace(TOLD, "")))
  const complement = readComplement(kept)
  const starting = /^(?:starting|beginning)$/.test(complement.first)
  const fits = kept.length >= 2 && kept.length <= 12 && (starting ? complement.timed : !complement.loose) && !complement.machine
  if (!fits || /[$€£]|\b\d+k\b/i.test(complement.text)) return false
  draft.timed ||= complement.timed
  return grow(draft, line, `${starting ? "," : ""} ${tidy(retell(kept, AS_THEY).join(" "), complement)}`)
}

/** "that startup I interviewed at last week": who or what the fact is about. */
function byNoun(draft: Draft, line: Line, text: string): boolean {
  const words = settle(wordsOf(text.replace(TOLD, "")))
  const rest = words.slice(1)
  const complement = readComplement(rest)
  const relative = rest.length > 1 && /\b(?:i|we|in|at|from|with|near|for|who|that|where|on|of)\b/i.test(rest.slice(1).join(" "))
  const offer = /\b(?:offer|job|position|role|internship|interview|gig|promotion|scholarship|contract)$/.test(draft.object) && draft.tail === ""
  if (!(relative || offer) || rest.length === 0 || rest.length > 16 || complement.machine || /\b(?:you|it|is|are|was|were|will|has|would)\b/i.test(rest.join(" "))) return false
  const verbal = /\b(?:looks?|sounds?|seems?|makes?|brings?|feels?|works?|does|helps?|really|must|can|is|are)\b/i.test(rest.join(" ")) && !/\b(?:who|that|which|i|we)\b/i.test(rest.join(" "))
  if (verbal) return false
  const article = /^(?:that|this)$/i.test(words[0] ?? "") ? "the" : (words[0] ?? "").toLowerCase()
  const lead = offer ? (/offer$|scholarship$|contract$|promotion$/.test(draft.object) ? " from" : " at") : ","
  return grow(draft, line, `${lead} ${article} ${tidy(retell(rest, AS_THEY).join(" "), complement)}`)
}

function byPronoun(scene: Scene, draft: Draft, line: Line, text: string): boolean {
  const clause = readClause(text, scene.names)
  if (clause === null || clause.subject.kind !== "pronoun" || clause.words.length < 2 || clause.words.length > 16) return false
  if (/[$€£]|\b\d+k\b|\byou\b|\bif\b|\bwould\b/i.test(text)) return false
  const { word } = clause.subject
  if (draft.kind === "work" && /^(?:they|it|he|she)$/.test(word)) return byEmployer(draft, line, clause)
  const ofOther = draft.subject.id !== draft.by.id || draft.label !== draft.subject.name
  if (!ofOther || hasFirstPerson(clause.words)) return false
  const together = word === "they" && /\b(?:together|married|engaged|dating)\b/.test(text)
  if (together) return grow(draft, line, `; they ${settle(clause.words).join(" ").replace(/\blike (?=\d|a |two|three|four|five)/, "about ")}`)
  return false
}

function byEmployer(draft: Draft, line: Line, clause: Clause): boolean {
  const words = settle(clause.words)
  const verb = bare(words[0] ?? "")
  const informative = mentionsTime(words.join(" ")) || words.some((word) => /^(?:me|my)$/i.test(word))
  if (!informative || !/^(?:want|wants|need|needs|expect|expects|asked|said|offered|are|is|have|has|let|lets|will|hired|gave)$/.test(verb)) return false
  const finite = /^(?:are|is)$/.test(verb) ? "is" : /^(?:have|has)$/.test(verb) ? "has" : /^(?:want|need|expect|let)$/.test(verb) ? thirdPerson(verb) : verb
  const complement = readComplement(words.slice(1))
  if (complement.lower.some((word) => /^(?:it|that|this|you)$/.test(word))) return false
  const rest = tidy(retell(words.slice(1), AS_THEY).join(" "), complement)
  const joined = / (?:from|at|with) /.test(`${draft.object}${draft.tail} `)
  return grow(draft, line, joined ? `, which ${finite} ${rest}` : `; the employer ${finite} ${rest}`)
}

