/**
 * Decides whether the lines that a claim cites say what it says. It refuses what is refuted by polarity, by the
 * speaker, by a computed date or by the kind of line; words that nobody said only lower the confidence, because
 * paraphrase and translation share none. Pure.
 */
import type { Id, Person } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { type Matter, matterOf, type SupportFault } from "./matter.ts"
import { statedNumbers } from "./numbers.ts"
import { ironic, lowOpinion, namesake, overAlready, overgeneral, swapped } from "./overstated.ts"
import { isOutdatedPlan } from "./plans.ts"
import { denied, deniedByAnswer, imagined, seemsDenied } from "./polarity.ts"
import { refutedNumbers } from "./refuted-numbers.ts"
import { type ChatSentence, quotedIn, type SupportClaim, type SupportScene } from "./sentences.ts"
import {
  AGREES,
  ASKING,
  FIRST_PERSON,
  INSULT,
  ORDERS_TO_REMEMBER,
  OTHER_PERSON,
  POSES_AS_SYSTEM,
  PRIVILEGE,
  UNREAL,
} from "./words.ts"

/** `factor` lowers the claim's confidence, 0 to 1. */
export type { SupportFault } from "./matter.ts"
export type Support = { kind: "supported"; factor: number } | { kind: "refused"; fault: SupportFault }

const CHECKS: readonly ((matter: Matter) => SupportFault | null)[] = [
  order,
  insult,
  notMeant,
  ownWords,
  onlyQuestions,
  othersWords,
  ownRule,
  deniedByAnswer,
  denied,
  imagined,
  otherNumber,
  movedSince,
  overgeneral,
  overAlready,
  ironic,
  namesake,
  lowOpinion,
  swapped,
]

/**
 * A fact without a word in common with its lines is a paraphrase, a translation, or made up; one whose number nobody
 * said was worked out ("ten to four") or made up; and a "not" may belong to something else.
 */
const NO_SHARED_WORD = 0.9
const DOUBT = 0.9
/** A doubt about words that nobody said: only a repetition brings such a claim over the floor. */
const BOTH = 0.75

/** Faults that no second reading overrules: what is not to be kept even if it was said, and computed numbers. */
const FINAL: ReadonlySet<SupportFault> = new Set(["order", "insult", "own_rule", "own_words", "not_said"])
export function isFinal(fault: SupportFault): boolean {
  return FINAL.has(fault)
}

/** `isRetold`: rules wrote the fact, in words of their own, from these very lines. */
export function checkSupport(claim: SupportClaim, scene: SupportScene, isRetold = false): Support {
  const matter = matterOf(claim, scene)
  for (const check of CHECKS) {
    const fault = check(matter)
    if (fault) return { kind: "refused", fault }
  }
  const isDoubtful = seemsDenied(matter) || !statedNumbers(claim, scene)
  const shares = matter.shares || isRetold
  if (isDoubtful) return { kind: "supported", factor: shares ? DOUBT : NO_SHARED_WORD * BOTH }
  return { kind: "supported", factor: shares ? 1 : NO_SHARED_WORD }
}

/** The checks that a line about a person must pass: it may tell of questions and jokes, but not invent. */
const LINE_CHECKS = [order, insult, deniedByAnswer, otherNumber]
/** Of words that are only listed, nothing can be denied: "no bad traits there" talks about traits. */
const LIST_CHECKS = [order, insult]

/**
 * Returns true if nothing in a person's own lines refutes a line about what they said or did. `isListed`: the line lists
 * words of theirs.
 */
export function supportsPersonLine(
  { id, name }: Person,
  line: string,
  { scene, isListed }: { scene: SupportScene; isListed: boolean },
): boolean {
  const lines = scene.window.messages.flatMap(({ role, author }, index) =>
    role === "member" && author.id === id ? [index + 1] : [],
  )
  const matter = matterOf({ fact: `${name} ${line}`, subject: { scope: "user", id }, lines }, scene)
  if (isListed) return LIST_CHECKS.every((check) => check(matter) === null)
  return (
    LINE_CHECKS.every((check) => check(matter) === null) &&
    !seemsDenied(matter) &&
    statedNumbers(matter.claim, scene)
  )
}

/** A line that poses as a system, orders the memory about another person, or grants rank to its own writer. */
function order({ claim, sentences, matching }: Matter): SupportFault | null {
  const text = (sentence: ChatSentence) => sentence.text
  if (sentences.some((sentence) => POSES_AS_SYSTEM.test(text(sentence)))) return "order"
  const orders = matching.filter((sentence) => ORDERS_TO_REMEMBER.test(text(sentence)))
  if (orders.length === 0) return null
  const isOwn = orders.every(({ author }) => author === claim.subject.id)
  return isOwn && !PRIVILEGE.test(claim.fact) ? null : "order"
}

function insult({ claim }: Matter): SupportFault | null {
  return claim.subject.scope === "user" && INSULT.test(claim.fact) ? "insult" : null
}

/** Jokes, lyrics, role-play and quotations, and what its speaker calls a joke in the next lines. */
function notMeant({ matching, scene: { window }, claim, shares, telling }: Matter): SupportFault | null {
  const meant = matching.filter((sentence) => !sentence.isUnmeant)
  if (matching.length > 0 && meant.length === 0) return "not_meant"
  if (
    !shares &&
    matching.some(({ message }) => stems(quotedIn(message.content)).some((stem) => telling.has(stem)))
  )
    return "not_meant"
  const last = Math.max(...claim.lines)
  const next = window.messages.slice(last, last + 3)
  const authors = new Set(matching.map(({ author }) => author))
  const isTakenBack = next.some(
    ({ author, content }) => authors.has(author.id) && content.length < 40 && JOKING_AFTER.test(content),
  )
  return isTakenBack ? "not_meant" : null
}
const JOKING_AFTER =
  /^\W*(?:jk|j\/k|just kidding|kidding|jks|scherz|spaß|es broma|broma|je (?:rigole|déconne|plaisante)|brincadeira|brinks|żart\p{L}*|冗談)(?![\p{L}])/iu

/** The words are Keepsake's alone: no member's line that is cited has any of them. */
function ownWords({ claim, scene, telling, shares }: Matter): SupportFault | null {
  if (shares) return null
  const own = claim.lines.flatMap((line) => scene.window.messages[line - 1] ?? [])
  const repeats = own.some(
    ({ role, content }) => role === "keepsake" && stems(content).some((stem) => telling.has(stem)),
  )
  return repeats ? "own_words" : null
}

/** "My Pixel keeps rebooting, why?" tells of a Pixel; a question without "my" tells nothing. */
function onlyQuestions({ claim, sentences, matching }: Matter): SupportFault | null {
  if (sentences.length === 0 || sentences.some(({ isQuestion }) => !isQuestion)) return null
  if (ASKING.test(claim.fact)) return null
  return matching.some(({ text }) => OWN_THING.test(text) && !UNREAL.test(text)) ? null : "only_questions"
}
const OWN_THING =
  /(?<![\p{L}])(?:my|our|mein\p{L}*|unser\p{L}*|mi|mis|nuestr\p{L}+|mon|ma|mes|notre|meu|minha|nosso|nossa|mój|moja|moje|nasz\p{L}*|i have|i['’]?ve|i['’]?m|since i|when i|as i)(?![\p{L}])|私の|僕の|俺の/iu

/** Another person's "I" says nothing about the subject. */
function othersWords({ claim, sentences, matching, scene, telling }: Matter): SupportFault | null {
  const { scope, id } = claim.subject
  if (scope !== "user" || sentences.length === 0) return null
  const own = sentences.filter(({ author }) => author === id)
  const others = matching.filter(({ author }) => author !== id)
  const isShared = (sentence: ChatSentence) => [...sentence.stems].some((stem) => telling.has(stem))
  if (own.some(({ text }) => AGREES.test(text))) return null
  // The subject answers or agrees, or says it in own words. Their question says nothing.
  const says = ({ isQuestion, ...sentence }: ChatSentence) =>
    !isQuestion && isShared({ isQuestion, ...sentence })
  if (own.some((sentence) => sentence.answer !== null || says(sentence))) return null
  if (own.length > 0 && !others.some(isShared)) return null
  const said = others.filter((sentence) => !sentence.isQuestion)
  const speaksOfSubject = said.some((sentence) => refersTo(sentence, id, scene))
  const authors = new Set(said.map(({ author }) => author))
  const ofThemselves = [...authors].every((author) =>
    said.some((sentence) => sentence.author === author && FIRST_PERSON.test(sentence.text)),
  )
  return said.length > 0 && !speaksOfSubject && ofThemselves ? "others_words" : null
}

/** Names the person, addresses them in a reply, or speaks of "you", "he" or "she". */
function refersTo({ text, message }: ChatSentence, id: Id, { people, window }: SupportScene): boolean {
  if (message.mentions.some((person) => person.id === id)) return true
  if (namesOf(id, people).some((name) => hasWord(text, name))) return true
  const repliedTo = window.messages.find((other) => other.id === message.replyTo)
  return OTHER_PERSON.test(text) || repliedTo?.author.id === id
}

function namesOf(id: Id, people: readonly Person[]): string[] {
  return people
    .filter((person) => person.id === id)
    .flatMap(({ name }) => [name, ...name.split(/[^\p{L}]+/u).filter((part) => part.length > 2)])
}

function hasWord(text: string, word: string): boolean {
  return word !== "" && text.toLowerCase().includes(word.toLowerCase())
}

/** A rule for the group that one person makes to their own advantage, and to which nobody agrees. */
function ownRule({ claim, sentences, scene }: Matter): SupportFault | null {
  if (claim.subject.scope === "user") return null
  const authors = new Set(sentences.map(({ author }) => author))
  const [author] = authors
  if (authors.size !== 1 || author === undefined || INCLUDED.test(claim.fact)) return null
  const mentionsSelf =
    namesOf(author, scene.people).some((name) => hasWord(claim.fact, name)) &&
    (FIRST_PERSON.test(sentences.map(({ text }) => text).join(" ")) ||
      sentences.some(({ text }) => namesOf(author, scene.people).some((name) => hasWord(text, name))))
  return mentionsSelf && GAIN.test(`${claim.fact} ${sentences.map(({ text }) => text).join(" ")}`)
    ? "own_rule"
    : null
}
/** A speaker under the rule as well gains nothing by it. */
const INCLUDED =
  /(?<![\p{L}])(?:included|including|as well|too|inklusive|eingeschlossen|incluid[oa]|inclus[oe]?|compris|incluso)(?![\p{L}])/iu
const GAIN =
  /(?<![\p{L}])(?:always|gets?|rule|must|have to|has to|everyone|everybody|owes?|free|first|only|exempt|allowed|may|admin|owner|decides?|in charge|immer|regel|muss|müssen|alle|bekommt|darf|entscheidet|siempre|regla|todos|debe\p{L}*|toujours|règle|tous|tout le monde|doit|doivent|sempre|regra|todo mundo|deve\p{L}*|zawsze|zasada|wszyscy|musi\p{L}*)(?![\p{L}])|いつも|必ず|全員|ルール/iu

/** A count, date or weekday that the lines give otherwise. */
function otherNumber({ claim, scene }: Matter): SupportFault | null {
  return refutedNumbers(claim, scene) ? "not_said" : null
}

function movedSince({ claim, scene }: Matter): SupportFault | null {
  return isOutdatedPlan(claim, scene.window.messages) ? "moved_since" : null
}
