/** Which lines are no source of facts at all: secrets, commands, jokes, lyrics, other languages. */

import type { Person } from "../../domain/types.ts"
import { refusedIn, type SensitiveRule } from "../../privacy/sensitive.ts"
import { STOPWORDS } from "./lexicon.ts"

const SECRET =
  /\b(?:passwords?|passwd|passphrase|pwd|api[ _-]?keys?|secret[ _-]?keys?|private key|access token|auth token|bearer|2fa code|otp|pin (?:code|number)|cvv|ssn|iban|social security|credit card|card number|routing number|seed phrase|recovery code)\b/i
const CONTACT =
  /[\w.+-]{1,64}@[\w-]{1,64}\.\w{2,}|\+?\d[\d\s().-]{7,18}\d|\b(?:sk|pk|ghp|xox[bp]|rk|whsec)[-_]\w{6,}/i
const LONG_TOKEN = /\b(?=\w*\d)(?=\w*[a-z])[a-z0-9]{20,}\b/i
const COMMAND = /^\s*(?:[!.?$;~&%/-]{1,2}[a-z]\w*|\/me\b|sudo\b|apt(?:-get)?\b|git\b|npm\b|\$ )/i
const SONG = /[\u2669-\u266c]|\u{1F3B5}|\u{1F3B6}|\blyrics?\b/u
const JEST =
  /(?:^|\s)\/(?:s|j|jk|sarcasm)\b|\b(?:jk|just kidding|kidding|sike|psych|as if|yeah right|hypothetically|roleplay|in[- ]game|geoguessr|(?:in|on) (?:minecraft|skyrim|the sims|gta|roblox)|in (?:my|the) (?:dream|novel|story|game))\b|(?:\.{2,}|…) *not\W*$/i
const LAUGH =
  /\b(?:lo+l+|lmf?ao+|rofl+|(?:ha){2,}h?|(?:he){2,}h?|lulz?|kek)\b|\u{1F602}|\u{1F923}|\u{1F921}|\u{1F643}|\u{1F609}/iu
const ACTION = /^\s*[*_][^*_]{1,80}[*_]\s*$/

/** Whether a line must yield no fact: told from what was sent and from its cleaned words. */
export function isUnusableLine(sent: string, words: string): boolean {
  if (COMMAND.test(sent) || ACTION.test(sent) || SONG.test(sent)) return true
  return mayHoldSecret(sent) || JEST.test(words)
}

export function mayHoldSecret(text: string): boolean {
  return SECRET.test(text) || CONTACT.test(text) || LONG_TOKEN.test(text)
}

export function isLaughing(text: string): boolean {
  return LAUGH.test(text)
}

/** Whether a text is likely no English: mostly other scripts, or long without one common English word. */
export function isForeign(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  if (letters > 0 && latin / letters < 0.7) return true
  const words = text
    .toLowerCase()
    .split(/[^\p{L}']+/u)
    .filter((word) => word !== "")
  return words.length >= 8 && words.filter((word) => STOPWORDS.has(word)).length / words.length < 0.12
}

const DOUBT =
  /\b(?:would|could|should|might|ought|wish|wished|if|unless|whether|maybe|perhaps|probably|prolly|possibly|supposedly|allegedly|hypothetical(?:ly)?|imagine|pretend|suppose|supposed to|in theory|almost|kind of want|never mind|nevermind|at this point|the one i|i (?:just )?(?:think|guess|bet|doubt|suspect|assume|believe|thought|meant|feel like|swear)|a (?:million|billion|trillion)|to death|forever and ever|or something|or whatever|as if)\b/i
const MONEY =
  /[$€£]\s?\d|\b\d+(?:\.\d+)?k\b(?! ?(?:run|race|steps|marathon|monitor|tv|display))|\b(?:salary|income|net worth|mortgage|in debt|per hour|an hour)\b/i
const CODE = /[{}<>=\\]|::|\(\)|\/\w+\//
const LONGEST_CLAUSE = 400

/** Whether a clause is no plain statement: doubted, supposed, quoted, code, or about money. */
export function isUncertain(text: string): boolean {
  return (
    text.length > LONGEST_CLAUSE ||
    CODE.test(text) ||
    DOUBT.test(text) ||
    mentionsMoney(text) ||
    quotesSpeech(text)
  )
}

export function mentionsMoney(text: string): boolean {
  return MONEY.test(text)
}

function quotesSpeech(text: string): boolean {
  const quoted = /"([^"]{0,200})"/.exec(text)?.[1]
  return quoted !== undefined && (quoted.split(" ").length > 4 || /\bi\b|\bi'm\b/i.test(quoted))
}

// What the rules are silent on, whatever is said of it: the classes that a guild refuses to keep of people.

/** Whether a text is silent matter: a line for a note, or a fact; of the group's facts only those that speak of somebody. */
export type IsSensitive = (text: string, ofGroup?: boolean) => boolean

export function sensitivityTest(rule: SensitiveRule, members: readonly Person[]): IsSensitive {
  const people = members.map((person) => person.name)
  return (text, ofGroup = false) => refusedIn(text, rule, { people, ofGroup }) !== null
}
