/** Fingerprints of a digest's inputs: short texts that show later which lines were added or removed. Pure. */
import type { LocalDate } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { DigestKind } from "../../memory/write/digests.ts"

/** Something a person did in one conversation, or a fact first learned in one. */
export interface DigestLine {
  source: "note" | "fact"
  /** Id of the note or the memory. */
  id: string
  /** When the conversation ended or the fact was said. */
  at: Time
  /** A clause such as "asked about ovens" (`null` if the extraction wrote none), or the fact. */
  text: string | null
  /** Title of the conversation; empty for a fact. */
  title: string
}

/** Separates an entry's time from its checksum if the entry is a note's. */
const NOTE = "-"

/**
 * Returns a header with a hash of the frame (person, days), then one entry per line, latest first. Returns ""
 * without lines.
 */
export function digestFingerprint(frame: readonly string[], lines: readonly DigestLine[]): string {
  if (lines.length === 0) return ""
  return `${hashOf(frame).slice(0, 12)}:${lines.map(fingerprintEntry).join(",")}`
}

/** The entry of one line. It changes when the line's text changes. */
export function fingerprintEntry({ source, id, at, text, title }: DigestLine): string {
  const sign = source === "note" ? NOTE : "+"
  return `${at.toString(36)}${sign}${checksum(text === null ? `${id} ~ ${title}` : `${id} ${text}`)}`
}

/**
 * 64 bits from two runs of FNV-1a (Fowler, Noll, Vo). Only detects changed lines; a cryptographic hash per
 * line took most of a plan's time.
 */
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

export function fingerprintEntries(print: string): string[] {
  return print.slice(print.indexOf(":") + 1).split(",")
}

/**
 * Returns true if the stored digest lacks only additions: its frame is unchanged, and each of its lines is
 * still there or belongs to a note that later notes pushed past the read limit.
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

/** @internal */
export interface DigestFact {
  id: string
  version: number
  fact: string
}

/** A stored digest. An empty body means that a model was called without a usable result. */
export interface StoredDigest {
  kind: DigestKind
  body: string
  print: string
  updatedAt: Time
}

/**
 * Everything known about one person that the viewer may read. Lines are latest first, facts most important
 * first.
 */
export interface DigestInput {
  id: Id
  name: string | null
  lines: DigestLine[]
  facts: DigestFact[]
  stored: StoredDigest[]
}

export interface DigestPart {
  kind: DigestKind
  /** `null` if there is nothing to tell. */
  body: string | null
  /** Written earlier by a model, or just now by rules. */
  method: "model" | "rule"
  /** Fingerprint of the inputs. */
  print: string
  /** When the inputs were read. */
  at: Time
  /** A model should rewrite it. */
  stale: boolean
  /** First and last day covered. */
  days: { from: LocalDate; to: LocalDate }
}

export interface DigestPlan {
  id: Id
  name: string | null
  timezone: string
  /** True if its digests may tell patterns, mood and changes. */
  tone: boolean
  facts: DigestFact[]
  /** Lines per digest: of today, and of each earlier day, latest first. */
  lines: { day: DigestLine[]; history: DigestLine[][] }
  day: DigestPart
  history: DigestPart
  context: DigestPart
}
