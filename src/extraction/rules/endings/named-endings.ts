/** Finds whether a clause says that what a fact names is over. Pure. */
import { stems } from "../../../text/stems.ts"
import { CUES } from "./cues.ts"
import { isOfMatter } from "./matters.ts"

/** Words between a cue and what it names that add nothing: "quit playing the cello". */
const LIGHT =
  "my|the|our|that|this|these|those|all|a|an|playing|using|doing|being|working|living|going|learning|studying|eating|drinking|smoking|streaming|teaching|running|to|at|in|with|as|for|from|on|of|out|up|job|der|die|das|den|dem|mein\\p{L}*|unser\\p{L}*|im|am|aus|bei|mit|vom|el|la|los|las|mi|mis|un|una|al|del|de|en|con|le|les|l|d|mon|ma|mes|du|des|au|à|chez|o|os|as|meu|minha|no|na|do|da|com|jugar|usar|tocar|jogar|fumar|comer|ir|trabajar|jouer|faire"

const PATTERNS = CUES.map(({ before, after, denials, anymore, again, follow }) => {
  const words = (list: string) => list.replace(/\s*\n\s*/g, "")
  return {
    before: new RegExp(`(?:^| )(?:${words(before)})(?: (?:${LIGHT}))*$`, "u"),
    after: new RegExp(`^(?:${words(after)})(?: |$)`, "u"),
    denied: new RegExp(`(?:^| )(?:${denials})(?: \\S+){0,4}$`, "u"),
    anymore: new RegExp(`^(?:\\S+ )?(?:${anymore})(?: |$)`, "u"),
    again: new RegExp(`(?:^| )(?:${words(again)})(?: (?:${LIGHT}))*$`, "u"),
    follow: new RegExp(`^(?:$|(?:${words(follow)})(?: |$))`, "u"),
  }
})

/** The words of a clause, each with its stems. */
export type ClauseWords = readonly { word: string; stems: readonly string[] }[]

export function clauseWords(clause: string): ClauseWords {
  const words = clause.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*[+#]*/gu) ?? []
  return words.map((word) => ({ word, stems: stems(word) }))
}

/** `telling`: the stems that tell the fact from others. A fact that tells an ending ends when its thing begins again. */
export function endsNamed(clause: ClauseWords, fact: string, telling: ReadonlySet<string>): boolean {
  const words = clause.map(({ word }) => word)
  const names = clause.map(
    ({ word, stems: own }) =>
      own.some((stem) => telling.has(stem)) || (own.length > 0 && isShort(word, telling)),
  )
  for (let at = 0; at < words.length; at++) {
    if (!names[at]) continue
    const start = at
    while (names[at + 1]) at++
    const left = words.slice(Math.max(0, start - REACH), start).join(" ")
    const right = words.slice(at + 1, at + 1 + REACH).join(" ")
    if (isOver(left, right, fact)) return true
  }
  return false
}
const REACH = 7

/** "Valo" for Valorant, "chem" for chemistry. */
function isShort(word: string, telling: ReadonlySet<string>): boolean {
  return word.length >= 4 && [...telling].some((stem) => stem.length > word.length && stem.startsWith(word))
}

function isOver(left: string, right: string, fact: string): boolean {
  if (TELLS_ENDING.test(fact)) return AGAIN.test(right) || PATTERNS.some(({ again }) => again.test(left))
  return PATTERNS.some(({ before, after, denied, anymore, follow }) => {
    if (after.test(right)) return true
    if (denied.test(left) && anymore.test(right)) return true
    return before.test(left) && follow.test(right) && !(FORGOT.test(left) && isThing(fact))
  })
}

/** "Streaming again from wednesday". */
const AGAIN = /^(?:\S+ )?(?:again|wieder|otra vez|de nuevo|à nouveau|de novo)(?: |$)/u

/** A fact that says itself that something ended. */
export const TELLS_ENDING =
  /(?<![\p{L}])(?:quit|quits|stopped|sold|no longer|used to|left|gave up|given up|ended|cancelled|broke up|broken up|split up|dropped|divorced|retired|(?:does|is|has|did)(?:n['’]t| not)|never|jamais|nunca|ya no|nicht mehr|kein\p{L}* .{0,40}mehr|plus|mais)(?![\p{L}])/iu

/** "Left my phone at work": a thing that somebody left is still theirs. */
const FORGOT = /(?:^| )(?:left|leaving|dropped|dropping)(?: \S+)*$/u
function isThing(fact: string): boolean {
  return isOfMatter(fact, "device") || isOfMatter(fact, "vehicle") || isOfMatter(fact, "pet")
}
