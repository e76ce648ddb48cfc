/** Which lines are no source of facts at all: secrets, commands, jokes, lyrics, other languages. */
import { STOPWORDS } from "./lexicon.ts"

const SECRET =
  /\b(?:passwords?|passwd|passphrase|pwd|api[ _-]?keys?|secret[ _-]?keys?|private key|access token|auth token|bearer|2fa code|otp|pin (?:code|number)|cvv|ssn|iban|social security|credit card|card number|routing number|seed phrase|recovery code)\b/i
const CONTACT = /[\w.+-]{1,64}@[\w-]{1,64}\.\w{2,}|\+?\d[\d\s().-]{7,18}\d|\b(?:sk|pk|ghp|xox[bp]|rk|whsec)[-_]\w{6,}/i
const LONG_TOKEN = /\b(?=\w*\d)(?=\w*[a-z])[a-z0-9]{20,}\b/i
const COMMAND = /^\s*(?:[!.?$;~&%/-]{1,2}[a-z]\w*|\/me\b|sudo\b|apt(?:-get)?\b|git\b|npm\b|\$ )/i
const SONG = /[\u2669-\u266c]|\u{1F3B5}|\u{1F3B6}|\blyrics?\b/u
const JEST = /(?:^|\s)\/(?:s|j|jk|sarcasm)\b|\b(?:jk|just kidding|kidding|not really|sike|psych|as if|yeah right|hypothetically|roleplay|in (?:my|the) (?:dream|novel|story|game))\b/i
const LAUGH = /\b(?:lo+l+|lmf?ao+|rofl+|(?:ha){2,}h?|(?:he){2,}h?|lulz?|kek)\b|\u{1F602}|\u{1F923}|\u{1F921}|\u{1F643}|\u{1F609}/iu
const ACTION = /^\s*[*_][^*_]{1,80}[*_]\s*$/

/** Whether a line must yield no fact: told from what was sent and from its cleaned words. */
export function isUnfit(sent: string, words: string): boolean {
  if (COMMAND.test(sent) || ACTION.test(sent) || SONG.test(sent)) return true
  return holdsSecret(sent) || JEST.test(words)
}

export function holdsSecret(text: string): boolean {
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
  const words = text.toLowerCase().split(/[^\p{L}']+/u).filter((word) => word !== "")
  return words.length >= 8 && words.filter((word) => STOPWORDS.has(word)).length / words.length < 0.12
}
