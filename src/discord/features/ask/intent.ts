/** What somebody wants who speaks to the bot, told by plain wordings. Pure; where they do not tell, it says that it is unsure. */
import { MENTION_PATTERN } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"

export type Intent =
  /** `about`: whom the words say something of, where that is not their speaker. */
  | { kind: "remember"; what: string; about: Id | null }
  | { kind: "forget"; what: string }
  | { kind: "about"; personId: Id | "self" }
  | { kind: "source" }
  | { kind: "dismiss" }
  | { kind: "help" }
  | { kind: "question" }

/** `sure` is false where remembering or forgetting may be meant in words that no rule knows. */
export interface ParsedIntent {
  intent: Intent
  sure: boolean
}

const BEGINNING =
  /^(?:(?:hey|hi|hello|yo|ok|okay|well|so|and|also|then|now|please|pls|plz|kindly|thanks|keepsake)\b[\s,.!:;–—-]*)+/iu
const ASKED = `(?:(?:can|could|would|will) (?:you|u) (?:please |kindly |just |also )*|(?:i(?:'d| would) like|i want|i need) you to |you (?:should|must|have to|need to) (?:please )?|please )?`

/** Looking back together, or asking for what is remembered: no wish to have anything kept. */
const LOOKING_BACK = new RegExp(
  String.raw`^(?!(?:do not|don't) (?:ever )?(?:forget|remember)\b)(?:do|did|don't|didn't|does|have|haven't|has|are|were|what|who|when|where|which|why|how|can't|couldn't|won't)\b.*\b(?:remember|forg[eo]t)` +
    String.raw`|^(?:${ASKED})remember (?:when|who|what|where|which|why|how|if|whether|me\b|us\b|the (?:time|day|night|one)|that (?:time|day|night|one|guy|game|movie|song|thing)|those|back)\b` +
    String.raw`|^(?:i|we|they|he|she|you|everyone|everybody|nobody|someone|people) (?:\w+ )?(?:forgot|forgets?|remembers?|remembered|forgotten)\b|^\w+ (?:forgot|forgets|remembers|remembered)\b`,
  "iu",
)
const DISMISSING =
  /^(?:(?:oh |ah |just |actually )*(?:never ?mind|nvm|forget (?:it|that|this|about (?:it|that|this)|(?:that )?i (?:asked|said (?:anything|something))|i ever asked|what i (?:just )?said)|drop it|no worries|nothing|ignore (?:me|that|this)))[\s.!…]*$/iu

const KEEPING = new RegExp(
  `^${ASKED}(?:(?:always |also )?remember|(?:don't|do not|never) (?:ever )?forget|(?:make|take) (?:a )?note|note(?: down)?|keep in mind|bear in mind|memori[sz]e|(?:save|store|record) (?:this|that|the following)|for the record|fyi for your memory)` +
    String.raw`(?:\s*[:,–—-]\s*|\s+)(?:(?:this|the following|about this)\s*[:,–—-]\s*)?(?:that\b[\s,:]*|of this[\s,:]*|down[\s,:]*)?(.*)$`,
  "isu",
)
const LETTING_GO = new RegExp(
  `^${ASKED}(?:forget|un-?remember|(?:delete|erase|remove|drop|lose|wipe)(?= (?:what(?:ever)? (?:you|u) (?:know|remember|have)|your memor|everything (?:you|u) (?:know|remember|have)|the (?:fact|memory|note)|that i|my memor))|stop remembering|(?:don't|do not) remember(?= (?:that|my|what i)))` +
    String.raw`\s+(?:about\s+)?(?:that\s+(?=\S))?(.*)$`,
  "isu",
)
const KNOWN_OF = new RegExp(
  String.raw`^(?:what (?:all |else )?(?:do|can|did|could) (?:you|u) (?:still |actually )?(?:know|remember|recall|have|tell (?:me|us))(?: (?:about|of|on))?|(?:please )?tell (?:me|us) (?:everything |all |what )?(?:(?:you|u) know )?(?:about|of)|what(?:'s| is) known (?:about|of)|who(?:'s| is| am)|do (?:you|u) (?:know|remember|know anything about|remember anything about))\s+(?:${MENTION_PATTERN}|(me|myself|i))[\s?.!]*$`,
  "iu",
)
const SOURCE =
  /^(?:(?:and |but |so |wait,? )?(?:where|how|from where|when) (?:did|do|have) (?:you|u) (?:learn|learned|learnt|hear|heard|get|got|read|find|found|know|pick up|come up with)(?: out)?(?: about)? ?(?:that|this|it|so)?(?: from)?|(?:who|what) (?:told|tells|taught) (?:you|u) (?:that|this|it|so)|where(?:'s| is| does| did| was) (?:that|this|it) (?:come |coming |learned |said )?(?:from)?|(?:what(?:'s| is| are)|cite|show|give) (?:me )?(?:your|the) sources?(?: (?:for|of) (?:that|this|it))?|sources?(?: please)?|says who|according to whom?|what makes you (?:say|think) (?:that|so|this)|how (?:can|could|would) (?:you|u) know(?: that| this| it)?)[\s?.!]*$/iu
const COURTESY =
  /^(?:(?:thanks?|thank you|thx|ty|tysm|cheers|good (?:bot|job|one)|well done|nice|great|cool|awesome|perfect|ok(?:ay)?|alright|got it|i see|lol|haha+|yes|no|yep|nope|hi|hello|hey|good (?:morning|evening|night)|bye)\b[\s,.!]*(?:(?:a lot|so much|very much|you|keepsake|bot|everyone|one)\b[\s,.!]*)*)+$/iu
/** Words that remembering and forgetting are spoken of with, in the languages spoken most. */
const MAY_BE =
  /\b(?:remember|forget|memori|note\b|keep in mind|don't lose|delete|erase)|merk|erinner|vergiss|vergess|recuerd|acu[ée]rd|olvid|souvien|rappel|oubli|retiens|lembr|esque[cç]|ricord|dimentic|onthoud|vergeet|zapami|zapomni|запомни|помни|забудь|覚え|忘れ|记住|記住|忘|기억|잊/iu

/** Thanks, greetings and the like: they ask nothing, and want no more than a nod. */
export function isCourtesy(message: string): boolean {
  return message.length <= 100 && COURTESY.test(message.trim())
}

/** What is meant by a message without the mention of the bot; others are mentioned in it as Discord writes them. */
export function parseIntent(message: string): ParsedIntent {
  const words = message.replace(/[’`´]/g, "'").replace(/\s+/g, " ").trim()
  if (!/[\p{L}\p{N}]/u.test(words)) return sure({ kind: words.includes("?") ? "question" : "help" })
  const said = words.replace(BEGINNING, "").trim() || words
  if (/^(?:help|what can (?:you|u) do|how do (?:you|u) work)[\s?.!]*$/iu.test(said))
    return sure({ kind: "help" })
  if (DISMISSING.test(said)) return sure({ kind: "dismiss" })
  if (SOURCE.test(said)) return sure({ kind: "source" })
  const known = KNOWN_OF.exec(said)
  if (known) return sure({ kind: "about", personId: known[1] ?? "self" })
  return wish(said) ?? { intent: { kind: "question" }, sure: !MAY_BE.test(said) || LOOKING_BACK.test(said) }
}

/** A wish to have something kept or forgotten; null where no rule knows one. */
function wish(said: string): ParsedIntent | null {
  const keeping = KEEPING.exec(said)
  if (keeping && !LOOKING_BACK.test(said)) return kept(said, keeping[1]?.trim() ?? "")
  const lettingGo = LETTING_GO.exec(said)
  if (lettingGo && !LOOKING_BACK.test(said)) return sure({ kind: "forget", what: ended(lettingGo[1] ?? "") })
  return null
}

function kept(said: string, what: string): ParsedIntent | null {
  // "Remember to …" is a reminder, and with a question mark it may ask for what is remembered.
  if (/^to\b/iu.test(what)) return null
  const isAsked = /\?\s*$/.test(said)
  if (
    isAsked &&
    !/\b(?:that|forget|note|mind)\b|^(?:can|could|would|will) (?:you|u)\b.*\bremember i\b/iu.test(said)
  )
    return null
  const about = new RegExp(`^${MENTION_PATTERN}`).exec(what)?.[1] ?? null
  return sure({ kind: "remember", what: ended(what), about })
}

/** Without the question mark of a polite wish, and the thanks after it. */
function ended(what: string): string {
  return what
    .replace(/[\s,.!]*\b(?:please|pls|thanks|thank you|thx|ok|okay)\b[\s.!?]*$/iu, "")
    .replace(/[\s?]+$/u, "")
    .trim()
}

function sure(intent: Intent): ParsedIntent {
  return { intent, sure: true }
}
