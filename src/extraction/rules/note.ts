/**
 * Composes a window's note, and a line about each participant, without a model. Uses only words of the window
 * and of the facts found in it.
 */

import { type Claim, type Extraction, type Id, IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { capitalize } from "../../text/display.ts"
import { truncate } from "../../text/truncate.ts"
import { type Keywords, keywordsOf } from "./keywords.ts"
import type { TranscriptLine } from "./line.ts"
import { type Telling, tellings } from "./telling.ts"
import { composeTitle } from "./title.ts"

const TITLE = 60
const SUMMARY = 1000
const DIGEST = 160
const MOST_FACTS = 3
const MOST_PARTS = 12
/** Returns `null` if the window has no keywords. `lines` must hold only lines that may be quoted. */
export function composeNote(lines: TranscriptLine[], claims: Claim[], timezone: string): Extraction["note"] {
  const keywords = keywordsOf(lines)
  if (keywords.top.length === 0) return null
  const told = tellings(lines, { claims, keywords, timezone })
  const ranked = claims
    .toSorted((a, b) => IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance])
    .map(({ fact }) => fact)
  return {
    title: clip(composeTitle(lines, ranked, { keywords, told }), TITLE),
    summary: summaryOf(claims, told),
  }
}

/** The first facts, then the most telling sentences that no fact tells, in the order they were said. */
function summaryOf(claims: readonly Claim[], told: readonly Telling[]): string {
  const facts = claims.slice(0, MOST_FACTS)
  const parts: Part[] = facts.map(({ fact, lines: cited }) => ({ at: cited[0] ?? 0, by: null, text: fact }))
  let left = SUMMARY - parts.reduce((sum, { text }) => sum + text.length + 2, 0)
  for (const { line, place, text } of told) {
    const length = line.author.name.length + text.length + 4
    if (parts.length >= MOST_PARTS) break
    if (length > left) continue
    parts.push({ at: line.number + place / 100, by: line.author.name, text })
    left -= length
  }
  return clip(joined(parts.sort((a, b) => a.at - b.at)), SUMMARY)
}

interface Part {
  /** The line, and the place in it. */
  at: number
  /** Whose words these are; `null` for a fact. */
  by: string | null
  text: string
}

/** "Ada: the gate is shut. the key is with me." names its speaker once. */
function joined(parts: readonly Part[]): string {
  return parts
    .map(({ by, text }, index) => {
      const isSame = by === null || parts[index - 1]?.by === by
      return `${isSame ? "" : `${by}: `}${text}${/[.!?…]$/.test(text) ? "" : "."}`
    })
    .join(" ")
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
  return clip(capitalize(parts.join("; ")), DIGEST)
}

function clip(text: string, most: number): string {
  return truncate(text, most, { at: "word" })
}
