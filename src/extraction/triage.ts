/**
 * Decides whether a window could hold facts that need a model. Short windows of greetings, links, thanks or
 * plain help go to the rules. Pure.
 */
import type { Person, Window } from "../domain/types.ts"
import { GOT_THINGS, IDENTITIES, INSTRUMENTS, KIN, LANGUAGES, PETS } from "./rules/lexicon.ts"
import { stripMarkup } from "./rules/line.ts"

/** Longer windows hold facts often enough to always go to a model. */
const MOST_LINES = 5

/** Words that refer to a person. */
const PERSON_WORDS =
  /\b(?:i|im|i'm|ive|i've|i'll|i'd|my|me|mine|myself|we|we're|we've|we'll|our|ours|us|he|she|his|her|hers|him|he's|she's|they|their|them|they're)\b/i
/** Words of rules, plans and dates. */
const AGREEMENT_WORDS =
  /\b(?:remember|forget|must|always|never|from now on|rules?|deadline|don't|shall|decided|agreed|meeting|birthday|happy|today|tomorrow|tonight|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)\b|\d{1,2}:\d\d/i
/** A sentence without its "I": "moved to Oslo", "just got a kitten". */
const ELLIPTIC =
  /(?:^|[.!?\n]\s*)(?:(?:just|finally|also|still|already|currently|and|but|so|oh|well|yeah|thanks|definitely|really|now|hey|hi)[\s,!.]+)*(?:\w{3,}(?:ing|ed)|been|got|went|found|made|bought|left|broke|lost|won|had|took|met|saw|ate|moved|back)\b/i
/** Characters that occur in code and not in chat. */
const CODE = /[{}<>=\\]|::|\w\(/
/** A sentence that only asks: "how do I mount this?" says nothing about the asker. */
const QUESTION =
  /(?<=^|[.!?\n]\s*)(?:[^.!?\n]|\.(?=\w))*\?|^(?:(?:so|and|hi|hey|hello|ok|um|hmm?)[\s,.!]+)*(?:how|what|what's|where|why|when|who|which|is there|are there|does|is it|can (?:i|anyone|someone|we)|anyone|anybody|any)\b[^.!?\n]*$/gi
/** "I" without anything of one's own: "I think it's the driver", "let me check". */
const OPINION =
  /\b(?:i|we)(?: just| still| really| also)? (?:think|thought|guess|mean|meant|see|suppose|believe|suggest|wonder|understand|agree|doubt|bet|assume|recommend|hope (?:so|not|it|that|this)|(?:don't|didn't|do not|dont) (?:know|think|see|understand|get it|recall|remember))\b|\b(?:let|give|tell|show|help|trust|remind) (?:me|us)\b/gi
const ASKS_SOMEONE = /\b(?:you|your|you're|u|ur)\b[^?]*\?/i
/** Another script, or letters that English lacks. */
const OTHER_LETTERS = /[\p{L}--\p{ASCII}]/v

/**
 * Returns false if no line states anything about a person, sets a rule or names a date, judged by its words.
 * Only plain English is judged: doubtful lines, other languages and messages addressed to Keepsake go to the
 * model. `people` are those a claim may be about.
 */
export function mayHoldFacts({ messages }: Pick<Window, "messages">, people: readonly Person[]): boolean {
  // A program's report has no everyday words to be judged by.
  if (messages.some(({ role }) => role === "event")) return true
  const lines = messages.filter((message) => message.role === "member")
  if (lines.length > MOST_LINES || lines.some((line) => line.source !== "passive")) return true
  const names = new Set(
    [...people, ...messages.map(({ author }) => author)].flatMap(({ name }) => wordsOf(name)),
  )
  const texts = lines.map((line) => withoutAddressee(stripMarkup(line).replace(/\u2019/g, "'")))
  const several = new Set(lines.map((line) => line.author.id)).size > 1
  if (several && texts.some((text) => ASKS_SOMEONE.test(text))) return true
  if (texts.some((text) => mayStateFact(text, names))) return true
  // One or two unknown words may be misspelled English. More may be another language.
  const unknown = texts.flatMap((text) => unknownWords(text, names))
  return unknown.length > 2
}

/** Removes a leading name that addresses someone. */
function withoutAddressee(text: string): string {
  return text.replace(/^@?[^\s:,@]{1,32}[:,]\s+|^@\S{1,32}\s+/, "")
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}']+/u)
  return words.filter((word) => /\p{L}/u.test(word))
}

function mayStateFact(text: string, names: ReadonlySet<string>): boolean {
  const all = wordsOf(text)
  const words = all.filter((word) => !names.has(word))
  if (words.every(isSmall)) return false
  if (OTHER_LETTERS.test(text) || AGREEMENT_WORDS.test(text)) return true
  const stated = text.replace(QUESTION, " ").replace(OPINION, " ")
  if (PERSON_WORDS.test(stated) || ELLIPTIC.test(stated)) return true
  return words.length < all.length || words.some((word) => LIFE_WORDS.has(word))
}

/**
 * Returns words that may be from another language: all words of a line without an English word, unless the
 * line is code.
 */
function unknownWords(text: string, names: ReadonlySet<string>): string[] {
  const words = wordsOf(text).filter((word) => !names.has(word))
  if (CODE.test(text) || words.every(isSmall) || words.some((word) => COMMON_ENGLISH.has(word))) return []
  return words.filter((word) => !isSmall(word))
}

function isSmall(word: string): boolean {
  return SMALL_TALK.has(word) || /^(.)\1+$/u.test(word)
}

// Word lists

const list = (text: string): string[] => text.trim().split(/\s+/)

/** Small talk that says nothing about anybody. */
const SMALL_TALK: ReadonlySet<string> = new Set(
  list(`hello hi hey hiya yo morning evening afternoon night nite all folks everybody everyone guys cheers welcome back bye cya
  later gn lol lmao rofl haha heh hehe hm hmm hmmm ah oh ooh ok okay alright cool nice great neat sweet good yep yeah yes yup no nope
  nah sure right true indeed same thanks thank thx ty np please ping pong test anyone somebody anybody there brb re wb gg congrats
  sorry oops duh huh eh wow yay xd ha aha k kk exactly agreed interesting awesome perfect weird strange odd so much very you it that
  for is see got well again too alrighty welp nvm yw sup bbl bbs afk found out fine glad helpful super idk dunno probably maybe`),
)

/** English words that neighboring languages do not share. */
const COMMON_ENGLISH: ReadonlySet<string> = new Set(
  list(`the is are were being been what what's whats how does do did why where when who which anyone someone this that that's these
  those it's its you you're your there's and or but of for with not doesn't don't can't could would should have has if than then just
  about some any from by as at only it`),
)

/** Words with one meaning among people and another in computing. */
const TECHNICAL = list(
  "license licence certificate certification position tickets ticket place role gig bass harp go single",
)

/** Words about people's lives. */
const LIFE_WORDS: ReadonlySet<string> = new Set(
  [
    ...KIN,
    ...PETS,
    ...GOT_THINGS,
    ...IDENTITIES,
    ...LANGUAGES,
    ...INSTRUMENTS,
    ...list(`married wedding moved moving job exam interview thesis surgery vacation holiday birthday anniversary gym yoga school
    university hospital concert festival trip flight marathon pregnant allergic`),
  ].filter((word) => !TECHNICAL.includes(word)),
)
