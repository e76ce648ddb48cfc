/** Reads an extraction prompt as a model does: its lines, each with the name that the handle stands for. */

export interface PromptLine {
  line: number
  handle: string
  /** The first word of the name. */
  name: string
  words: string
}

const LINE = /^(\d+) (?:\d\d:\d\d )?(P\d+|K)(?: \(answers \d+\))?: (.*)$/gm

export function promptLines(prompt: string): PromptLine[] {
  return [...prompt.matchAll(LINE)].map(([, line, handle = "", words = ""]) => ({
    line: Number(line),
    handle,
    name: nameOf(prompt, handle),
    words,
  }))
}

function nameOf(prompt: string, handle: string): string {
  return new RegExp(`^${handle} (\\S+)`, "m").exec(prompt)?.[1] ?? ""
}
