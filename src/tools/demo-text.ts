/** How the demo's lines look: width, wrapping, color, dates. Knows nothing of memory. */
import { styleText } from "node:util"
import { truncate } from "../text/truncate.ts"

export const WIDTH = Math.max(50, Math.min(100, process.stdout.columns || 100))

/** `styleText` leaves color out by itself where the output is not a terminal or NO_COLOR is set. */
export const dim = (text: string) => styleText("dim", text)
export const bold = (text: string) => styleText("bold", text)
export const accent = (text: string) => styleText("cyan", text)
export const warm = (text: string) => styleText("yellow", text)

export function say(line = ""): void {
  process.stdout.write(`${line}\n`)
}

export function heading(title: string, aside = ""): void {
  say(`\n  ${bold(accent(title))}${aside ? `  ${dim(aside)}` : ""}\n`)
}

interface Layout {
  /** Columns left free on every line. */
  indent: number
  /** Stands at the end of the indent on the first line. */
  label?: string
  style?: (text: string) => string
}

/** Prints a text over as many lines as it needs, never breaking a word that fits on one. */
export function paragraph(text: string, { indent, label = "", style = (line) => line }: Layout): void {
  const lines = wrap(text, WIDTH - indent)
  lines.forEach((line, index) => {
    const left = index === 0 ? label.padStart(indent - 2).padEnd(indent) : " ".repeat(indent)
    say(`${index === 0 ? accent(left) : left}${style(line)}`)
  })
}

export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ""
  for (const word of text.split(/\s+/u).filter(Boolean)) {
    if (line && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return line ? [...lines, line] : lines
}

/** The text on one line of at most `length` characters. */
export function clip(text: string, length: number): string {
  return truncate(text.replace(/\s+/gu, " ").trim(), length, { unit: "codePoint" })
}

const DAY = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
})
const MINUTE = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
})
export const day = (time: number) => DAY.format(time)
/** Day and minute, UTC, always equally long. */
export const minute = (time: number) => MINUTE.format(time)

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`
}

/** A line that rewrites itself on a terminal. Elsewhere only its last state is printed. */
export function progressLine() {
  const live = process.stdout.isTTY
  return {
    update(text: string): void {
      if (live) process.stdout.write(`\r\u001b[2K  ${text.slice(0, WIDTH - 4)}`)
    },
    done(text: string): void {
      say(`${live ? "\r\u001b[2K" : ""}  ${text.slice(0, WIDTH - 4)}`)
    },
  }
}
