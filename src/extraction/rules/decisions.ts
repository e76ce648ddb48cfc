/**
 * Reads what binds a group where the words are plain: a rule that somebody announces, a vote's result, a decision.
 * Proposals, jokes and what somebody else objects to give nothing. Pure.
 */
import type { Claim, Id, Memory, Message } from "../../domain/types.ts"
import { QuickPattern } from "../../text/quick-pattern.ts"
import { stems } from "../../text/stems.ts"
import { sentencesOf } from "../support/sentences.ts"
import { FIRST_PERSON, INSULT, JOKE, NO, PRIVILEGE, UNREAL } from "../support/words.ts"
import { KIND_FILINGS } from "./kinds.ts"
import { isUnusableLine } from "./source-filter.ts"

/** [a line, the fact that it gives, or `null` for none]. */
type DecisionExample = readonly [said: string, fact: string | null]

interface Decision {
  /** Matches a whole message in any letter case. Group `what` says what was decided. */
  said: QuickPattern
  /** The fact's opening, before what was decided. */
  opening: string
  topic: string
  examples: readonly DecisionExample[]
}

const decision = (
  topic: string,
  opening: string,
  said: string,
  examples: readonly DecisionExample[],
): Decision => ({ said: new QuickPattern(`^(?:${said})$`, "iu"), opening, topic, examples })

/** Words before an announcement that say nothing. */
const LEAD =
  "(?:[\\s>*#_📢🚨⚠️📌🗳️❗‼️:-]|@everyone|@here|ok(?:ay)?|so|also|alright|right|and|heads up|psa|reminder|quick|update|btw|also)*[\\s,:.!-]*"

/** The table. @internal */
export const GROUP_DECISIONS: readonly Decision[] = [
  decision(
    "rule",
    "Rule",
    `${LEAD}(?:new |house |server |channel |guild |club |mod |small |one )*rules?(?: (?:change|update|reminder|here|now|from now on|as of (?:today|now)|after [^:]{3,40}))*(?: is)? ?[:–—-] *(?<what>.{12,220})`,
    [
      [
        "new rule: nobody merges their own PR, one other approval needed",
        "Rule: nobody merges their own PR, one other approval needed",
      ],
      ["house rule: in monopoly you go to jail if you laugh lol", null],
      ["new rule: i always win", null],
    ],
  ),
  decision(
    "rule",
    "Rule",
    `${LEAD}(?:from now on|effective immediately|starting (?:today|now|tomorrow|monday|next week)|as of (?:today|now|monday|next week))[,:]? (?:please |we )?(?<what>(?:all |every |no |only |everyone|everybody|nobody|posts?|spoilers?|links?|memes?|screenshots?|promo|self[- ]promo|bots?|the |please |keep |use |tag |put |post ).{10,200})`,
    [
      ["from now on no spoilers outside #spoilers, please", "Rule: no spoilers outside #spoilers, please"],
      ["from now on i only drink tea", null],
    ],
  ),
  decision(
    "decision",
    "Decided",
    `${LEAD}(?:it'?s |thats |that'?s |this is )?(?:settled|decided|decision|final decision|agreed|official)(?: then| so)?[:,.!–—-]+ *(?:so |we |it'?s )?(?<what>.{12,200})`,
    [
      ["ok decided: 3.10 is the minimum from 0.9 on", "Decided: 3.10 is the minimum from 0.9 on"],
      ["agreed, i love that", null],
    ],
  ),
  decision(
    "decision",
    "Decided",
    `${LEAD}(?<what>.{12,160})[,.:;!–—-] *(?:it'?s |thats |that'?s |consider it )?(?:settled|decided|final|official|done deal)(?: then| now)?[.!]*`,
    [["3.10 is minimum from 0.9 on. decided.", "Decided: 3.10 is minimum from 0.9 on"]],
  ),
  decision(
    "vote",
    "Vote",
    `${LEAD}(?:(?:the )?(?:vote|poll|votes|results?|voting|final count|final tally)(?: (?:is|are|has|have|for [^:]{2,30}|on [^:]{2,30}|results?|closed|is closed|is over|is in|are in|in|done|over))*) ?[:,.!–—-]+ *(?<what>.{6,200})`,
    [
      ["poll is closed: 9 for Dune, 4 for Alien", "Vote: 9 for Dune, 4 for Alien"],
      ["vote is still open: pick one", null],
    ],
  ),
  decision(
    "vote",
    "Vote",
    `${LEAD}(?<what>(?!(?:we|they|he|she|i|you|who|it|team)\\b)[\\p{L}\\d' #"&-]{2,60} (?:won|wins|takes|took) (?:the (?:vote|poll)|it|with \\d+)?,? ?\\(?(?:with )?(?:\\d+ ?(?:to|-|–|:|vs|votes?|against) ?\\d*|by \\d+|the (?:vote|poll)).{0,60})`,
    [["Dune wins the poll 9 to 4", "Vote: Dune wins the poll 9 to 4"]],
  ),
  decision(
    "rule",
    "Regel",
    `${LEAD}(?:neue |unsere )?regel(?: ab (?:sofort|jetzt|heute))?[:–—-] *(?<what>.{12,200})|ab (?:sofort|jetzt|heute)(?: gilt)?:? *(?<also>(?:keine? |nur |alle |bitte |niemand ).{10,200})`,
    [["neue regel: spoiler nur noch in #spoiler", "Regel: spoiler nur noch in #spoiler"]],
  ),
  decision(
    "vote",
    "Abstimmung",
    `${LEAD}(?:abstimmung|ergebnis|umfrage)(?: \\p{L}+){0,3}[:–—-] *(?<what>.{8,200})`,
    [["ergebnis der abstimmung: 9 für Dune, 4 für Alien", "Abstimmung: 9 für Dune, 4 für Alien"]],
  ),
  decision(
    "rule",
    "Regla",
    `${LEAD}(?:nueva )?(?:regla|norma)(?: nueva)?[:–—-] *(?<what>.{12,200})|(?:a partir de|desde) (?:hoy|ahora|mañana|el lunes),? *(?<also>(?:no se |nada de |prohibid|todos |todas |solo |los |las ).{8,200})`,
    [["nueva regla: nada de spoilers fuera de #spoilers", "Regla: nada de spoilers fuera de #spoilers"]],
  ),
  decision(
    "vote",
    "Votación",
    `${LEAD}(?:la )?(?:votación|resultado|encuesta)(?: \\p{L}+){0,3}[:–—-] *(?<what>.{8,200})`,
    [["resultado: 9 para Dune y 4 para Alien", "Votación: 9 para Dune y 4 para Alien"]],
  ),
  decision(
    "rule",
    "Règle",
    `${LEAD}(?:nouvelle )?règle(?: \\p{L}+){0,2} ?[:–—-] *(?<what>.{12,200})|(?:à partir d[e'’] ?(?:aujourd'hui|maintenant|lundi|demain)|désormais),? *(?<also>(?:plus de |pas de |interdit|tout le monde |on ne ).{8,200})`,
    [["nouvelle règle : pas de spoil hors de #spoil", "Règle: pas de spoil hors de #spoil"]],
  ),
  decision(
    "vote",
    "Vote",
    `${LEAD}(?:résultats?|vote)(?: (?!ouvert)\\p{L}+){0,2} ?[:–—-] *(?<what>.{8,200})`,
    [["résultat ia : 14 pour l'interdire, 3 contre", "Vote: 14 pour l'interdire, 3 contre"]],
  ),
  decision(
    "rule",
    "Regra",
    `${LEAD}(?:nova )?regra(?: nova)?[:–—-] *(?<what>.{12,200})|a partir de (?:hoje|agora|amanhã|segunda),? *(?<also>(?:nada de |não pode|proibid|só |todo mundo ).{8,200})`,
    [["nova regra: nada de spoiler fora do #spoiler", "Regra: nada de spoiler fora do #spoiler"]],
  ),
  decision(
    "vote",
    "Votação",
    `${LEAD}(?:resultado|votação|enquete)(?: \\p{L}+){0,3}[:–—-] *(?<what>.{8,200})`,
    [["votação encerrada: 9 pra Dune, 4 pra Alien", "Votação: 9 pra Dune, 4 pra Alien"]],
  ),
]

/** Nothing is decided yet, or it is no rule of this group. */
const OPEN =
  /[?？]|(?<![\p{L}])(?:still open|open until|propos\p{L}*|suggest\p{L}*|vote (?:now|here|below)|pick one|react|lol|lmao|haha+|jaja+|kkk+|mdr|monopoly|in[- ]game|offen|abiert[oa]|ouverte?s?|abert[oa]|my (?:old|other) server)(?![\p{L}])/iu

/** Lines after it in which somebody may object. */
const OBJECTION_RANGE = 3

export interface DecisionContext {
  messages: readonly Message[]
  channelId: Id
  /** Memories that are known to the channel's readers: a rule may be lifted. */
  known: readonly Memory[]
}

/** Returns the decisions of a window as facts of its channel, and the rules of the channel that it lifts. */
export function decisionClaims({ messages, channelId, known }: DecisionContext): Claim[] {
  const rules = known.filter(({ subject, status, fact }) => {
    return subject.id === channelId && status === "active" && RULE.test(fact)
  })
  return messages.flatMap((message, index) => {
    const found = decisionIn(message)
    const lifted = found === null ? liftedBy(message, rules) : null
    if (isObjectedTo(message, messages.slice(index + 1, index + 1 + OBJECTION_RANGE))) return []
    if (lifted !== null) return [toLifting(lifted, index + 1)]
    return found === null ? [] : [toClaim(found, { channelId, line: index + 1 })]
  })
}

const RULE = /^(?:Rule|Regel|Regla|Règle|Regra): /u
const LIFTED =
  /^\W*(?:(?:ok|so|also|update|heads up)\W+)?(?:the |our |die |la |a )?(?<what>[^,.;:]{3,60}?)(?: (?:rule|ban|limit)|-?regel|-?verbot)? (?:is|are|has been|was|got|ist|sind|wurde|está|é|foi|est|a été) (?:now |officially |hereby |jetzt |ahora |agora )?(?:gone|lifted|dropped|removed|scrapped|abolished|no more|history|not a thing anymore|no longer (?:a thing|in effect|a rule)|aufgehoben|abgeschafft|weg|vorbei|eliminada|abolida|fuera|supprimée|levée|cancelada|revogada)(?![\p{L}])/iu

/** The one rule that a message says to be gone, or `null`. */
function liftedBy({ content, role }: Message, rules: readonly Memory[]): Memory | null {
  if (role !== "member" || OPEN.test(content) || JOKE.test(content) || UNREAL.test(content)) return null
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
}

/** Returns what one message decides by itself. @internal */
export function decisionIn(message: Message): FoundDecision | null {
  const text = message.content.replace(/\s+/g, " ").trim()
  if (message.role !== "member" || text.length > LONGEST || isUnusableLine(text, text)) return null
  if (OPEN.test(text) || JOKE.test(text) || sentencesOf([message]).some(({ isUnmeant }) => isUnmeant))
    return null
  for (const { said, opening, topic } of GROUP_DECISIONS) {
    const { what, also } = said.exec(text)?.groups ?? {}
    const decided = (what ?? also ?? "").replace(/[\s.!]+$/u, "")
    if (decided === "") continue
    if (FIRST_PERSON.test(decided) || UNREAL.test(decided)) return null
    if (PRIVILEGE.test(decided) || INSULT.test(decided)) return null
    return { fact: `${opening}: ${decided}`, topic }
  }
  return null
}
const LONGEST = 280

function isObjectedTo({ author }: Message, next: readonly Message[]): boolean {
  return next.some((one) => one.author.id !== author.id && one.role === "member" && NO.test(one.content))
}

function toClaim(
  { fact, topic }: FoundDecision,
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
    ...{ time: null, topics: [topic], confidence: 1, lines: [line], target: null, reportedBy: null },
  }
}
