/** Answers: whether a sentence says yes or no, or is a bare fragment that only its question makes a fact. */
import { stripOpeners } from "./clause.ts"
import { FILLERS, STOPWORDS } from "./lexicon.ts"
import { isTime } from "./times.ts"
import { normalizeWord, tagWords } from "./words.ts"

const YES =
  /^(?:yes|yeah|yea|yep|yup|ya|yas|ye|sure|indeed|definitely|absolutely|of course|correct|right|totally|affirmative|true|i am|i do|i have|i did|i will|i can|me|me too|same|same here|guilty|you bet|already|always|i've got it on|got it on|watching it|ofc|uh huh|mhm|for sure|certainly|born and raised)\b/i
const NO =
  /^(?:no|nope|nah|naw|never|negative|not (?:yet|really|anymore|at all|me)|i'm not|i don't|i haven't|i am not|i do not)\b/i
const VAGUE =
  /\b(?:idk|dunno|don't know|do not know|not sure|no idea|depends|everywhere|nowhere|nothing|none|secret|whatever|anything|something|same|long story|it's complicated|guess|maybe|probably|possibly|somewhere|hopefully|later|soon|wait|what|why|who|how|huh|sorry|nobody|everything|stuff|lots|things|you|your|it|this|that|they|thanks|thank|ty|please|lol|test|hello|hi|god|forgot|congrats|congratulations|to say|good question|let me|tough one|brb|afk|gtg|omw|gosh|welcome|here's|good|well|fun|cool)\b/i

export function saysYes(text: string): boolean {
  return YES.test(text.trim())
}

export function saysNo(text: string): boolean {
  return NO.test(text.trim())
}

/** What follows a yes or no: "Yeah, Heather!" leaves "Heather". */
export function afterYesOrNo(text: string): string {
  return text
    .trim()
    .replace(YES, "")
    .replace(NO, "")
    .replace(/^[\s,.!;:-]+/, "")
}

/** What an answer goes on to say: "December 1st, if the landlord signs", "cello, and I'm second chair". */
const REMARK =
  /,? (?:if|unless|but|though|although|assuming|provided|as long as|because|cause|so)\b.*$|(?:,| and) (?:and )?(?:i|i'm|i've|we|it|it's|my|he|she|they)\b.*$/i

/** The bare answer in a sentence: a few words without a verb of their own; null where it is no such thing. */
export function fragmentOf(text: string): string | null {
  const plain = stripOpeners(text)
    .replace(REMARK, "")
    .replace(
      /^(?:it's|it is|its|it was|that's|that would be|that'd be|they're|just|mostly|mainly|currently|actually|definitely|usually|gotta be|has to be|must be|prolly|named (?:her|him|it)|called (?:her|him|it)) /i,
      "",
    )
    .replace(/[\s,.!?]+$/, "")
    .replace(
      /,? (?:in the end|after all|eventually|actually|lol|haha|btw|tho|though|of course|ofc|i think|for now|right now|atm|these days|now|mostly|mainly|man|dude|here|all the way|obviously|hands down|easily|for sure)$/i,
      "",
    )
    .trim()
  const words = plain.split(/\s+/)
  if (plain === "" || plain.length > 70 || words.length > 9 || VAGUE.test(plain)) return null
  if (
    /^(?:i|i'm|we|he|she|they|my|let|try|go|use|see|look|check|if|when|because|and|but|or|not|do|does|is|are|have|can)\b/i.test(
      plain,
    ) &&
    !/^my (?:[\p{L}-]+ ){0,3}[\p{L}-]+$/iu.test(plain)
  )
    return null
  if (isTime(plain)) return `${lowered(words[0] ?? "")}${plain.slice((words[0] ?? "").length)}`
  const told =
    /^(?:a|an|the|my|our|some|in|at|near|two|three|four|five|six|seven|from|to|with|on|for)$/i.test(
      words[0] ?? "",
    )
      ? `${words[0]?.toLowerCase()}${plain.slice((words[0] ?? "").length)}`
      : plain
  return hasNoun(plain) ? told : null
}

/** A first word small, unless it is the name of a day or month. */
function lowered(word: string): string {
  return /^(?:next|last|this|in|on|at|by|tomorrow|tonight|soon|early|late|around|about|since|for|two|three|four|five|six|a|the|until|mid|sometime|every|yesterday|today)$/i.test(
    word,
  )
    ? word.toLowerCase()
    : word
}

const FINITE = new Set(["PastTense", "Copula", "Modal", "Auxiliary", "Pronoun"])

function hasNoun(text: string): boolean {
  const tags = tagWords(text)
  if (tags.size > 1 && !/\b(?:that|who|where|which)\b/.test(text) && [...tags].some(isVerbal)) return false
  return [...tags].some(([word, own]) => {
    if (STOPWORDS.has(word) || FILLERS.has(word) || (own.has("Expression") && tags.size === 1)) return false
    const noun = own.has("Noun") || own.has("Adjective") || own.has("Gerund") || own.has("Value")
    return noun || (tags.size <= 2 && own.has("Verb"))
  })
}

/** Whether a word makes a sentence of a fragment: a verb of its own, or somebody spoken of. */
function isVerbal([word, own]: [string, Set<string>]): boolean {
  if (/^(?:my|his|her|their|our)$/.test(word) || word.endsWith("ed")) return false
  const present = own.has("PresentTense") && !own.has("Gerund") && !own.has("Infinitive")
  return present || [...own].some((tag) => FINITE.has(tag))
}

/** The side that an aside names as playing: "Celtics are up" makes "the game" the Celtics game. */
export function teamIn(text: string): string | null {
  const match =
    /\b(?:the )?((?:\p{Lu}[\p{L}\d]+ ?){1,3}|\p{L}{4,})\s*(?:are|is|'re|were|just|have|has)\s+(?:up|down|winning|losing|leading|ahead|behind|tied|playing|scored|killing|crushing|destroying|on fire|so|getting)\b/u.exec(
      text,
    )
  const side = match?.[1]?.trim() ?? null
  return side === null || STOPWORDS.has(normalizeWord(side)) || /^(?:They|We|You|It|He|She|There)$/.test(side)
    ? null
    : side
}
