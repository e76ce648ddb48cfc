/**
 * Reads what a group settles: an event with its day and hour, proposed, moved and agreed to, or announced. Only the
 * last state counts, and what stays open gives nothing. Pure.
 */
import type { Claim, Id, Memory, Message } from "../../../domain/types.ts"
import type { Language } from "../../../text/language.ts"
import { languageOf } from "../../../text/language.ts"
import type { ChatSentence } from "../../support/sentences.ts"
import { FIRST_PERSON, MOVED, NEGATOR, UNREAL } from "../../support/words.ts"
import { announcedIn, eventIn } from "./group-words.ts"
import { type KnownPlan, knownPlans, type Plan, planOf, toCancellation, toPlanClaim } from "./plan-claims.ts"
import { CANCELS, HAPPENED, isOtherDay, type TimedSentence, timedSentences } from "./plan-days.ts"
import type { SaidTime } from "./when.ts"

const AGREES =
  /^\W*(?:(?:oh |ok(?:ay)? |haha |yay |lol |ja |sí |oui )*)(?:ok(?:ay)?|k|yes|yep|yeah|yup|sure|works|in|i'?m in|im in|count me in|deal|done|sounds good|grand|aye|lovely|fab|yay|yes+|hell yeah|i'?m down|down|bet|perfect|great|fine|agreed|same|free|good|cool|passt|geht|klar|gern|dabei|bin dabei|super|abgemacht|jo|jup|genau|va|vale|hecho|dale|perfecto|listo|sí|si|claro|d'accord|ça marche|ça me va|parfait|go|partante?|oui|ouais|bora|fechou|fechado|topo|beleza|blz|combinado|pode ser|concordo|justo)(?![\p{L}])|(?:works|free|fine|good|yes|passt|geht|fits|me va|me viene bien|sí|eu consigo|dá pra mim)\W*$|^\W*(?:[\p{L}\d:.]+ ){1,2}(?:yes|yep|yeah|works|ja|sí|oui|sim)(?![\p{L}])/iu
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
  const ahead = knownPlans(known, { channelId, language, since, timezone })
  const talk = new PlanTalk(language, ahead)
  for (const [index, message] of messages.entries())
    if (message.role === "member" && message.content.length <= LONGEST_LINE)
      talk.hearAll(timedSentences(message, { timezone, language }), index + 1)
  const calledOff = [...talk.calledOff].map(([{ memory }, line]) => toCancellation(memory, line))
  const settled = talk.settled.map((plan) => {
    const moved = planOf(plan.event, ahead)?.memory.id ?? null
    return toPlanClaim(plan, { channelId, language, timezone, moved })
  })
  return [...settled, ...calledOff]
}

/** Follows a talk: the plan that is open, what has been agreed to, and the event last named. */
class PlanTalk {
  readonly #language: Language
  readonly #settled = new Map<string, Plan>()
  #open: Plan | null = null
  #topic: { event: string; line: number; isAsked: boolean } | null = null
  readonly #known: ReadonlyMap<string, KnownPlan>
  /** Known plans, with the line that calls each off. */
  readonly calledOff = new Map<KnownPlan, number>()

  constructor(language: Language, known: ReadonlyMap<string, KnownPlan>) {
    this.#language = language
    this.#known = known
  }

  get settled(): Plan[] {
    return [...this.#settled.values()].filter(({ isSure }) => isSure)
  }

  /** The sentences of a message. "Today tomorrow. saturday" names no day: what was open is open no more. */
  hearAll(said: readonly TimedSentence[], line: number): void {
    const isUnclear = said.some((one, at) => isOtherDay(one, said[at + 1], this.#language))
    if (isUnclear) this.#forget()
    else
      for (const [at, { sentence, time }] of said.entries())
        if (!this.#hasUnclearDay(sentence, time))
          this.#hear(sentence, time ?? this.#dayBefore(said[at - 1]), line)
  }

  /** An event with a day that cannot be read, or with several: the day that was settled may have changed. */
  #hasUnclearDay({ text }: ChatSentence, time: SaidTime | null): boolean {
    const event = time?.from == null && DAY_NUMBER.test(text) ? eventIn(text, this.#language) : null
    if (event === null) return false
    this.#settled.delete(event)
    if (this.#open?.event === event) this.#open = null
    return true
  }

  #forget(): void {
    if (this.#open) this.#settled.delete(this.#open.event)
    this.#open = null
  }

  /** "This saturday, the loop?" names the day first. */
  #dayBefore(before: TimedSentence | undefined): SaidTime | null {
    const isDay = before?.time?.from != null && before.time.rest.split(/\s+/).length <= 2
    return isDay && eventIn(before.sentence.text, this.#language) === null ? before.time : null
  }

  #hear(sentence: ChatSentence, time: SaidTime | null, line: number): void {
    const own = eventIn(sentence.text, this.#language)
    const announced = own === null ? this.#announced(sentence, time) : null
    const named = own ?? announced
    // Of an event with a name of its own no later line is taken to speak.
    if (own !== null) this.#topic = { event: own, line, isAsked: ASKS_WHEN.test(sentence.text) }
    const event = named ?? this.#eventBefore(line)
    const next = this.#changed(sentence, { time, event, isNamed: named !== null, line })
    const known = named === null || this.#settled.has(named) ? undefined : planOf(named, this.#known)
    if (known && isCalledOff(sentence, next)) this.calledOff.set(known, line)
    const open = next ?? this.#open
    if (next !== null && this.#repeats(next, sentence)) next.isSettled = true
    if (open === null) return
    if (next === null && CANCELS.test(sentence.text)) open.isSettled = false
    else if (next === null && open.proposer !== sentence.author && agrees(sentence)) {
      open.isSettled = true
      open.lines.add(line)
    }
    this.#open = announced === null ? open : null
    if (open.isSettled) this.#settled.set(open.event, open)
    else this.#settled.delete(open.event)
  }

  /** The event that was named last. */
  #eventBefore(line: number): string | null {
    return this.#topic && line - this.#topic.line <= RECENT ? this.#topic.event : null
  }

  #announced({ text, isQuestion }: ChatSentence, time: SaidTime | null): string | null {
    return time?.from == null || isQuestion ? null : announcedIn(text, time.rest, this.#language)
  }

  /** Somebody else says the day again: "17th yes". */
  #repeats(next: Plan | null, sentence: ChatSentence): boolean {
    const open = this.#open
    const isSame = next !== null && next.event === open?.event && next.date === open.date
    return isSame && open.proposer !== sentence.author && agrees(sentence)
  }

  /** The event of the one plan that is known. */
  get #onlyPlan(): string | null {
    const [event, ...others] = this.#known.keys()
    return others.length === 0 ? (event ?? null) : null
  }

  /** A day for the event is named with it, or was before, or was asked for just now. */
  #isSure({ event, line, isNamed }: { event: string; line: number; isNamed: boolean }): boolean {
    const [open, topic] = [this.#open, this.#topic]
    if (isNamed || (open?.event === event && open.isSure)) return true
    return topic?.event === event && topic.isAsked && line - topic.line <= ANSWER
  }

  /** Returns the plan after a sentence that names a day or an hour for it, or `null` if it names none. */
  #changed(
    { text, author, isQuestion }: ChatSentence,
    said: { time: SaidTime | null; event: string | null; isNamed: boolean; line: number },
  ): Plan | null {
    const { time, isNamed, line } = said
    const open = this.#open
    const event = said.event ?? open?.event ?? (INSTEAD.test(text) ? this.#onlyPlan : null)
    const isKnown = event !== null && open?.event !== event && (isNamed || event === this.#onlyPlan)
    const known = isKnown ? planOf(event, this.#known) : undefined
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
      isSure: this.#isSure({ event, line, isNamed: known !== undefined || (isNamed && time.from !== null) }),
      isSettled: !isQuestion && isSettledBy(text, { ...said, isMoved: known !== undefined }),
    }
  }
}

/** Returns true if a statement settles the plan by itself. `isMoved`: a known plan may be moved by it. */
function isSettledBy(
  text: string,
  {
    time,
    event,
    isNamed,
    isMoved,
  }: { time: SaidTime | null; event: string | null; isNamed: boolean; isMoved: boolean },
): boolean {
  if (SETTLES.test(text) || (isMoved && MOVED.test(text)) || (isNamed && ANNOUNCES.test(text))) return true
  return event !== null && time?.from != null && time.clock !== null
}

/** The question that a day answers: "raid when?" */
const ASKS_WHEN =
  /(?<![\p{L}])(?:when|what (?:day|date|time)|which day|wann|welcher tag|cuándo|cuando|qué día|quand|quel jour|quando|que dia)(?![\p{L}])/iu
const DAY_NUMBER = /(?<![\d.:])\d{1,2}(?:\.(?!\d)|st|nd|rd|th)/u
/** Said of the plan that everybody knows of: "sunday instead?" */
const INSTEAD =
  /(?<![\p{L}])(?:instead|what about|how about|moved to|pushed (?:back )?to|postponed (?:to|till|until)|make it|stattdessen|verlegt auf|verschoben auf|mejor el|en vez|se pasa al|plutôt|reporté|décalé|passou p(?:ro|ara)|em vez)(?![\p{L}])/iu

/** Longer lines settle nothing. */
const LONGEST_LINE = 600
/** Lines for which an event named without a date stays what is talked of. */
const RECENT = 6
/** Lines in which the day that a question about an event asks for is answered. */
const ANSWER = 2
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
