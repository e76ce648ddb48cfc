/**
 * Reads what a group settles: an event with its day and hour, proposed, moved and agreed to, or announced. Only the
 * last state counts, and what stays open gives nothing. Pure.
 */
import type { Claim, Id, Memory, Message, Time } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { languageOf } from "../../../text/language.ts"
import type { ChatSentence } from "../../support/sentences.ts"
import { FIRST_PERSON, MOVED, NEGATOR, UNREAL } from "../../support/words.ts"
import { KIND_FILINGS } from "../kinds.ts"
import { announcedIn, eventIn, GROUP_WORDS } from "./group-words.ts"
import { CANCELS, HAPPENED, isOtherDay, type TimedSentence, timedSentences } from "./plan-days.ts"
import { dayWords, type SaidTime, timeOf } from "./when.ts"

interface Plan {
  /** With its article: "the raid", "die Probe". */
  event: string
  date: string
  clock: string | null
  lines: Set<number>
  proposer: Id
  isSettled: boolean
}

const AGREES =
  /^\W*(?:(?:oh |ok(?:ay)? |haha |yay |lol |ja |sí |oui )*)(?:ok(?:ay)?|k|yes|yep|yeah|yup|sure|works|in|i'?m in|im in|count me in|deal|done|sounds good|yay|yes+|hell yeah|i'?m down|down|bet|perfect|great|fine|agreed|same|free|good|cool|passt|geht|klar|gern|dabei|bin dabei|super|abgemacht|jo|jup|genau|va|vale|hecho|dale|perfecto|listo|sí|si|claro|d'accord|ça marche|ça me va|parfait|go|partante?|oui|ouais|bora|fechou|fechado|topo|beleza|blz|combinado|pode ser|concordo|justo)(?![\p{L}])|(?:works|free|fine|good|passt|geht|fits|me va|me viene bien|sí|eu consigo|dá pra mim)\W*$/iu
const AGREEING_SIGN = /^\s*(?:👍|👌|✅|🫡|🙌|💪|🎉|🤝|\+1)/u
const SETTLES =
  /(?<![\p{L}])(?:final|settled(?: on)?|decided|fixed?|it is|reminder|don['’]?t forget|confirmed|announce\p{L}*|next one is|steht|fix|beschlossen|abgemacht|erinnerung|quedamos|confirmado|hecho|décidé|confirmé|rdv|rendez-vous|fechado|marcado|combinado|então)(?![\p{L}])/iu
const PROPOSES =
  /[?？]|(?<![\p{L}])(?:instead|what about|how about|let['’]?s|make it|then|rather|better|stattdessen|dann|lieber|entonces|mejor|pues|plutôt|alors|du coup|então|melhor)(?![\p{L}])/iu
/** "The raid got pushed to Saturday", "the picnic is on Sunday". */
const ANNOUNCES =
  /(?<![\p{L}])(?:(?:got|was|is|has been|been) (?:pushed|moved|postponed|rescheduled|brought forward) (?:back )?(?:to|till|until)|is (?:on|this|next)|will be|(?:starts|begins|closes|ends|opens|kicks off|takes place|happens) (?:on|at|this|next)|wurde (?:auf .+ )?verschoben|ist am|findet .+ statt|(?:beginnt|startet) am|es el|será el|(?:empieza|comienza) el|se pasa al|est (?:le|reportée? au)|(?:aura? lieu|commence|sera) le|é (?:n[oa]|dia|em)|(?:começa|vai ser) (?:n[oa]|dia|em))(?![\p{L}])/iu

export interface PlanContext {
  messages: readonly Message[]
  channelId: Id
  timezone: string
  /** Memories of the channel's plans: a window may move them, or call them off. */
  known: readonly Memory[]
}

/** Returns the settled plans of a window, and the known plans that it calls off. */
export function planClaims({ messages, channelId, timezone, known }: PlanContext): Claim[] {
  const language = languageOf(messages.map(({ content }) => content).join(" "))
  const since = messages[0]?.at ?? 0
  const talk = new PlanTalk(language, knownPlans(known, { channelId, language, since }))
  for (const [index, message] of messages.entries())
    if (message.role === "member" && message.content.length <= LONGEST_LINE)
      talk.hearAll(timedSentences(message, { timezone, language }), index + 1)
  const calledOff = [...talk.calledOff].map(([{ memory }, line]) => toCancellation(memory, line))
  return [...talk.settled.map((plan) => toClaim(plan, { channelId, language, timezone })), ...calledOff]
}

interface KnownPlan {
  memory: Memory
  date: string
}

/** The channel's plans that lie ahead, by their event. Of two for the same event, neither. */
function knownPlans(
  known: readonly Memory[],
  { channelId, language, since }: { channelId: Id; language: Language; since: Time },
): Map<string, KnownPlan> {
  const plans = new Map<string, KnownPlan>()
  const twice = new Set<string>()
  for (const memory of known) {
    const event = eventIn(memory.fact, language)
    const date = memory.time?.when?.slice(0, DATE_LENGTH) ?? ""
    const isAhead = memory.status === "active" && (memory.time?.endsAt ?? 0) > since
    if (memory.subject.id !== channelId || event === null || !isAhead || date.length < DATE_LENGTH) continue
    if (plans.has(event)) twice.add(event)
    plans.set(event, { memory, date })
  }
  for (const event of twice) plans.delete(event)
  return plans
}
const DATE_LENGTH = "2026-05-16".length

/** Follows a talk: the plan that is open, what has been agreed to, and the event last named. */
class PlanTalk {
  readonly #language: Language
  readonly #settled = new Map<string, Plan>()
  #open: Plan | null = null
  #topic: { event: string; line: number } | null = null
  readonly #known: ReadonlyMap<string, KnownPlan>
  /** Known plans, with the line that calls each off. */
  readonly calledOff = new Map<KnownPlan, number>()

  constructor(language: Language, known: ReadonlyMap<string, KnownPlan>) {
    this.#language = language
    this.#known = known
  }

  get settled(): Plan[] {
    return [...this.#settled.values()]
  }

  /** The sentences of a message. "Today tomorrow. saturday" names no day: what was open is open no more. */
  hearAll(said: readonly TimedSentence[], line: number): void {
    const isUnclear = said.some((one, at) => isOtherDay(one, said[at + 1], this.#language))
    if (isUnclear) this.#open = null
    else for (const { sentence, time } of said) this.#hear(sentence, time, line)
  }

  #hear(sentence: ChatSentence, time: SaidTime | null, line: number): void {
    const isDated = time?.from != null && !sentence.isQuestion
    const named =
      eventIn(sentence.text, this.#language) ?? (isDated ? announcedIn(sentence.text, this.#language) : null)
    if (named !== null) this.#topic = { event: named, line }
    const event = this.#topic && line - this.#topic.line <= RECENT ? this.#topic.event : null
    const next = this.#changed(sentence, { time, event, isNamed: named !== null, line })
    const known = named === null || this.#settled.has(named) ? undefined : this.#known.get(named)
    if (known && isCalledOff(sentence, next)) this.calledOff.set(known, line)
    const open = next ?? this.#open
    if (open === null) return
    if (next === null && CANCELS.test(sentence.text)) open.isSettled = false
    else if (next === null && open.proposer !== sentence.author && agrees(sentence)) {
      open.isSettled = true
      open.lines.add(line)
    }
    this.#open = open
    if (open.isSettled) this.#settled.set(open.event, open)
    else this.#settled.delete(open.event)
  }

  /** Returns the plan after a sentence that names a day or an hour for it, or `null` if it names none. */
  #changed(
    { text, author, isQuestion }: ChatSentence,
    said: { time: SaidTime | null; event: string | null; isNamed: boolean; line: number },
  ): Plan | null {
    const { time, isNamed, line } = said
    const open = this.#open
    const event = said.event ?? open?.event ?? null
    const known = isNamed && event !== null && open?.event !== event ? this.#known.get(event) : undefined
    const date = time?.from ?? known?.date ?? open?.date ?? null
    if (time === null || time.to !== null || event === null || date === null) return null
    if (NEGATOR.test(text) || !isAboutPlan(text, { isQuestion, isNamed, rest: time.rest })) return null
    const isSameDay = time.from === null || time.from === open?.date || said.event === null
    return {
      event,
      date,
      clock: time.clock ?? (isSameDay ? (open?.clock ?? null) : null),
      lines: new Set([...(open?.event === event ? open.lines : []), line]),
      proposer: author,
      isSettled:
        !isQuestion &&
        (SETTLES.test(text) ||
          (known !== undefined && MOVED.test(text)) ||
          (isNamed && ANNOUNCES.test(text)) ||
          (said.event !== null && time.from !== null && time.clock !== null)),
    }
  }
}

/** Longer lines settle nothing. */
const LONGEST_LINE = 600
/** Lines for which an event named without a date stays what is talked of. */
const RECENT = 6
/** A date alone, with hardly a word beside it, moves the plan that is talked of. */
const FEW_WORDS = 4

/** "Can I come at nine?": the plan stays. */
const ASKS_FOR_SELF =
  /(?<![\p{L}])(?:can i|could i|may i|kann ich|darf ich|könnte ich|puedo|podría|je peux|puis-je|posso)(?![\p{L}])/iu

/** Somebody's own day ("I'm at my sister's on Sunday") says nothing of the plan. */
function isAboutPlan(
  text: string,
  { isQuestion, isNamed, rest }: { isQuestion: boolean; isNamed: boolean; rest: string },
): boolean {
  if (isNamed && ANNOUNCES.test(text)) return true
  if (HAPPENED.test(text)) return false
  if (isQuestion && ASKS_FOR_SELF.test(text)) return false
  if (isNamed || isQuestion) return isQuestion || !UNREAL.test(text)
  if (FIRST_PERSON.test(text) || UNREAL.test(text)) return false
  const isShort = rest.split(/\s+/).length <= FEW_WORDS
  return isShort || PROPOSES.test(text) || MOVED.test(text) || SETTLES.test(text)
}

function isCalledOff({ text, isQuestion }: ChatSentence, next: Plan | null): boolean {
  return next === null && !isQuestion && CANCELS.test(text) && !UNREAL.test(text) && !SPARED.test(text)
}
/** It takes place after all, or only somebody's part in it is off. */
const SPARED =
  /(?<![\p{L}])(?:not|never|isn['’]?t|won['’]?t|wasn['’]?t|i|my|nicht|kein\p{L}*|ich|mein\p{L}*|mi|mis|pas|mon|ma|não|meu|minha)(?![\p{L}])/iu

function agrees({ text, isQuestion }: ChatSentence): boolean {
  return !isQuestion && !NEGATOR.test(text) && (AGREES.test(text) || AGREEING_SIGN.test(text))
}

function toCancellation(
  { id, subject, fact, type, section, importance, lifetime, topics }: Memory,
  line: number,
): Claim {
  return {
    ...{ type, section, importance, lifetime, topics, subject },
    ...{
      op: "forget",
      fact: `Called off: ${fact}`,
      time: null,
      confidence: 1,
      lines: [line],
      target: id,
      reportedBy: null,
    },
  }
}

function toClaim(
  plan: Plan,
  { channelId, language, timezone }: { channelId: Id; language: Language; timezone: string },
): Claim {
  const { type, section, importance, lifetime, topic } = KIND_FILINGS.gathering
  const said = GROUP_WORDS[language].fact(plan.event, dayWords(plan.date, language), plan.clock)
  return {
    op: "save",
    subject: { scope: "channel", id: channelId },
    fact: said.charAt(0).toUpperCase() + said.slice(1),
    type,
    section,
    importance,
    lifetime,
    time: timeOf({ from: plan.date, to: null, clock: plan.clock }, timezone),
    topics: [plan.event.replace(/^\S+ /, ""), topic],
    confidence: 1,
    lines: [...plan.lines].sort((a, b) => a - b),
    target: null,
    reportedBy: null,
  }
}
