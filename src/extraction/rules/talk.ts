/** Follows a talk: statements give facts, questions wait for answers, fragments complete what their author said. Pure. */
import type { Message, Person, Time } from "../../domain/types.ts"
import type { Language } from "../../text/language.ts"
import { languageOf, languagesOf } from "../../text/language.ts"
import { type ChatSentence, sentencesOf } from "../support/sentences.ts"
import { NO, YES } from "../support/words.ts"
import { cutIn } from "./cut-words.ts"
import { takesBack } from "./endings/taken-back.ts"
import {
  ASKS_TIME,
  completeFact,
  dateFact,
  fragmentOf,
  type HeardFact,
  isOwn,
  nameFact,
  ONLY_NO,
  pastime,
  SHORT,
  SUPPOSED,
  SUPPOSED_RANGE,
} from "./fragments.ts"
import { isInterjection } from "./interjections.ts"
import { type JoinedMessage, joinedMessages, LONGEST_LINE } from "./joined-messages.ts"
import type { FactKind } from "./kinds.ts"
import { ANSWER_RANGE, type Asked, Listeners, OpenQuestions, questionsIn } from "./open-questions.ts"
import { monthsNamed } from "./phrases/clause-times.ts"
import { readIntro } from "./phrases/intro.ts"
import { spokenNames } from "./phrases/others.ts"
import { kinOf, PHRASE_TABLES, readSaid, saysThere, tableOf } from "./phrases/read.ts"
import type { SaidFact, Speech } from "./phrases/told.ts"
import { otherWeeksNamed } from "./phrases/unclear-days.ts"
import { askedFor } from "./questions.ts"
import { isUnusableLine } from "./source-filter.ts"
import { isTime } from "./times.ts"

export interface TalkContext {
  messages: readonly Message[]
  members: readonly Person[]
  timezone: string
}

/** Within which a fragment completes what its author said before. */
const FRAGMENT_RANGE = { lines: 3, ms: 120_000 }

/** Returns the facts of a talk in the order they are said. */
export function hearTalk(context: TalkContext): HeardFact[] {
  const talk = new Talk(context)
  for (const utterance of joinedMessages(context.messages)) talk.hear(utterance)
  return talk.facts
}

class Talk {
  readonly facts: HeardFact[] = []
  readonly #context: TalkContext
  readonly #names: Map<string, Person>
  readonly #numbers: Map<string, number>
  readonly #spoken: Language
  readonly #questions = new OpenQuestions()
  /** Facts after which their author spoke of something else: no fragment completes them. */
  readonly #closed = new Set<HeardFact>()
  /** The last line that supposes something: "if we were a heist crew". What follows is no fact. */
  #supposed = Number.NEGATIVE_INFINITY
  readonly #listeners: Listeners
  readonly #isMonthNamed: (at: Time) => boolean
  readonly #isOtherWeekNamed: (at: Time) => boolean
  #place: { name: string; line: number } | null = null
  /** The last word of the sentence that is read, if an abbreviation's dot may cut it. */
  #cut: string | null = null

  constructor(context: TalkContext) {
    this.#context = context
    this.#names = spokenNames(context.members)
    this.#listeners = new Listeners(context.messages, this.#names)
    this.#numbers = new Map(context.messages.map(({ id }, index) => [id, index + 1]))
    this.#isMonthNamed = monthsNamed(context.messages)
    this.#isOtherWeekNamed = otherWeeksNamed(context.messages)
    this.#spoken = languageOf(context.messages.map(({ content }) => content).join(" "))
  }

  hear({ message, lines }: JoinedMessage): void {
    const { author, content, role } = message
    if (content.length > LONGEST_LINE) return
    this.#cut = null
    this.#listeners.hear(message, lines.at(-1) ?? 0)
    const sentences = sentencesOf([{ ...message, role: "member" }])
    if (SUPPOSED.test(content)) this.#supposed = lines.at(-1) ?? 0
    const isMeant = (lines[0] ?? 0) - this.#supposed > SUPPOSED_RANGE
    if (role === "member" && isMeant && !isUnusableLine(content, content)) {
      const languages = languagesOf(content)
      const introduced = readIntro(content, this.#speech(message), languages[0] ?? "en")
      for (const fact of introduced) this.#closed.add(this.#add(fact, author, lines))
      const told = new Set(introduced.map(({ kind }) => kind))
      this.#read(sentences, { message, lines, languages, told })
    } else if (takesBack(content, "")) this.#complete(content, { message, lines })
    for (const question of questionsIn(sentences)) this.#ask(question, { message, lines })
  }

  /** `told`: kinds of facts that the message told as an introduction. */
  #read(
    sentences: readonly ChatSentence[],
    said: JoinedMessage & { languages: Language[]; told: ReadonlySet<FactKind> },
  ): void {
    const { message, lines, languages, told } = said
    const tables = PHRASE_TABLES.filter(
      ({ language }) => languages.includes(language) || language === this.#spoken,
    )
    for (const [index, { text, isQuestion, isUnmeant }] of sentences.entries()) {
      if (isQuestion || isUnmeant) continue
      this.#cut = cutIn(message, text)
      const before = sentences[index - 1]?.text ?? ""
      const speech = { ...this.#speech(message), lead: before.split(" ").length <= SHORT ? before : "" }
      const mayAnswer = fragmentOf(text) !== null || /^i \p{L}+ \p{L}/iu.test(text)
      if (index === 0 && mayAnswer && this.#answers(text, { message, lines })) continue
      const found = readSaid(text, speech, tables).filter(({ kind }) => !told.has(kind))
      for (const fact of found) this.#add(fact, message.author, [...this.#placeLine(text, fact), ...lines])
      if (told.size > 0 || found.length > 0 || (index === 0 && this.#answers(text, { message, lines })))
        continue
      this.#complete(text, { message, lines })
    }
  }

  /** The line that names the place, if the fact has it from there: "I work there", not "hey there". */
  #placeLine(text: string, { told }: SaidFact): number[] {
    return this.#place && saysThere(text) && told.includes(this.#place.name) ? [this.#place.line] : []
  }

  #speech({ author, at }: Message): Speech {
    const { timezone } = this.#context
    const last = this.facts.findLast(({ speaker }) => speaker.id === author.id)
    const told = last && this.#context.messages[Math.max(...last.lines) - 1]
    const isRecent = told !== undefined && at - told.at < FRAGMENT_RANGE.ms
    return {
      speaker: author,
      at,
      timezone,
      names: this.#names,
      place: this.#place?.name ?? null,
      isMonthOpen: this.#isMonthNamed(at),
      isWeekOpen: this.#isOtherWeekNamed(at),
      kin: last?.isKin && isRecent ? kinOf(last, { speaker: author }) : null,
      cut: this.#cut,
    }
  }

  #add(fact: SaidFact, speaker: Person, lines: readonly number[]): HeardFact {
    const known = this.facts.find(({ told, person }) => told === fact.told && person.id === fact.person.id)
    if (known) for (const line of lines) known.lines.add(line)
    const heard = known ?? { ...fact, speaker, lines: new Set(lines) }
    if (!known) this.facts.push(heard)
    if (fact.place !== undefined) this.#place = { name: fact.place, line: lines.at(-1) ?? 0 }
    return heard
  }

  #ask(text: string, { message, lines }: JoinedMessage): void {
    const line = lines.at(-1) ?? 0
    this.#questions.add({
      line,
      words: text,
      asker: message.author,
      to: this.#listeners.of(message, line, ANSWER_RANGE),
      asks: askedFor(text, this.#context.messages.slice(0, line)),
      answeredBy: new Set(),
    })
  }

  /** Returns true if the text answered a question. */
  #answers(text: string, { message, lines }: JoinedMessage): boolean {
    const target = message.replyTo === null ? null : (this.#numbers.get(message.replyTo) ?? 0)
    const { words, to } = this.#listeners.addressed(text)
    const isYesOrNo = YES.test(words) || NO.test(words)
    const answer = { author: message.author, line: lines[0] ?? 0, target, to, isYesOrNo }
    for (const asked of this.#questions.for(answer)) {
      const found = this.#answerTo(asked, words, message)
      if (found === null) continue
      asked.answeredBy.add(message.author.id)
      for (const fact of found) this.#add(fact, message.author, [asked.line, ...lines])
      return true
    }
    return false
  }

  /** Returns the facts of an answer, none if it completed one, or `null` if it is no answer. */
  #answerTo({ asks, line }: Asked, text: string, message: Message): SaidFact[] | null {
    if (isInterjection(text)) return null
    const speech = this.#speech(message)
    const read = (said: string) => readSaid(said, speech, [tableOf(asks.language)])
    const isYes = YES.test(text) && !NO.test(text)
    const agreed = read((isYes ? asks.yes : ONLY_NO.test(text) ? asks.no : undefined) ?? "")
    if (agreed.length > 0) return agreed
    if (isYes && asks.doing !== undefined) return [pastime(asks.doing, message.author)]
    const fragment = fragmentOf(text)
    if (fragment !== null && asks.isWhen && this.#dated(fragment, line, message)) return []
    if (fragment === null || asks.open === undefined || this.#names.has(fragment.toLowerCase())) return null
    if (asks.open.startsWith("named it")) return this.#named(fragment, message) ? [] : null
    if (isTime(fragment) && !ASKS_TIME.test(asks.open)) return null
    const found = read(asks.open.replace("{a}", fragment))
    return found.length > 0 ? found : null
  }

  /** True if the last fact of the one who answers got its time. */
  #dated(answer: string, asked: number, { id, at, author }: Message): boolean {
    const fact = this.facts.findLast(
      (one) => isOwn(one, author) && Math.max(...one.lines) >= asked - ANSWER_RANGE,
    )
    if (!fact || !dateFact(fact, answer, { at, timezone: this.#context.timezone })) return false
    for (const line of [asked, this.#numbers.get(id) ?? asked]) fact.lines.add(line)
    return true
  }

  #complete(text: string, { message, lines }: JoinedMessage): void {
    const line = lines[0] ?? 0
    const fact = this.facts.findLast(
      (one) => isOwn(one, message.author) && line - Math.max(...one.lines) <= FRAGMENT_RANGE.lines,
    )
    const last = fact && this.#context.messages[Math.max(...fact.lines) - 1]
    if (!fact || !last || this.#closed.has(fact) || message.at - last.at > FRAGMENT_RANGE.ms) return
    if (takesBack(text, fact.told)) this.facts.splice(this.facts.indexOf(fact), 1)
    if (!completeFact(fact, text, { at: message.at, timezone: this.#context.timezone })) {
      if (text.split(" ").length > SHORT) this.#closed.add(fact)
      return
    }
    for (const one of lines) fact.lines.add(one)
  }

  /** True if the author's pet got the name. */
  #named(name: string, { id, author }: Message): boolean {
    const fact = this.facts.findLast((one) => one.kind === "pet" && isOwn(one, author))
    if (!fact || !nameFact(fact, name)) return false
    fact.lines.add(this.#numbers.get(id) ?? 0)
    return true
  }
}
