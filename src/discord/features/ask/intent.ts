/**
 * Detects what a message to the bot asks for, from common phrases. Pure; reports when it is unsure.
 */
import { MENTION_PATTERN } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { type PrivacyWish, privacyWishOf } from "../../../privacy/privacy-wish.ts"
import { requestElsewhere } from "./requests-elsewhere.ts"

export type Intent =
  /** `about`: the person the statement is about, if not the speaker. */
  | { kind: "remember"; what: string; about: Id | null }
  | { kind: "forget"; what: string }
  | { kind: "about"; personId: Id | "self" }
  | { kind: "source" }
  /** To be forgotten, or no longer remembered. */
  | { kind: "privacy"; wish: PrivacyWish }
  | { kind: "dismiss" }
  | { kind: "help" }
  | { kind: "question" }

/** `sure` is false if the message may ask to remember or forget in words that no rule covers. */
export interface ParsedIntent {
  intent: Intent
  sure: boolean
}

const GREETING =
  /^(?:(?:hey|hi|hello|yo|ok|okay|well|so|and|also|then|now|please|pls|plz|kindly|thanks|keepsake)\b[\s,.!:;–—-]*)+/iu
const POLITE_REQUEST = `(?:(?:can|could|would|will) (?:you|u) (?:please |kindly |just |also )*|(?:i(?:'d| would) like|i want|i need) you to |you (?:should|must|have to|need to) (?:please )?|please )?`

/** Reminiscing, or questions about what is remembered: no request to store anything. */
const REMINISCENCE = new RegExp(
  String.raw`^(?!(?:do not|don't) (?:ever )?(?:forget|remember)\b)(?:do|did|don't|didn't|does|have|haven't|has|are|were|what|who|when|where|which|why|how|can't|couldn't|won't)\b.*\b(?:remember|forg[eo]t)` +
    String.raw`|^(?:${POLITE_REQUEST})remember (?:when|who|what|where|which|why|how|if|whether|me\b|us\b|the (?:time|day|night|one)|that (?:time|day|night|one|guy|game|movie|song|thing)|those|back)\b` +
    String.raw`|^(?:i|we|they|he|she|you|everyone|everybody|nobody|someone|people) (?:\w+ )?(?:forgot|forgets?|remembers?|remembered|forgotten)\b|^\w+ (?:forgot|forgets|remembers|remembered)\b`,
  "iu",
)
const DISMISSAL =
  /^(?:(?:oh |ah |just |actually )*(?:never ?mind|nvm|forget (?:it|that|this|about (?:it|that|this)|(?:that )?i (?:asked|said (?:anything|something))|i ever asked|what i (?:just )?said)|drop it|no worries|nothing|ignore (?:me|that|this)))[\s.!…]*$/iu

const REMEMBER = new RegExp(
  `^${POLITE_REQUEST}(?:(?:always |also )?remember|(?:don't|do not|never) (?:ever )?forget|(?:make|take) (?:a )?note|note(?: down)?|keep in mind|bear in mind|memori[sz]e|(?:save|store|record) (?:this|that|the following)|for the record|fyi for your memory)` +
    String.raw`(?:\s*[:,–—-]\s*|\s+)(?:(?:this|the following|about this)\s*[:,–—-]\s*)?(?:that\b[\s,:]*|of this[\s,:]*|down[\s,:]*)?(.*)$`,
  "isu",
)
const FORGET = new RegExp(
  `^${POLITE_REQUEST}(?:forget|un-?remember|(?:delete|erase|remove|drop|lose|wipe)(?= (?:what(?:ever)? (?:you|u) (?:know|remember|have)|your memor|everything (?:you|u) (?:know|remember|have)|the (?:fact|memory|note)|that i|my memor))|stop remembering|(?:don't|do not) remember(?= (?:that|my|what i)))` +
    String.raw`\s+(?:about\s+)?(?:that\s+(?=\S))?(.*)$`,
  "isu",
)
const PROFILE_QUESTION = new RegExp(
  String.raw`^(?:what (?:all |else )?(?:do|can|did|could) (?:you|u) (?:still |actually )?(?:know|remember|recall|have|tell (?:me|us))(?: (?:about|of|on))?|(?:please )?tell (?:me|us) (?:everything |all |what )?(?:(?:you|u) know )?(?:about|of)|what(?:'s| is) known (?:about|of)|who(?:'s| is| am)|do (?:you|u) (?:know|remember|know anything about|remember anything about))\s+(?:${MENTION_PATTERN}|(me|myself|i))[\s?.!]*$`,
  "iu",
)
const SOURCE_QUESTION =
  /^(?:(?:and |but |so |wait,? )?(?:where|how|from where|when) (?:did|do|have) (?:you|u) (?:learn|learned|learnt|hear|heard|get|got|read|find|found|know|pick up|come up with)(?: out)?(?: about)? ?(?:that|this|it|so)?(?: from)?|(?:who|what) (?:told|tells|taught) (?:you|u) (?:that|this|it|so)|where(?:'s| is| does| did| was) (?:that|this|it) (?:come |coming |learned |said )?(?:from)?|(?:what(?:'s| is| are)|cite|show|give) (?:me )?(?:your|the) sources?(?: (?:for|of) (?:that|this|it))?|sources?(?: please)?|says who|according to whom?|what makes you (?:say|think) (?:that|so|this)|how (?:can|could|would) (?:you|u) know(?: that| this| it)?)[\s?.!]*$/iu
/** Words for remembering and forgetting in the most common languages. */
const MEMORY_WORDS =
  /\b(?:remember|forget|memori|note\b|keep in mind|don't lose|delete|erase)|merk|erinner|vergiss|vergess|recuerd|acu[ée]rd|olvid|souvien|rappel|oubli|retiens|lembr|esque[cç]|ricord|dimentic|onthoud|vergeet|zapami|zapomni|запомни|помни|забудь|覚え|忘れ|记住|記住|忘|기억|잊/iu

/** Detects the intent of a message without the bot's mention. Other mentions are in Discord's notation. */
export function parseIntent(message: string): ParsedIntent {
  const words = message.replace(/[’`´]/g, "'").replace(/\s+/g, " ").trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return certain({ kind: words.includes("?") ? "question" : "help" })
  const text = words.replace(GREETING, "").trim() || words
  if (/^(?:help|what can (?:you|u) do|how do (?:you|u) work)[\s?.!]*$/iu.test(text))
    return certain({ kind: "help" })
  const wish = privacyWishOf(words)
  if (wish !== null) return certain({ kind: "privacy", wish })
  if (DISMISSAL.test(text)) return certain({ kind: "dismiss" })
  if (SOURCE_QUESTION.test(text)) return certain({ kind: "source" })
  const profileQuestion = PROFILE_QUESTION.exec(text)
  if (profileQuestion) return certain({ kind: "about", personId: profileQuestion[1] ?? "self" })
  return (
    matchRequest(text) ?? {
      intent: { kind: "question" },
      sure: !MEMORY_WORDS.test(text) || REMINISCENCE.test(text),
    }
  )
}

/** Returns a request to remember or forget, or `null` if no rule matches. */
function matchRequest(text: string): ParsedIntent | null {
  const remember = REMEMBER.exec(text)
  if (remember && !REMINISCENCE.test(text)) return rememberIntent(text, remember[1]?.trim() ?? "")
  const forget = FORGET.exec(text)
  if (forget && !REMINISCENCE.test(text))
    return certain({ kind: "forget", what: trimPoliteness(forget[1] ?? "") })
  const elsewhere = requestElsewhere(text)
  if (elsewhere === null) return null
  const { kind, what } = elsewhere
  return certain(kind === "forget" ? { kind, what } : { kind, what, about: mentionAtStart(what) })
}

/** The person that a statement begins with. */
function mentionAtStart(what: string): Id | null {
  return new RegExp(`^${MENTION_PATTERN}`).exec(what)?.[1] ?? null
}

function rememberIntent(text: string, what: string): ParsedIntent | null {
  // "Remember to …" is a reminder. With a question mark it may ask about what is remembered.
  if (/^to\b/iu.test(what)) return null
  const isAsked = /\?\s*$/.test(text)
  if (
    isAsked &&
    !/\b(?:that|forget|note|mind)\b|^(?:can|could|would|will) (?:you|u)\b.*\bremember i\b/iu.test(text)
  )
    return null
  return certain({ kind: "remember", what: trimPoliteness(what), about: mentionAtStart(what) })
}

/** Removes the question mark of a polite request and trailing thanks. */
function trimPoliteness(what: string): string {
  return what
    .replace(/[\s,.!]*\b(?:please|pls|thanks|thank you|thx|ok|okay)\b[\s.!?]*$/iu, "")
    .replace(/[\s?]+$/u, "")
    .trim()
}

function certain(intent: Intent): ParsedIntent {
  return { intent, sure: true }
}
