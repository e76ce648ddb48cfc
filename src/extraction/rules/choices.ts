/** Finds out where people choose between options: a name for a band, the next game. Pure. */
import type { Claim, Id, Message } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { NEGATOR, NO, UNREAL } from "../support/words.ts"
import type { HeardFact } from "./fragments.ts"
import { confidenceOf, KIND_FILINGS } from "./kinds.ts"
import { isUnusableLine } from "./source-filter.ts"

/** Lines before a choice in which its options are named. */
const RANGE = 15
const PROPOSED_RANGE = 6
const OBJECTION_RANGE = 3

/** Matters that a group chooses, and words of choosing. */
const MATTER =
  /(?<!\p{L})(?<of>(?:band |team |server |club |guild |group |channel )?name|logo|theme|title|motto|slogan|mascot|venue|colou?rs?|game|movie|film|book|campaign)(?!\p{L})/iu
const CHOOSING =
  /(?<!\p{L})(?:needs? an?|find an?|pick|choose|choosing|come up with|vote|ideas?|suggestions?|what about|how about|options?|which|let['’]?s call|call (?:it|us|ourselves)|or)(?!\p{L})/iu

const CHOOSES = new RegExp(
  `(?<!\\p{L})(?:needs? an?|pick an?|choose an?|find an?|come up with an?|(?:vote|ideas?|suggestions?) (?:on|for)(?: an?| the)?|which|what) (?:\\p{L}+ )?${MATTER.source}|${MATTER.source.replace("<of>", "<by>")} (?:ideas?|suggestions?|options?|poll|vote)(?!\\p{L})`,
  "iu",
)

const CHOSEN =
  /^(?:\W|(?:ok|okay|so|alright|right|great|cool|fine|yes|yeah|agreed|done|settled|sorted|then|and|deal|perfect)(?!\p{L}))*(?:(?:let['’]?s|we['’]?ll|we will|we['’]?re|we are) go(?:ing)? with (?<what>(?!(?:it|that|this|you|them|him|her|the)(?!\p{L}))[\p{L}\p{N}][^.!?,;]{1,50}?)|(?<it>[\p{L}\p{N}][^.!?,;]{2,60}?) it is)(?: then| guys| everyone)?[\s.!]*$/iu

/** Returns the choices that a talk settles for its channel: "let's go with Porch Weather", "secret santa it is". */
export function choiceClaims(messages: readonly Message[], channelId: Id): Claim[] {
  return [...messages.keys()].flatMap((at): Claim[] => {
    const fact = chosenAt(messages, at)
    if (fact === null) return []
    const { type, section, importance, lifetime, topic } = KIND_FILINGS.decision
    const subject = { scope: "channel" as const, id: channelId }
    const filing = { subject, type, section, importance, lifetime, topics: [topic], reportedBy: null }
    const lines = [at + 1]
    return [
      { ...filing, op: "save", fact, time: null, target: null, confidence: confidenceOf("decision"), lines },
    ]
  })
}

function chosenAt(messages: readonly Message[], at: number): string | null {
  const message = messages[at]
  if (message === undefined || message.role !== "member" || isUnusableLine(message.content, message.content))
    return null
  const { what, it } = CHOSEN.exec(message.content)?.groups ?? {}
  const chosen = (what ?? it ?? "").trim()
  if (chosen === "" || UNREAL.test(message.content) || NEGATOR.test(message.content)) return null
  const { author } = message
  const next = messages.slice(at + 1, at + 1 + OBJECTION_RANGE)
  if (next.some((one) => one.author.id !== author.id && NO.test(one.content))) return null
  const before = messages.slice(Math.max(0, at - RANGE), at)
  if (it !== undefined) return isProposed(chosen, before.slice(-PROPOSED_RANGE)) ? `Decided: ${chosen}` : null
  const of = before.flatMap(({ content }) => MATTER.exec(content)?.groups?.of ?? []).at(-1)
  return of !== undefined && isOption(chosen, before) ? `Decided (${of.toLowerCase()}): ${chosen}` : null
}

/** Two of its words were proposed just before. */
function isProposed(chosen: string, before: readonly Message[]): boolean {
  const words = new Set(stems(chosen))
  const proposals = before.filter(({ content }) =>
    /[?]|let['’]?s|(?<!\p{L})(?:how|what) about/iu.test(content),
  )
  return proposals.some(({ content }) => new Set(stems(content).filter((stem) => words.has(stem))).size > 1)
}

/** Somebody named it before, where options are named. */
function isOption(chosen: string, before: readonly Message[]): boolean {
  return isNamedIn(chosen, before) && before.some(({ content }) => CHOOSING.test(content))
}

/** "I like Porch Weather" of a name that somebody else proposed tells of no interest. */
export function isVote({ kind, slots, speaker, lines }: HeardFact, messages: readonly Message[]): boolean {
  if (kind !== "taste") return false
  const first = Math.min(...lines) - 1
  const before = messages.slice(Math.max(0, first - RANGE), first)
  const isChosen = before.some(({ content }) => CHOOSES.test(content))
  const proposed = before.filter(
    ({ author, content }) => author.id !== speaker.id && PROPOSES.test(content) && content.length < LONGEST,
  )
  return isChosen && slots.some((slot) => slot.length > 3 && isNamedIn(slot, proposed))
}
/** Longer lines name what they speak of, and propose nothing. */
const LONGEST = 120
const PROPOSES =
  /[?]|(?<!\p{L})(?:how|what) about|let['’]?s|(?<!\p{L})(?:or|call(?:ed)?|maybe)(?!\p{L})|^\W*(?:\S+\s*){1,5}$/iu

function isNamedIn(words: string, before: readonly Message[]): boolean {
  return before.some(({ content }) => content.toLowerCase().includes(words.toLowerCase()))
}
