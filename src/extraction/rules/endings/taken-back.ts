/** Finds what takes back the words said before it: "jk", and of an ending also "for today i mean". Pure. */
import type { Message } from "../../../domain/types.ts"
import { sentencesOf } from "../../support/sentences.ts"
import { TELLS_ENDING } from "./named-endings.ts"

/** "Well i can", "jk": what was just said is not so. */
const TAKEN_BACK =
  /^\W*(?:jk|j\/k|just kidding|kidding|i lied|lies|not really|scherz|spaß|broma|es broma|je rigole|blague|zoeira|brincadeira|(?:well|ok|okay),? i (?:can|do|did|am|was|have|could))\W*$/iu

/** "I love bugzilla. really": irony, as often as not. */
const STRESSED =
  /^\W*(?:(?:no|yes|yeah|ja|sí|oui|sim),? )?(?:really|truly|seriously|honestly|totally|i swear|so much fun|what a joy|best thing ever|10\/10|just (?:great|lovely|wonderful)|wirklich|ehrlich|echt|de verdad|en serio|vraiment|sérieux|sério|de verdade)[\s.!…]*$/iu
const LIKES =
  /^\S.* (?:loves?|likes|adores|enjoys|is (?:a (?:big |huge )?fan of|into)|liebt|mag|adora|aime|adore|ama) /iu

/** "For today i mean", "back at it tmrw": it only rests. */
const RESTS =
  /^\W*(?:(?:i mean|i meant|just|only|well|ok|okay|lol|haha|but|and)\W+)*(?:for (?:today|tonight|now|the (?:day|night|week|weekend))|(?:just|only) (?:today|tonight)|für heute|por hoy|pour aujourd['’]hui|por hoje|(?:i['’]?m |im |i['’]?ll be |ill be )?back (?:at|to|on) it(?: again)?(?: (?:tomorrow|tmrw?|later|soon|monday|next week|in the morning))?)(?: (?:i mean|i meant|only|tho|though|lol|haha))*\W*$/iu

/** Returns true if a text takes back the fact that its author told just before. */
export function takesBack(text: string, told: string): boolean {
  if (STRESSED.test(text) && LIKES.test(told)) return true
  return TAKEN_BACK.test(text) || (TELLS_ENDING.test(told) && RESTS.test(text))
}

/** Messages and time within which an author takes an ending back. */
const RANGE = { messages: 4, ms: 180_000 }

/** Returns true if its author takes the sentence back, in the same message or soon after. `next` are the messages after it. */
export function isTakenBack(sentence: string, message: Message, next: readonly Message[]): boolean {
  const own = sentencesOf([message]).map(({ text }) => text)
  const soon = next
    .slice(0, RANGE.messages)
    .filter(({ author, at }) => author.id === message.author.id && at - message.at < RANGE.ms)
  const later = [...own.slice(own.indexOf(sentence) + 1), ...sentencesOf(soon).map(({ text }) => text)]
  return later.some((text) => TAKEN_BACK.test(text) || RESTS.test(text))
}
