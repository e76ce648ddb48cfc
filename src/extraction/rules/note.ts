/**
 * Composes a window's note, and a line about each participant, without a model. Uses only words of the window
 * and of the facts found in it.
 */

import { type Claim, type Extraction, type Id, IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import { truncate } from "../../text/truncate.ts"
import { type Keywords, keywordsOf } from "./keywords.ts"
import type { TranscriptLine } from "./line.ts"
import { mentionsMoney } from "./source-filter.ts"
import { composeTitle } from "./title.ts"

const TITLE = 60
const SUMMARY = 400
const DIGEST = 160
const EXCERPT = 120
const MOST_FACTS = 3
const MOST_PARTS = 4
/** The share of a line's words that its facts must have so that it need not be quoted. */
const TOLD = 0.6

/** Returns `null` if the window has no keywords. `lines` must hold only lines that may be quoted. */
export function composeNote(lines: TranscriptLine[], claims: Claim[]): Extraction["note"] {
  const keywords = keywordsOf(lines)
  if (keywords.top.length === 0) return null
  const ranked = claims
    .toSorted((a, b) => IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance])
    .map(({ fact }) => fact)
  return {
    title: clip(composeTitle(lines, ranked, keywords), TITLE),
    summary: summaryOf(lines, claims, keywords),
  }
}

/** The first facts, then the lines with the highest keyword score that no fact tells, in the order they were said. */
function summaryOf(lines: TranscriptLine[], claims: Claim[], keywords: Keywords): string {
  const parts = claims
    .slice(0, MOST_FACTS)
    .map((claim) => ({ at: claim.lines[0] ?? 0, text: `${claim.fact}.` }))
  const most = parts.length < MOST_FACTS ? MOST_PARTS : MOST_FACTS
  let left = SUMMARY - parts.reduce((sum, part) => sum + part.text.length + 1, 0)
  const ranked = lines
    .filter((line) => line.text !== "" && !isTold(line, claims) && !mentionsMoney(line.text))
    .toSorted((a, b) => keywords.score(b) - keywords.score(a))
  for (const line of ranked.slice(0, 6)) {
    const text = quoted(line)
    if (parts.length >= most || keywords.score(line) <= 0 || text.length + 1 > left) continue
    parts.push({ at: line.number, text })
    left -= text.length + 1
  }
  return clip(
    parts
      .sort((a, b) => a.at - b.at)
      .map((part) => part.text)
      .join(" "),
    SUMMARY,
  )
}

function isTold({ number, text }: TranscriptLine, claims: readonly Claim[]): boolean {
  const told = new Set(
    claims.filter(({ lines }) => lines.includes(number)).flatMap(({ fact }) => stems(fact)),
  )
  const own = stems(text)
  return own.filter((word) => told.has(word)).length >= TOLD * own.length
}

function quoted(line: TranscriptLine): string {
  const text = clip(
    line.text
      .replace(/\s+/g, " ")
      .replace(/(?: \.)+/g, ".")
      .trim(),
    EXCERPT,
  )
  return `${line.author.name}: ${text}${/[.!?…]$/.test(text) ? "" : "."}`
}

/**
 * Returns a line about each person who spoke: facts about them, and the keywords of their talk and questions.
 */
export function composeDigests(lines: TranscriptLine[], claims: Claim[]): Extraction["digests"] {
  const keywords = keywordsOf(lines)
  const digests = new Map<Id, string>()
  for (const { author, isBot } of lines) {
    if (isBot || digests.has(author.id)) continue
    const line = digestOf(
      author,
      lines.filter((own) => own.author.id === author.id),
      claims,
      keywords,
    )
    digests.set(author.id, line)
  }
  return [...digests].filter(([, line]) => line !== "").map(([userId, line]) => ({ userId, line }))
}

function digestOf(
  author: TranscriptLine["author"],
  own: TranscriptLine[],
  claims: Claim[],
  keywords: Keywords,
): string {
  const facts = claims.filter((claim) => claim.subject.id === author.id && claim.reportedBy === null)
  const told = facts
    .map((claim) => claim.fact.replace(`${author.name} `, "").replace(`${author.name}'s`, "their"))
    .slice(0, 2)
  const asked = own.filter(({ asks }) => asks)
  const talkedAbout = keywords.of(own.filter((line) => !asked.includes(line))).slice(0, 3)
  const askedAbout = keywords
    .of(asked)
    .filter((word) => !talkedAbout.includes(word))
    .slice(0, 2)
  const parts = [
    ...(told.length > 0 ? [`Said they: ${told.join("; ")}`] : []),
    ...(talkedAbout.length > 0 ? [`talked about ${talkedAbout.join(", ")}`] : []),
    ...(askedAbout.length > 0 ? [`asked about ${askedAbout.join(", ")}`] : []),
  ]
  return clip(capital(parts.join("; ")), DIGEST)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function clip(text: string, most: number): string {
  return truncate(text, most, { at: "word" })
}
