/** Filters out lines that are no source of facts: secrets, commands, jokes, lyrics, other languages. */

import type { Person } from "../../domain/types.ts"
import { holdsSpokenSecret } from "../../privacy/secret-words.ts"
import { refusedIn, type SensitiveRule } from "../../privacy/sensitive.ts"
import { remembered } from "../../text/remembered.ts"
import { IN_GAME } from "./played-words.ts"

const SECRET =
  /\b(?:passwords?|passwd|passphrase|pwd|api[ _-]?keys?|secret[ _-]?keys?|private key|access token|auth token|bearer|2fa code|otp|pin (?:code|number)|cvv|ssn|iban|social security|credit card|card number|routing number|seed phrase|recovery code)\b/i
const CONTACT =
  /[\w.+-]{1,64}@[\w-]{1,64}\.\w{2,}|\+?\d[\d\s().-]{7,18}\d|\b(?:sk|pk|ghp|xox[bp]|rk|whsec)[-_]\w{6,}/i
const LONG_TOKEN = /\b(?=\w*\d)(?=\w*[a-z])[a-z0-9]{20,}\b/i
const COMMAND = /^\s*(?:[!.?$;~&%/-]{1,2}[a-z]\w*|\/me\b|sudo\b|apt(?:-get)?\b|git\b|npm\b|\$ )/i
const SONG = /[\u2669-\u266c]|\u{1F3B5}|\u{1F3A4}|\u{1F3B6}|\blyrics?\b/u
const JOKE =
  /(?:^|\s)\/(?:s|j|jk|sarcasm)\b|\b(?:jk|just kidding|kidding|sike|psych|as if|yeah right|hypothetically|roleplay|in[- ]game|in (?:my|the) (?:dream|novel|story|game))\b|[(*#](?:sarcas(?:m|tic)|joking|kidding)\b|\/hj\b|(?:\.{2,}|…) *not\W*$/i
const ACTION = /^\s*[*_][^*_]{1,80}[*_]\s*$/

/** "Sure, I love waking up at five": praise after such a word means the opposite. */
const IRONY =
  /^\W*(?:(?:oh )?sure|oh (?:great|joy|yes|wow)|ah yes|great|fantastic|wonderful|lovely|yeah sure)[,.!]* (?:because |cause )?i (?:just |really |absolutely |totally )?(?:love|adore|enjoy|live for)\b/i

/** `sent` is the original message, `words` its cleaned text. */
export function isUnusableLine(sent: string, words: string): boolean {
  if (COMMAND.test(sent) || ACTION.test(sent) || SONG.test(sent)) return true
  return mayHoldSecret(sent) || JOKE.test(words) || IN_GAME.test(words) || IRONY.test(words)
}

/** Facts, announcements and endings are looked for in the same lines. */
export const mayHoldSecret = remembered(
  (text): boolean =>
    SECRET.test(text) || CONTACT.test(text) || LONG_TOKEN.test(text) || holdsSpokenSecret(text),
  { most: 200 },
)

const MONEY =
  /[$€£]\s?\d|(?<!\b(?:run|ran|row|swim|ride|walk|cycle) )\b\d+(?:\.\d+)?k\b(?! ?(?:run|race|steps|marathon|monitor|tv|display))|\b(?:salary|income|net worth|mortgage|in debt|per hour|an hour)\b/i
export function mentionsMoney(text: string): boolean {
  return MONEY.test(text)
}

// Sensitive content that the guild refuses to keep about people

/**
 * Returns true if the guild refuses the text. Facts about the group are refused only if they speak of a
 * person.
 */
export type IsSensitive = (text: string, ofGroup?: boolean) => boolean

export function sensitivityTest(rule: SensitiveRule, members: readonly Person[]): IsSensitive {
  const people = members.map((person) => person.name)
  // Notes and claims ask for the same lines.
  const judged = new Map<string, boolean>()
  return (text, ofGroup = false) => {
    const key = `${ofGroup} ${text}`
    const before = judged.get(key)
    if (before !== undefined) return before
    const isRefused = refusedIn(text, rule, { people, ofGroup }) !== null
    judged.set(key, isRefused)
    return isRefused
  }
}
