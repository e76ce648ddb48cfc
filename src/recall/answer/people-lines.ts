/**
 * Formats what is known of the people in a conversation for an answer's prompt, within the budgets of the policy. The least
 * important lines are dropped. Pure.
 */
import { fenced } from "../../ai/fence.ts"
import type { Clock } from "../../domain/calendar.ts"
import { tokensOf } from "../../text/tokens.ts"
import type { Item, PersonRole } from "../context.ts"
import type { Participant, Participants, PeopleRule } from "../participants.ts"
import { ago, plainLine, safeLine } from "../render/sanitize.ts"

/** A fact of the layer, and the number by which an answer cites it. */
export interface NumberedFact {
  number: number
  item: Item
}

/** Returns the facts of the layer, each once, in the order of their numbers, which continue those of `items`. */
export function numberedFacts({ people, topical }: Participants, items: readonly Item[]): NumberedFact[] {
  const all = [...people.flatMap(({ profile, recent }) => [...profile, ...recent]), ...topical]
  const distinct = [...new Map(all.map((item) => [item.id, item])).values()]
  return distinct.map((item, index) => ({ item, number: items.length + index + 1 }))
}

const ROLE_LABEL: Record<PersonRole, string> = {
  asking: "asks",
  mentioned: "mentioned",
  talking: "talks here",
  noted: "in the notes",
}

const ITEM_CHARACTERS = 300

interface Line {
  /** The line it is a part of. */
  label: string
  text: string
}

/**
 * Returns one line per person, then the latest facts and those on the topic, in at most `rule.max_tokens`. `shown` are ids
 * of items that the prompt holds already.
 */
export function peopleLines(
  layer: Participants,
  {
    rule,
    items,
    shown,
    clock,
  }: { rule: PeopleRule; items: readonly Item[]; shown: ReadonlySet<string>; clock: Clock },
): string[] {
  const numbers = new Map(numberedFacts(layer, items).map(({ item, number }) => [item.id, number]))
  const used = new Set(shown)
  const take = (some: readonly Item[], budget: number, label: string, dated: boolean): Line[] => {
    const lines = some
      .filter(({ id }) => !used.has(id))
      .map((item) => ({
        id: item.id,
        label,
        text: factText(item, numbers.get(item.id) ?? 0, dated && clock),
      }))
    const fitting = withinTokens(lines, budget)
    for (const { id } of fitting) used.add(id)
    return fitting
  }
  const profileOf = (person: Participant) =>
    take(
      person.profile,
      person.role === "asking" ? rule.asker_tokens : rule.person_tokens,
      labelOf(person),
      false,
    )
  const asker = layer.people.find(({ role }) => role === "asking")
  const others = layer.people.filter(({ role }) => role !== "asking" && role !== "noted")
  const noted = layer.people.filter(({ role }) => role === "noted")
  // The most important first.
  const lines = [
    ...(asker === undefined ? [] : profileOf(asker)),
    ...others.flatMap(profileOf),
    ...digestLines(layer, asker, rule),
    ...take(latestOf(layer.people, rule.recent), rule.recent_tokens, "Lately", true),
    ...take(layer.topical, rule.topical_tokens, "On the topic", true),
    ...noted.flatMap(profileOf),
  ]
  const order = layer.people.map(labelOf)
  return joined(withinTokens(lines, rule.max_tokens, order), order)
}

/** Each person's latest fact, then each one's second latest, and so on. */
function latestOf(people: readonly Participant[], most: number): Item[] {
  return Array.from({ length: most }, (_, rank) => people.flatMap(({ recent }) => recent[rank] ?? [])).flat()
}

function labelOf({ id, name, role }: Participant): string {
  return `${fenced(plainLine(name ?? id), 60)} (${ROLE_LABEL[role]})`
}

function factText(item: Item, number: number, clock: Clock | false): string {
  const day = clock && item.at <= clock.now ? ` (${ago(item.at, clock)})` : ""
  return `[${number}] ${fenced(withoutNumbers(item.text), ITEM_CHARACTERS)}${day}`
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** The sentences of the asker's digest that no fact of their profile states. */
function digestLines(
  { digest }: Participants,
  asker: Participant | undefined,
  { digest_tokens }: PeopleRule,
): Line[] {
  if (digest === null || asker === undefined) return []
  const known = new Set(asker.profile.map(({ text }) => bare(text)))
  const told = [...sentences.segment(digest)]
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== "" && !known.has(bare(sentence)))
    .map((sentence) => ({ label: "In short", text: fenced(plainLine(sentence)) }))
  return withinTokens(told, digest_tokens)
}

function bare(sentence: string): string {
  return sentence.replace(/[.!?\s]+$/u, "").toLowerCase()
}

/** Returns the first lines that fit with their labels. */
function withinTokens<T extends Line>(lines: readonly T[], most: number, order: readonly string[] = []): T[] {
  const kept: T[] = []
  for (const line of lines) {
    if (tokensOf(joined([...kept, line], order).join("\n")) > most) break
    kept.push(line)
  }
  return kept
}

/** One line per label: people first, in the given order. */
function joined(lines: readonly Line[], order: readonly string[]): string[] {
  const byLabel = Map.groupBy(lines, ({ label }) => label)
  const labels = [...new Set([...order.filter((label) => byLabel.has(label)), ...byLabel.keys()])]
  return labels.map((label) => `${label}: ${(byLabel.get(label) ?? []).map(({ text }) => text).join(" ")}`)
}

/**
 * Numbers in square brackets become round ones, because they mark items, unless they belong to a word, as in "argv[2]":
 * nobody's words may look like a citation.
 */
export function withoutNumbers(text: string): string {
  return safeLine(text).replace(CITATION, "($1)")
}
const CITATION = /(?<![\p{L}\p{N}_\])])[[\uff3b\u3010]\s*(\d{1,3}(?:\s*[,;]\s*\d{1,3})*)\s*[\]\uff3d\u3011]/gu
