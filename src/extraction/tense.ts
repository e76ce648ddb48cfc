/** Tells from a fact's words whether it happens once, comes again or is over. Pure. */
import { recurs } from "../text/recurrence.ts"
import { PAST_FORM } from "./rules/phrases/retell.ts"

const ONCE =
  /(?<![\p{L}])(?:will|won't|is going to|are going to|plans? to|wants? to|hopes? to|(?:is|are|was|were) (?:\p{L}+ )?(?:\p{L}{2,}ing|away|off|out|on (?:vacation|holiday|leave))|starts|begins|leaves|arrives|moves|flies|returns|quits)(?![\p{L}])/u

/** Returns true if a fact tells of something ahead or going on: "will move", "is visiting Rome". */
export function tellsAhead(fact: string): boolean {
  return ONCE.test(fact)
}

/** Times that come again every year. */
const YEARLY =
  /(?<![\p{L}])(?:birthday|anniversary|born|every|each|usually|always|season|geburtstag|jubiläum|cumpleaños|aniversario|anniversaire|aniversário)(?![\p{L}])|誕生日/iu

/** Returns true if a fact tells of what comes again: "every Friday", "birthday". */
export function comesAgain(fact: string): boolean {
  return recurs(fact) || YEARLY.test(fact)
}

/** Returns true if an English fact tells what is over. */
export function tellsOfPast(fact: string): boolean {
  return (
    !ONCE.test(fact) &&
    fact
      .split(/\s+/)
      .slice(1)
      .some((word) => PAST_FORM.test(word))
  )
}

const PAST_ABROAD =
  /(?<![\p{L}])(?:waren?|hatten?|wurden?|(?:hat|haben|habe|hab|ist|sind|bin) .*(?<![\p{L}])(?!gegen|geht|gehen|geben|gelten)(?:\p{Ll}{2,3})?ge\p{L}+(?:t|en)(?=\s*(?:[.,;!?)]|$|und|weil|aber))|fue|fueron|fui|fuimos|era|eran|estuv\p{L}+|había\p{L}*|tuv[eo]|h(?:a|e|as|emos|an) \p{L}+[aio]do|était|étais|a(?:i|s|vons|vez)? \p{L}+é|foi|fui|estava|tive)(?![\p{L}])/iu

/** Returns true if a fact in German, Spanish, French or Portuguese tells what is over. */
export function tellsOfPastAbroad(fact: string): boolean {
  return PAST_ABROAD.test(fact)
}
