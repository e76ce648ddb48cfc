/** Prints tables as Markdown to the terminal and docs/BENCHMARKS.md, with the context needed to judge them. */
import { readFileSync, writeFileSync } from "node:fs"
import { cpus, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { z } from "zod"

export interface Table {
  title: string
  /** How the table was measured. */
  about: string
  head: string[]
  rows: string[][]
}

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..")
const PAGE = join(ROOT, "docs/BENCHMARKS.md")
const BEGIN = "<!-- measured: begin -->"
const END = "<!-- measured: end -->"
const INTRODUCTION = `# Benchmarks

These benchmarks compare Keepsake with a floor, the least work that could do the same, measured in the same run. \`npm run bench\` runs them;
\`npm run bench -- --data DIR\` adds the figures on real chat. Everything runs on one machine under \`wrangler dev --local\`, so read
the ratios rather than the times.

`

export function markdown(table: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`
  const rule = line(table.head.map((_, index) => (index === 0 ? "---" : "---:")))
  const body = [line(table.head), rule, ...table.rows.map(line)]
  return [`## ${table.title}`, "", table.about, "", ...body, ""].join("\n")
}

/** Returns cores, memory and versions, and nothing that names the machine. */
export function machine(date: string): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `Measured ${date} on ${cpus().length} cores with ${gigabytes} GB, Node ${process.versions.node}, wrangler ${version("wrangler")}, workerd ${version("workerd")}.`
}

function version(name: string): string {
  const text = readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8")
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Replaces the former tables and keeps the text that people wrote around them. */
export function writePage(body: string): void {
  const page = readPage()
  const before = page.includes(BEGIN) ? page.slice(0, page.indexOf(BEGIN)) : INTRODUCTION
  const after = page.includes(END) ? page.slice(page.indexOf(END) + END.length) : "\n"
  writeFileSync(PAGE, `${before}${BEGIN}\n${body}\n${END}${after}`)
}

function readPage(): string {
  try {
    return readFileSync(PAGE, "utf8")
  } catch {
    // The page has no tables yet.
    return ""
  }
}
