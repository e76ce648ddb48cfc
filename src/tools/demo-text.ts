/** Formats the demo's output: width, wrapping, color, dates. It knows nothing of memory. */
import { styleText } from "node:util"
import { utcFormat } from "../domain/calendar.ts"
import { truncate } from "../text/truncate.ts"
import type { Sink } from "./program.ts"

export const WIDTH = Math.max(50, Math.min(100, process.stdout.columns || 100))

/** `styleText` leaves color out if the output is not a terminal or NO_COLOR is set. */
export const dim = (text: string) => styleText("dim", text)
export const bold = (text: string) => styleText("bold", text)
export const accent = (text: string) => styleText("cyan", text)
export const warm = (text: string) => styleText("yellow", text)

interface Layout {
  /** Empty columns at the start of every line. */
  indent: number
  /** Printed at the end of the indent on the first line. */
  label?: string
  style?: (text: string) => string
}

/** The demo's output. */
export interface Screen {
  say(line?: string): void
  heading(title: string, aside?: string): void
  /** Prints a text over as many lines as it needs, without breaking a word that fits on one. */
  paragraph(text: string, layout: Layout): void
  /** A line that rewrites itself on a terminal. Elsewhere only its last state is printed. */
  progressLine(): { update(text: string): void; done(text: string): void }
}

export function screenOn(stdout: Sink): Screen {
  const say = (line = "") => void stdout.write(`${line}\n`)
  const live = stdout.isTTY
  return {
    say,
    heading: (title, aside = "") => say(`\n  ${bold(accent(title))}${aside ? `  ${dim(aside)}` : ""}\n`),
    paragraph: (text, { indent, label = "", style = (line) => line }) => {
      for (const [index, line] of wrap(text, WIDTH - indent).entries()) {
        const left = index === 0 ? label.padStart(indent - 2).padEnd(indent) : " ".repeat(indent)
        say(`${index === 0 ? accent(left) : left}${style(line)}`)
      }
    },
    progressLine: () => ({
      update: (text) => {
        if (live) stdout.write(`\r\u001b[2K  ${text.slice(0, WIDTH - 4)}`)
      },
      done: (text) => say(`${live ? "\r\u001b[2K" : ""}  ${text.slice(0, WIDTH - 4)}`),
    }),
  }
}

/** Breaks a text into lines. A word that is longer than `width` is cut. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ""
  const words = text.split(/\s+/u).filter(Boolean)
  for (const word of words.flatMap((whole) => whole.match(new RegExp(`.{1,${width}}`, "gu")) ?? [])) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return line ? [...lines, line] : lines
}

/** Returns the text on one line of at most `length` characters. */
export function clipLine(text: string, length: number): string {
  return truncate(text.replace(/\s+/gu, " ").trim(), length, { unit: "codePoint" })
}

export const day = utcFormat("en-US", { month: "short", day: "numeric", year: "numeric" })
/** Day and minute, UTC, always of the same length. */
export const minute = utcFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
})

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`
}
