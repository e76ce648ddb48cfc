/**
 * Golden files: what Keepsake shows to the outside, kept word for word in test/fixtures/golden.
 * Update them with `npx vitest run --project node --project worker goldens -u` and read the difference.
 */
import { expect } from "vitest"

/** Where golden files are, from a test in test/unit or test/worker. */
const FOLDER = "../fixtures/golden"

/** Every golden file. A name that is not listed does not compile; a file that is not listed fails a test. */
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
  "discord/member-session.txt",
  "discord/mention-session.txt",
  "discord/privacy-pages.txt",
  "discord/privacy-session.txt",
  "discord/recap-pages.txt",
  "objects.txt",
  "openapi.json",
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
  "prompts/repair.txt",
  "prompts/topics.txt",
  "refusals.txt",
  "render/block.txt",
  "render/json.txt",
  "render/narrative.txt",
  "render/tagged.txt",
  "render/xml.txt",
  "words.txt",
] as const
export type Golden = (typeof GOLDENS)[number]

/** Compares a text with its golden file. A missing file is written on a developer's machine and fails in CI. */
export async function expectGolden(name: Golden, text: string): Promise<void> {
  await expect(text.endsWith("\n") ? text : `${text}\n`).toMatchFileSnapshot(`${FOLDER}/${name}`)
}

/** Several texts of one golden file, each under its title. */
export function sections(parts: readonly (readonly [title: string, text: string])[]): string {
  return parts.map(([title, text]) => `=== ${title} ===\n${visible(text)}\n`).join("\n")
}

/** JSON with its keys in the order the code gives them. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 1)
}

/** JSON with sorted keys, for objects whose order means nothing to their reader. */
export function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (isRecord(part) ? byKey(part) : part), 1)
}

/**
 * A value as indented lines: longer to parse and easier to read than JSON. A text of several lines stands below its key,
 * each line after a bar. Keys are sorted.
 */
export function outline(value: unknown, indent = ""): string {
  if (Array.isArray(value))
    return value.map((one) => `${indent}- ${outline(one, `${indent}  `).trimStart()}`).join("\n")
  if (!isRecord(value)) return `${indent}${scalar(value, indent)}`
  const fields = Object.entries(byKey(value)).filter(([, part]) => part !== undefined)
  const small = fields.map(([key, part]) => `${key}: ${scalar(part, "")}`).join(", ")
  const isSmall = fields.every(([, part]) => typeof part !== "object") && !small.includes("\n")
  if (isSmall && small.length <= MOST_ON_A_LINE) return `${indent}${small}`
  return fields.map(([key, part]) => `${indent}${key}:${valued(part, indent)}`).join("\n")
}

/** An object that holds nothing but plain values stands on one line if it is no longer than this. */
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

/** Characters that an editor does not show, or that turn lines around, as escapes. Line breaks stay. */
export function visible(text: string): string {
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

/** What Discord takes for granted: said or left out, a component is the same. */
const TAKEN_FOR_GRANTED: Record<string, unknown> = {
  disabled: false,
  divider: true,
  default: false,
  min_values: 1,
  max_values: 1,
}

/** A message or form as Discord shows it, without what it takes for granted. */
export function layout(body: unknown): string {
  return outline(withoutDefaults(body))
}

function withoutDefaults(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutDefaults)
  if (!isRecord(part)) return part
  const kept = Object.entries(part).filter(([key, value]) => TAKEN_FOR_GRANTED[key] !== value)
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDefaults(value)]))
}
