/**
 * Composes a window's note, and a line about each participant, without a model. Uses only words of the window
 * and of the facts found in it.
 */

import { type Claim, type Extraction, type Id, IMPORTANCE_WEIGHT } from "../../domain/types.ts"
import { capitalize, endSentence } from "../../text/display.ts"
import { type Language, languageOf } from "../../text/language.ts"
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
  const ranked = claims.toSorted((a, b) => IMPORTANCE_WEIGHT[b.importance] - IMPORTANCE_WEIGHT[a.importance])
  return {
    title: clip(composeTitle(lines, ranked, keywords), TITLE),
    summary: summaryOf(claims, told),
  }
}

/**
 * The first facts, then the most telling sentences that no fact tells, each in the order they were said. A fact has no
 * speaker, so it stands before all that have one: after "Ada: …", it would read as her words.
 */
function summaryOf(claims: readonly Claim[], told: readonly Telling[]): string {
  const facts = claims
    .slice(0, MOST_FACTS)
    .toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))
    .map(({ fact }) => endSentence(fact))
  const sayings: Saying[] = []
  let left = SUMMARY - facts.reduce((sum, text) => sum + text.length + 1, 0)
  for (const telling of told) {
    if (facts.length + sayings.length >= MOST_PARTS) break
    const text = telling.text()
    const length = telling.line.author.name.length + text.length + 4
    if (length > left) continue
    sayings.push({ ...telling, text })
    left -= length
  }
  const inOrder = sayings.sort((a, b) => a.line.number - b.line.number || a.place - b.place)
  return clip([...facts, ...bySpeaker(inOrder)].join(" "), SUMMARY)
}

type Saying = Pick<Telling, "line" | "place"> & { text: string }

/** "Ada: the gate is shut. the key is with me." names its speaker once. */
function bySpeaker(sayings: readonly Saying[]): string[] {
  return sayings.map(({ line, text }, index) => {
    const { name } = line.author
    const isSame = sayings[index - 1]?.line.author.name === name
    return `${isSame ? "" : `${name}: `}${endSentence(text)}`
  })
}

/**
 * Returns a line about each person who spoke: facts about them, and the keywords of their talk and questions.
 */
export function composeDigests(lines: TranscriptLine[], claims: Claim[]): Extraction["digests"] {
  const keywords = keywordsOf(lines)
  const language = languageOf(lines.map(({ text }) => text).join(" "))
  const digests = new Map<Id, string>()
  for (const { author, isBot } of lines) {
    if (isBot || digests.has(author.id)) continue
    const line = digestOf(
      author,
      lines.filter((own) => own.author.id === author.id),
      claims,
      { keywords, language },
    )
    digests.set(author.id, line)
  }
  return [...digests].filter(([, line]) => line !== "").map(([userId, line]) => ({ userId, line }))
}

const ENGLISH = { said: "Said they", talked: "talked about", asked: "asked about" }
/** The words of a line about a person, in the language of the conversation. Digests know them again. */
const FRAMES: Record<Language, typeof ENGLISH> = {
  en: ENGLISH,
  de: { said: "Sagte", talked: "sprach über", asked: "fragte nach" },
  es: { said: "Dijo", talked: "habló de", asked: "preguntó por" },
  fr: ENGLISH,
  pt: ENGLISH,
}

function digestOf(
  author: TranscriptLine["author"],
  own: TranscriptLine[],
  claims: Claim[],
  { keywords, language }: { keywords: Keywords; language: Language },
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
  const frame = FRAMES[language]
  const parts = [
    ...(told.length > 0 ? [`${frame.said}: ${told.join("; ")}`] : []),
    ...(talkedAbout.length > 0 ? [`${frame.talked} ${talkedAbout.join(", ")}`] : []),
    ...(askedAbout.length > 0 ? [`${frame.asked} ${askedAbout.join(", ")}`] : []),
  ]
  return clip(capitalize(parts.join("; ")), DIGEST)
}

function clip(text: string, most: number): string {
  return truncate(text, most, { at: "word" })
}
