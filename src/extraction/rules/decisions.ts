/**
 * Reads what binds a group where the words are plain: a rule that somebody announces, a vote's result, a decision.
 * Proposals, jokes and what somebody else objects to give nothing. Pure.
 */
import type { Claim, Id, Memory, Message } from "../../domain/types.ts"
import { languageOf } from "../../text/language.ts"
import { stems } from "../../text/stems.ts"
import { sentencesOf } from "../support/sentences.ts"
import { FIRST_PERSON, INSULT, JOKE, NO, PRIVILEGE, UNREAL } from "../support/words.ts"
import { GROUP_DECISIONS } from "./decision-phrases.ts"
import { KIND_FILINGS } from "./kinds.ts"
import { isUnclearDay } from "./phrases/unclear-days.ts"
import { type TimedFact, withRealDates } from "./real-dates.ts"
import { isUnusableLine } from "./source-filter.ts"
import { standsAlone } from "./standing.ts"

/** Nothing is decided yet, or it is no rule of this group. */
const OPEN =
  /[?？]|(?<![\p{L}])(?:still open|open until|propos\p{L}*|suggest\p{L}*|vote (?:now|here|below)|pick one|react|lol|lmao|haha+|jaja+|kkk+|mdr|monopoly|in[- ]game|offen|abiert[oa]|ouverte?s?|abert[oa]|my (?:old|other) server)(?![\p{L}])/iu

/** Lines after it in which somebody may object. */
const OBJECTION_RANGE = 3

export interface DecisionContext {
  messages: readonly Message[]
  timezone: string
  channelId: Id
  /** Memories that are known to the channel's readers: a rule may be lifted. */
  known: readonly Memory[]
}

/** Returns the decisions of a window as facts of its channel, and the rules of the channel that it lifts. */
export function decisionClaims({ messages, channelId, timezone, known }: DecisionContext): Claim[] {
  const rules = known.filter(({ subject, status, fact }) => {
    return subject.id === channelId && status === "active" && RULE.test(fact)
  })
  return messages.flatMap((message, index) => {
    const found = decisionIn(message, messages.slice(Math.max(0, index - VOTE_RANGE), index))
    const lifted = found === null ? liftedBy(message, rules) : null
    const next = messages.slice(index + 1, index + 1 + OBJECTION_RANGE)
    if (isObjectedTo(message, next) || (found?.needsAssent && !isAgreedTo(message, next))) return []
    if (lifted !== null) return [toLifting(lifted, index + 1)]
    if (found === null) return []
    if (isUnclearDay(found.fact, { at: message.at, timezone, language: languageOf(found.fact) })) return []
    const real = withRealDates(found.fact, { at: message.at, timezone, isPast: false })
    return [toClaim({ ...found, ...real }, { channelId, line: index + 1 })]
  })
}

const RULE = /^(?:Rule|Regel|Regla|Règle|Regra): /u
const LIFTED =
  /^\W*(?:(?:ok|so|also|update|heads up)\W+)?(?:the |our |die |la |a )?(?<what>[^,.;:]{3,60}?)(?: (?:rule|ban|limit)|-?regel|-?verbot)? (?:is|are|has been|was|got|ist|sind|wurde|está|é|foi|est|a été) (?:now |officially |hereby |jetzt |ahora |agora )?(?:gone|lifted|dropped|removed|scrapped|abolished|no more|history|not a thing anymore|no longer (?:a thing|in effect|a rule)|aufgehoben|abgeschafft|weg|vorbei|eliminada|abolida|fuera|supprimée|levée|cancelada|revogada)(?![\p{L}])/iu

/** The one rule that a message says to be gone, or `null`. */
function liftedBy({ content, role }: Message, rules: readonly Memory[]): Memory | null {
  if (role !== "member" || rules.length === 0 || content.length > LONGEST) return null
  if (OPEN.test(content) || JOKE.test(content) || UNREAL.test(content)) return null
  const named = stems(LIFTED.exec(content)?.groups?.what ?? "").filter((stem) => !RULE_STEMS.has(stem))
  const meant = rules.filter(({ fact }) => {
    const told = new Set(stems(fact))
    return named.length > 0 && named.every((stem) => told.has(stem))
  })
  return meant.length === 1 ? (meant[0] ?? null) : null
}
const RULE_STEMS = new Set(stems("rule new old regel regla regra règle"))

function toLifting(
  { id, subject, fact, type, section, importance, lifetime, topics }: Memory,
  line: number,
): Claim {
  return {
    ...{ type, section, importance, lifetime, topics, subject },
    ...{
      op: "forget",
      fact: `Lifted: ${fact}`,
      time: null,
      confidence: 1,
      lines: [line],
      target: id,
      reportedBy: null,
    },
  }
}

interface FoundDecision {
  fact: string
  topic: string
  needsAssent: boolean
}

/** Returns what a message decides. `before` tells whether the talk is of a vote. @internal */
export function decisionIn(message: Message, before: readonly Message[] = []): FoundDecision | null {
  const text = message.content.replace(/\s+/g, " ").trim()
  if (message.role !== "member" || text.length > LONGEST_MESSAGE || isUnusableLine(text, text)) return null
  if (JOKE.test(text) || sentencesOf([message]).some(({ isUnmeant }) => isUnmeant)) return null
  for (const part of partsOf(text)) {
    const found = part.length > LONGEST || OPEN.test(part) ? null : decisionOf(part, before)
    if (found !== null) return found
  }
  return null
}

/** A message, and the runs of its sentences: "nice. new rule: no memes. bob can you pin it?" */
function partsOf(text: string): string[] {
  const sentences = text.split(/(?<=[.!?…]|\p{Extended_Pictographic})\s+/u).slice(0, MOST_SENTENCES)
  const runs = sentences.flatMap((_, from) => {
    const ends = sentences.map((_, at) => at + 1).filter((to) => to > from)
    return ends.toReversed().map((to) => sentences.slice(from, to).join(" "))
  })
  return [...new Set([text, ...runs])]
}
const MOST_SENTENCES = 5
const LONGEST_MESSAGE = 600

function decisionOf(text: string, before: readonly Message[]): FoundDecision | null {
  for (const { said, opening, topic, needs } of GROUP_DECISIONS) {
    const { what, also, of } = said.exec(text)?.groups ?? {}
    const decided = (what ?? also ?? "").replace(/[\s.!]+$|,? (?:me|myself) included[\s.!]*$/giu, "")
    if (decided === "" || (needs === "binding" && !BINDS.test(decided))) continue
    if (needs === "vote" && !isOfVote(text, decided, before)) continue
    if (needs === "named" && !isNamedIn(decided, before)) continue
    if (NOT_BINDING.some((pattern) => pattern.test(decided))) return null
    const told = toldOf(decided, opening, of)
    return told === null ? null : { fact: told, topic, needsAssent: needs === "assent" || needs === "named" }
  }
  return null
}
const LONGEST = 280

/** "Result for the logo: 9 yes, 4 no": what was voted on says what "yes" means. `null` if the words say nothing. */
function toldOf(decided: string, opening: string, of: string | undefined): string | null {
  if (of !== undefined) return `${opening} (${of.trim()}): ${decided}`
  return standsAlone(decided) ? `${opening}: ${decided}` : null
}
const NOT_BINDING = [FIRST_PERSON, UNREAL, PRIVILEGE, INSULT]

/** Says that people will do, must do, or may not do something. */
const BINDS =
  /(?<![\p{L}])(?:we(?:['’]?(?:re|ll)| are| will)? (?:all )?(?:go(?:ing)?|us(?:e|ing)|play(?:ing)?|do(?:ing)?|meet(?:ing)?|keep(?:ing)?|mov(?:e|ing)|switch(?:ing)?|stay(?:ing)?|read(?:ing)?|watch(?:ing)?|pick(?:ing)?|drop(?:ping)?|stick(?:ing)?|start(?:ing)?|stop(?:ping)?|tak(?:e|ing)|host(?:ing)?|ship(?:ping)?|run(?:ning)?)|going with|must|only|nobody|no one|everyone|everybody|no \p{L}+|(?:is|are) (?:the )?(?:new )?(?:min(?:imum)?|max(?:imum)?|default|limit|cap|deadline)|from [^,.]{1,20} on)(?![\p{L}])/iu

/** A count of votes, or the winner was among what people voted on. */
function isOfVote(text: string, decided: string, before: readonly Message[]): boolean {
  if (VOTE.test(text) || COUNTED.test(decided)) return true
  const [winner = ""] = stems(decided)
  const called = before.findIndex(({ content }) => VOTE.test(content))
  return called >= 0 && before.slice(called).some(({ content }) => stems(content).includes(winner))
}
const VOTE =
  /(?<![\p{L}])(?:(?:the|a|your|vote|poll) votes?|voted|voting|polls?|abstimmung|umfrage|votación|encuesta|sondage|votação|enquete)(?![\p{L}])/iu
const COUNTED =
  /\d+ (?:votes? )?(?:für|for|para|pour|pra|gegen|against|contra|contre) .*\d+ (?:votes? )?(?:für|for|para|pour|pra|gegen|against|contra|contre)/iu
/** Somebody spoke of it before. */
function isNamedIn(decided: string, before: readonly Message[]): boolean {
  const [named = ""] = stems(decided)
  return named !== "" && before.some(({ content }) => stems(content).includes(named))
}
/** Lines before a result in which people may have voted. */
const VOTE_RANGE = 20

function isObjectedTo({ author }: Message, next: readonly Message[]): boolean {
  return next.some((one) => one.author.id !== author.id && one.role === "member" && NO.test(one.content))
}

function isAgreedTo({ author }: Message, next: readonly Message[]): boolean {
  return next.some(
    (one) =>
      one.author.id !== author.id &&
      one.role === "member" &&
      ASSENT.test(one.content) &&
      !CONGRATULATES.test(one.content),
  )
}
/** "Yep, it's great that your family is with you": "we" was somebody's own. */
const CONGRATULATES =
  /(?<![\p{L}])(?:your (?!call|turn|pick|choice|idea|suggestion|plan)\p{L}+|congrat\p{L}*|good for you|proud of|good luck|have fun|enjoy)(?![\p{L}])/iu
/** "Nice" and "cool" are said to any news. */
const ASSENT =
  /^\W*(?:\+1|👍|✅|🤝|ok(?:ay)?|agreed|agree|sounds good|works(?: for me)?|done|deal|noted|same vote|yes|yep|finally|good (?:choice|call|pick)|great (?:choice|call|pick))(?![\p{L}])|^\s*(?:\+1|👍|✅|🤝)/iu

function toClaim(
  { fact, topic, time }: FoundDecision & TimedFact,
  { channelId, line }: { channelId: Id; line: number },
): Claim {
  const { type, section, importance, lifetime } = KIND_FILINGS.decision
  return {
    ...{
      op: "save",
      subject: { scope: "channel", id: channelId },
      fact,
      type,
      section,
      importance,
      lifetime,
    },
    ...{ time, topics: [topic], confidence: 1, lines: [line], target: null, reportedBy: null },
  }
}
