/**
 * Finds the known fact that a speaker ends or replaces: "sold the corolla" ends "Ana drives a Corolla". Says nothing
 * unless exactly one fact can be meant. Pure.
 */
import { stems } from "../../../text/stems.ts"
import { clausesOf } from "../../support/sentences.ts"
import { UNREAL } from "../../support/words.ts"
import { RELATIVE } from "../phrases/en-words.ts"
import { plainEnglish } from "../phrases/plain-english.ts"
import type { LifeMatter } from "./ending.ts"
import { commonNouns, isOfMatter } from "./matters.ts"
import { clauseWords, endsNamed, TELLS_ENDING } from "./named-endings.ts"

/** A fact that is known of the speaker. */
export interface KnownFact {
  fact: string
}

export interface Speaker {
  name: string
  /** Facts that the same message tells of its author. */
  newer?: readonly string[]
}

/** Returns the one known fact that the speaker's sentence ends, or `null`. */
export function endedFact<F extends KnownFact>(
  sentence: string,
  known: readonly F[],
  speaker: Speaker,
): F | null {
  const own = known.filter(({ fact }) => isOwn(fact, speaker.name))
  if (own.length === 0 || sentence.length > LONGEST || isOverdone(sentence)) return null
  for (const clause of new Set([sentence, ...clausesOf(sentence)])) {
    if (UNREAL.test(clause) || ALMOST.test(clause)) continue
    const bare = clause
      .trim()
      .replace(LEAD, "")
      .replace(/[\s.!,;:)~]+$/u, "")
    const text = plainEnglish(bare).toLowerCase()
    const named = OTHERS.test(clause) || SPARED.test(clause) ? null : namedIn(text, own, speaker.name)
    const meant = named ?? (OTHERS_FIRST.test(clause) ? null : succeeded(text, own, speaker))
    if (meant !== null) return meant
  }
  return null
}

/** Longer sentences end nothing. */
const LONGEST = 240

/** Words at the start of a clause that say nothing. */
const LEAD =
  /^(?:[\s,.:;!*~(–—-]|(?:ok|okay|oh|ah|so+|also|and|but|well|welp|anyway|anyways|btw|fyi|hey|hi|yeah|yea|yep|yes|nah|nope|no(?=,? (?:i|i['’]?m|we|ive)(?![\p{L}]))|lol|lmao|ugh|update|psa|news|sad news|big news|good news|finally|just|actually|honestly|tbh|ngl|then|guys|folks|as of (?:today|yesterday|last week|this week)|since (?:last week|yesterday)|plot twist|life update|small update|quick update|turns out|officially)(?![\p{L}'’]))+/iu

/** Nothing ended: it was only close, or is thought of. */
const ALMOST =
  /(?<![\p{L}])(?:almost|nearly|barely|thinking (?:of|about)|thought about|considering|tempted|want(?:ed|s)?|wanna|need to|trying|tried|should|might|gonna|going to|about to|plan(?:ning)? (?:to|on)|back when|never (?:quit|stop|sell|sold|leave|left|gave|dropp?)\p{L}*|(?:did|do|have|am|will|would|can|could) not (?:quit|stop|sell|sold|leave|left|give|drop|get rid)\p{L}*|(?:didn|don|haven|won|wouldn|can|couldn|ain)['’]?t (?:quit|stop|sell|sold|leave|left|give|drop|get rid)\p{L}*|not (?:quitting|selling|leaving|dropping|giving)|imagine)(?![\p{L}])/iu

/** "I am SO done with korean" tells of a mood, unless it says that it is for good. */
function isOverdone(sentence: string): boolean {
  return OVERDONE.test(sentence) && !FOR_GOOD.test(sentence)
}
const OVERDONE = /(?<![\p{L}])(?:so+|beyond) (?:\p{L}+ )?(?:done|over|through|finished) with(?![\p{L}])/iu
const FOR_GOOD =
  /(?<![\p{L}])(?:for (?:good|real|ever)|forever|permanently|officially|never again)(?![\p{L}])/iu

/** The thing named stays: it only rests a while, or is one of several. */
const SPARED =
  /(?<![\p{L}])(?:for (?:today|tonight|now|the (?:day|night|weekend|week)|a (?:day|bit|few|while|week|month))|tonight|early|temporarily|break from|hiatus|on hold|pause[ds]?|borrow\p{L}*|lend|lent|rent(?:ed|ing)? out|one of (?:my|the)|second|spare|old|first|another|extra|also|as well|still)(?![\p{L}])/iu

const KIN = `(?:my|our) (?:${RELATIVE})|mein\\p{L}* (?:bruder|schwester|mutter|vater|freund\\p{L}*|frau|mann|sohn|tochter|mama|papa)|mi (?:hermano|hermana|madre|padre|novio|novia|hijo|hija)|m[ao]n? (?:frère|sœur|mère|père|copain|copine|fils|fille)|(?:meu|minha) (?:irmão?|irmã|mãe|pai|namorad[oa]|filh[oa])`
const NEIGHBOR =
  "(?:(?:my|the|our|der|el|la|mi|le|mon|o|meu) )?(?:next[- ]?doors?(?:['’]?s)?|(?:neighbou?r|nachbar|vecin|voisin|vizinh)\\p{L}*)"
/** Somebody else is spoken of. */
const OTHERS = new RegExp(
  `(?<![\\p{L}])(?:${KIN}|seine?[mnrs]?|ihre?[mnrs]?|sus?|él|ella|elle|ele|ela|dele|dela|seu|sua|his|her|their|your|you|he|she|they|${NEIGHBOR})(?![\\p{L}])`,
  "iu",
)
/** Somebody else is the subject. */
const OTHERS_FIRST = new RegExp(
  `^\\W*(?:${KIN}|er|sie|él|ella|il|elle|ele|ela|he|she|they|${NEIGHBOR})(?![\\p{L}/])`,
  "iu",
)

/** About the speaker alone. */
function isOwn(fact: string, name: string): boolean {
  return fact.startsWith(name) && !/^['’]s /.test(fact.slice(name.length))
}

/** The fact whose telling words the clause says to be over. */
function namedIn<F extends KnownFact>(text: string, own: readonly F[], name: string): F | null {
  const words = clauseWords(text)
  const namedBy = (stemsOf: (fact: string) => string[]) =>
    own
      .filter(({ fact }) => !(DECLARED_OVER.test(text) && isOfMatter(fact, "diet") && !SAYS_I.test(text)))
      .filter(({ fact }) => endsNamed(words, fact, new Set(stemsOf(fact))))
  const named = namedBy((fact) => tellingStems(fact, name))
  return single(named.length > 0 ? named : namedBy(commonNouns))
}

/** "Vegetarianism over" is said in anger too: of a diet it counts only as "i am done being vegetarian". */
const DECLARED_OVER =
  /(?<![\p{L}])(?:over|done|dead|gone|finished|history|cancell?ed|ended|retired|off)(?![\p{L}])/u
const SAYS_I =
  /(?<![\p{L}])i (?:am|have|was|feel)(?: \p{L}+){0,3} (?:over|done|finished|through|off)(?![\p{L}])/u

/** The one fact of a matter of which the same message tells something newer: "moved to York", "I main Ana now". */
function succeeded<F extends KnownFact>(
  text: string,
  own: readonly F[],
  { name, newer = [] }: Speaker,
): F | null {
  const always = ONE_ALWAYS.filter((of) => newer.some((fact) => isOfMatter(fact, of)))
  const matters =
    always.length > 0
      ? always
      : SWITCHED.test(text)
        ? ONE_WHEN_SWITCHED
        : NEWLY.test(text)
          ? ONE_AT_A_TIME
          : []
  for (const fact of newer)
    for (const of of matters) {
      const meant = isOfMatter(fact, of) ? ofMatter(own, of) : null
      if (meant !== null && tellsOther(fact, meant.fact, { of, name })) return meant
    }
  return null
}
/** A fact tells of the matter what the other does not; of what one is called, on the same site. */
function tellsOther(fact: string, other: string, { of, name }: { of: LifeMatter; name: string }): boolean {
  const told = new Set(tellingStems(other, name))
  const isSame = of !== "handle" || siteIn(fact) === siteIn(other)
  return isSame && tellingStems(fact, name).some((stem) => !told.has(stem))
}

/** The site on which somebody is called so. */
function siteIn(fact: string): string | undefined {
  return /(?:on|auf|en|sur|no|na) (twitch|youtube|steam|instagram|github|xbox|psn|soundcloud|mastodon|bluesky)/iu
    .exec(fact)?.[1]
    ?.toLowerCase()
}

/** Who plays support plays tank no longer, whatever else the words say. */
const ONE_ALWAYS: readonly LifeMatter[] = ["main", "handle", "zone", "pronouns"]
const ONE_AT_A_TIME: readonly LifeMatter[] = [
  "home",
  "job",
  "study",
  "partner",
  "vehicle",
  "zone",
  "pronouns",
]
const ONE_WHEN_SWITCHED: readonly LifeMatter[] = [...ONE_AT_A_TIME, "tool", "device", "game"]
const SWITCHED =
  /(?<![\p{L}])(?:moved|switched|migrated|changed|swapped|upgraded|umgestiegen|gewechselt|(?:um)?gezogen|mudé|mudado|mudamos|pasé|cambié|déménagé|passée?|changé|mudei|troquei)(?![\p{L}])/u
const NEWLY =
  /(?<![\p{L}])(?:now|nowadays|these days|instead|started|new|jetzt|inzwischen|mittlerweile|ahora|maintenant|désormais|agora|comecei)(?![\p{L}])/u

function ofMatter<F extends KnownFact>(own: readonly F[], of: LifeMatter): F | null {
  return single(own.filter(({ fact }) => !TELLS_ENDING.test(fact) && isOfMatter(fact, of)))
}

function tellingStems(fact: string, name: string): string[] {
  const names = new Set(stems(name))
  return stems(fact).filter((stem) => !names.has(stem) && !GENERIC.has(stem))
}

/** Words that tell no fact from another. */
const GENERIC = new Set(
  stems(
    "lives works plays uses likes loves drives rides owns has is goes does day days week month year time new thing things stuff it that this them there here game games job main mains now night nights morning evening together learning always every",
  ),
)

function single<F>(facts: readonly F[]): F | null {
  return facts.length === 1 ? (facts[0] ?? null) : null
}
