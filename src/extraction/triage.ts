/** Whether a window tells of anything a model could learn: a short one of greetings, links, thanks or plain help is noted as well by the rules. Pure. */
import type { Person, Window } from "../domain/types.ts"
import { GOT_THINGS, IDENTITIES, INSTRUMENTS, KIN, LANGUAGES, PETS } from "./rules/lexicon.ts"
import { stripMarkup } from "./rules/line.ts"

/** In more lines than these something is told often enough to look. */
const MOST_LINES = 5

/** Somebody: whoever speaks, or spoken of. */
const SOMEBODY =
  /\b(?:i|im|i'm|ive|i've|i'll|i'd|my|me|mine|myself|we|we're|we've|we'll|our|ours|us|he|she|his|her|hers|him|he's|she's|they|their|them|they're)\b/i
/** Rules, plans and dates. */
const AGREED =
  /\b(?:remember|forget|must|always|never|from now on|rules?|deadline|don't|shall|decided|agreed|meeting|birthday|happy|today|tomorrow|tonight|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december)\b|\d{1,2}:\d\d/i
/** A sentence that leaves out its "I": "moved to Oslo", "just got a kitten". */
const ELLIPTIC =
  /(?:^|[.!?\n]\s*)(?:(?:just|finally|also|still|already|currently|and|but|so|oh|well|yeah|thanks|definitely|really|now|hey|hi)[\s,!.]+)*(?:\w{3,}(?:ing|ed)|been|got|went|found|made|bought|left|broke|lost|won|had|took|met|saw|ate|moved|back)\b/i
/** Signs that stand in code and in no talk. */
const CODE = /[{}<>=\\]|::|\w\(/
const ASKED = /\b(?:you|your|you're|u|ur)\b[^?]*\?/i
/** Another script, or letters that English lacks. */
const OTHER_LETTERS = /[\p{L}--\p{ASCII}]/v

/**
 * false: no line states anything about anybody, sets a rule or names a date, as far as its words tell. Only plain English
 * is judged; what is in doubt, in another language or said to Keepsake itself is read by the model. `people`: who spoke
 * or is named, a claim being about one of them.
 */
export function mayHoldFacts({ messages }: Pick<Window, "messages">, people: readonly Person[]): boolean {
  const lines = messages.filter((message) => message.role === "member")
  if (lines.length > MOST_LINES || lines.some((line) => line.source !== "passive")) return true
  const names = new Set(
    [...people, ...messages.map(({ author }) => author)].flatMap(({ name }) => wordsOf(name)),
  )
  const texts = lines.map((line) => uncalled(stripMarkup(line).replace(/\u2019/g, "'")))
  const several = new Set(lines.map((line) => line.author.id)).size > 1
  if (several && texts.some((text) => ASKED.test(text))) return true
  if (texts.some((text) => mayTell(text, names))) return true
  // A word or two may be no English, and more of them may be a talk.
  const unknown = texts.flatMap((text) => unknownWords(text, names))
  return unknown.length > 2
}

/** Without the name of whom it speaks to. */
function uncalled(text: string): string {
  return text.replace(/^@?[^\s:,@]{1,32}[:,]\s+|^@\S{1,32}\s+/, "")
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}']+/u)
  return words.filter((word) => /\p{L}/u.test(word))
}

function mayTell(text: string, names: ReadonlySet<string>): boolean {
  const all = wordsOf(text)
  const words = all.filter((word) => !names.has(word))
  if (words.every(isSmall)) return false
  if (OTHER_LETTERS.test(text) || SOMEBODY.test(text) || AGREED.test(text) || ELLIPTIC.test(text)) return true
  return words.length < all.length || words.some((word) => LIFE.has(word))
}

/** What may be of another language: the words of a line that holds no word of English, unless it is code. */
function unknownWords(text: string, names: ReadonlySet<string>): string[] {
  const words = wordsOf(text).filter((word) => !names.has(word))
  if (CODE.test(text) || words.every(isSmall) || words.some((word) => COMMON_ENGLISH.has(word))) return []
  return words.filter((word) => !isSmall(word))
}

function isSmall(word: string): boolean {
  return SMALL_TALK.has(word) || /^(.)\1+$/u.test(word)
}

// The words that triage decides with. Only words live here, no decisions.

const list = (text: string): string[] => text.trim().split(/\s+/)

/** What is said in passing and tells of nobody. */
const SMALL_TALK: ReadonlySet<string> = new Set(
  list(`hello hi hey hiya yo morning evening afternoon night nite all folks everybody everyone guys cheers welcome back bye cya
  later gn lol lmao rofl haha heh hehe hm hmm hmmm ah oh ooh ok okay alright cool nice great neat sweet good yep yeah yes yup no nope
  nah sure right true indeed same thanks thank thx ty np please ping pong test anyone somebody anybody there brb re wb gg congrats
  sorry oops duh huh eh wow yay xd ha aha k kk exactly agreed interesting awesome perfect weird strange odd so much very you it that
  for is see got well again too alrighty welp nvm yw sup bbl bbs afk found out fine glad helpful super idk dunno probably maybe`),
)

/** Words of English sentences that its neighbors do not share. */
const COMMON_ENGLISH: ReadonlySet<string> = new Set(
  list(`the is are were being been what what's whats how does do did why where when who which anyone someone this that that's these
  those it's its you you're your there's and or but of for with not doesn't don't can't could would should have has if than then just
  about some any from by as at only it`),
)

/** Words that mean one thing among people and another in a machine. */
const OF_MACHINES = list(
  "license licence certificate certification position tickets ticket place role gig bass harp go single",
)

/** What people's lives are told with. */
const LIFE: ReadonlySet<string> = new Set(
  [
    ...KIN,
    ...PETS,
    ...GOT_THINGS,
    ...IDENTITIES,
    ...LANGUAGES,
    ...INSTRUMENTS,
    ...list(`married wedding moved moving job exam interview thesis surgery vacation holiday birthday anniversary gym yoga school
    university hospital concert festival trip flight marathon pregnant allergic`),
  ].filter((word) => !OF_MACHINES.includes(word)),
)
