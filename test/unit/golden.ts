/**
 * Golden files: everything Keepsake shows to the outside, kept word for word in test/fixtures/golden. Update
 * them with `npx vitest run --project node --project worker goldens -u` and read the difference.
 */
import { expect } from "vitest"

/** The folder of golden files, relative to a test in test/unit or test/worker. */
const FOLDER = "../fixtures/golden"

/** Every golden file. An unlisted name does not compile, and an unlisted file fails a test. */
export const GOLDENS = [
  "bundle.json",
  "commands.json",
  "database-rows.txt",
  "database.txt",
  "defaults.json",
  "discord/admin-pages.txt",
  "discord/admin-session.txt",
  "discord/answers.txt",
  "discord/fact-pages.txt",
  "discord/forgetting-pages.txt",
  "discord/german-session.txt",
  "discord/member-session.txt",
  "discord/mention-session.txt",
  "discord/privacy-pages.txt",
  "discord/privacy-session.txt",
  "discord/recap-pages.txt",
  "discord/spanish-session.txt",
  "objects.txt",
  "privacy-page/asks-first.html",
  "privacy-page/defaults.html",
  "privacy-page/short-and-paused.html",
  "prompts/answer.txt",
  "prompts/digest.txt",
  "prompts/expansion.txt",
  "prompts/extraction.txt",
  "prompts/intent.txt",
  "prompts/night.txt",
  "prompts/note.txt",
  "prompts/profile.txt",
  "prompts/second-reading.txt",
  "prompts/repair.txt",
  "prompts/topics.txt",
  "refusals.txt",
  "render/block.txt",
  "render/classic.txt",
  "render/json.txt",
  "render/narrative.txt",
  "render/tagged.txt",
  "render/xml.txt",
  "words.txt",
] as const
export type Golden = (typeof GOLDENS)[number]

/**
 * Compares a text with its golden file. A missing file is written on a developer's machine and fails in CI.
 */
export async function expectGolden(name: Golden, text: string): Promise<void> {
  await expect(text.endsWith("\n") ? text : `${text}\n`).toMatchFileSnapshot(`${FOLDER}/${name}`)
}

/** The pictures of the documentation, drawn from recorded replies. Updated like golden files. */
export const PICTURES = [
  "answer",
  "profile",
  "remember",
  "forget",
  "recap",
  "help",
  "server",
  "privacy",
  "judged",
] as const
export type Picture = (typeof PICTURES)[number]

export async function expectPicture(name: Picture, svg: string): Promise<void> {
  await expect(svg).toMatchFileSnapshot(`../../docs/pictures/${name}.svg`)
}

/** Joins several texts into one golden file, each under its title. */
export function sections(parts: readonly (readonly [title: string, text: string])[]): string {
  return parts.map(([title, text]) => `=== ${title} ===\n${visible(text)}\n`).join("\n")
}

/** Writes JSON with keys in the code's order. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 1)
}

/** Writes JSON with sorted keys, for objects whose order does not matter. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? byKey(part) : part), 1)
}

/**
 * Writes a value as indented lines, which are easier to read than JSON. A text of several lines stands below
 * its key, each line after a bar. Keys are sorted.
 */
function outline(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return value.map((one) => `${indent}- ${outline(one, `${indent}  `).trimStart()}`).join("\n")
  if (!isRecord(value)) return `${indent}${scalar(value, indent)}`
  const fields = Object.entries(byKey(value)).filter(([, part]) => part !== undefined)
  const small = fields.map(([key, part]) => `${key}: ${scalar(part, "")}`).join(", ")
  const isSmall = fields.every(([, part]) => typeof part !== "object") && !small.includes("\n")
  if (isSmall && small.length <= MOST_ON_A_LINE) return `${indent}${small}`
  return fields.map(([key, part]) => `${indent}${key}:${valued(part, indent)}`).join("\n")
}

/** An object with only plain values stays on one line up to this length. */
const MOST_ON_A_LINE = 120

function valued(part: unknown, indent: string): string {
  const isEmpty = typeof part === "object" && part !== null && Object.keys(part).length === 0
  if (isEmpty) return ` ${JSON.stringify(part)}`
  if (typeof part === "object" && part !== null) return `\n${outline(part, `${indent}  `)}`
  const text = scalar(part, `${indent}  `)
  return text.startsWith("\n") ? text : ` ${text}`
}

function scalar(value: unknown, indent: string): string {
  if (typeof value !== "string") return String(value)
  const lines = value.split("\n")
  return lines.length === 1
    ? visible(JSON.stringify(value))
    : lines.map((line) => `\n${indent}| ${visible(line)}`).join("")
}

/** Escapes characters that an editor hides or that reverse text. Line breaks stay. */
function visible(text: string): string {
  return text.replace(/\p{Variation_Selector}|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    character === "\n" ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

function byKey(part: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Discord's defaults: a component is the same with or without them. */
const TAKEN_FOR_GRANTED: Record<string, unknown> = {
  disabled: false,
  divider: true,
  default: false,
  min_values: 1,
  max_values: 1,
}

/** Writes a message or form as Discord shows it, without Discord's defaults. */
export function layout(body: unknown): string {
  return outline(withoutDefaults(body))
}

function withoutDefaults(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutDefaults)
  if (!isRecord(part)) return part
  const kept = Object.entries(part).filter(([key, value]) => TAKEN_FOR_GRANTED[key] !== value)
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDefaults(value)]))
}
