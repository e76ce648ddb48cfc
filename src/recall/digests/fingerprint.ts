/** What a digest was made of, as one short text: enough to tell afterwards what was added and what has gone. Pure. */
import type { LocalDate } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { DigestKind } from "../../memory/write/digests.ts"

/** What somebody did in one conversation, or a fact first learned in one. */
export interface DigestLine {
  source: "note" | "fact"
  /** Of the note or of the memory. */
  id: string
  /** When the conversation ended, or the fact was said. */
  at: Time
  /** A clause such as "asked about ovens", null where the reader of the conversation wrote none; or the fact. */
  text: string | null
  /** The conversation's; empty for a fact. */
  title: string
}

/** Parts an entry's time from its checksum, where it is a note's. */
const NOTE = "-"

/** A header of what frames all lines (who, which days), then an entry a line, latest first. Of no lines it is empty. */
export function digestFingerprint(frame: readonly string[], lines: readonly DigestLine[]): string {
  if (lines.length === 0) return ""
  return `${hashOf(frame).slice(0, 12)}:${lines.map(fingerprintEntry).join(",")}`
}

/** A line's own part of a print: another for another text. */
export function fingerprintEntry({ source, id, at, text, title }: DigestLine): string {
  const sign = source === "note" ? NOTE : "+"
  return `${at.toString(36)}${sign}${checksum(text === null ? `${id} ~ ${title}` : `${id} ${text}`)}`
}

/** 64 bits by two runs of FNV-1a (Fowler, Noll, Vo). It tells a changed line from the same one; a cryptographic hash of each line took most of a plan's time. */
function checksum(text: string): string {
  let high = 0x811c9dc5
  let low = 0x01000193
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit ^ (index & 0xff), 0x01000193)
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36)
}

/** The entries of a print. */
export function fingerprintEntries(print: string): string[] {
  return print.slice(print.indexOf(":") + 1).split(",")
}

/**
 * Whether what is stored lacks nothing but additions: the frame is the same, and each of its lines is still there,
 * unchanged, or was of a note that later ones pushed out of what is read.
 */
export function onlyAddedTo(stored: string, current: string, pushedOut: (at: Time) => boolean): boolean {
  if (stored === "" || current === "" || headerOf(stored) !== headerOf(current)) return false
  const now = new Set(fingerprintEntries(current))
  const mayBeThere = (entry: string) => entry.includes(NOTE) && pushedOut(timeOf(entry))
  return fingerprintEntries(stored).every((entry) => now.has(entry) || mayBeThere(entry))
}

function headerOf(print: string): string {
  return print.slice(0, print.indexOf(":"))
}

function timeOf(entry: string): Time {
  return Number.parseInt(entry, 36)
}

export interface DigestFact {
  id: string
  version: number
  fact: string
}

/** A row as a model left it. An empty body: a model was asked in vain. */
export interface StoredDigest {
  kind: DigestKind
  body: string
  print: string
  updatedAt: Time
}

/** All that is known of one person, as one viewer may read it. Lines and facts in their order: latest first, most important first. */
export interface DigestInput {
  id: Id
  name: string | null
  lines: DigestLine[]
  facts: DigestFact[]
  stored: StoredDigest[]
}

export interface DigestPart {
  kind: DigestKind
  /** null: there is nothing to tell. */
  body: string | null
  /** Who wrote it: a model before, or the rules just now. */
  method: "model" | "rule"
  /** What it was made of. */
  print: string
  /** When what it was made of was read. */
  at: Time
  /** A model should write it anew. */
  stale: boolean
  /** The days it tells of, first and last. */
  days: { from: LocalDate; to: LocalDate }
}

export interface DigestPlan {
  id: Id
  name: string | null
  timezone: string
  facts: DigestFact[]
  /** The lines each digest is made of: of today, and of each day before, the latest first. */
  lines: { day: DigestLine[]; history: DigestLine[][] }
  day: DigestPart
  history: DigestPart
  context: DigestPart
}
