/** Replies to digest prompts in their shape: the parts wanted of each person, under that person's id. */

/** Asks `says` about each person's element of a prompt, and returns the reply about all of them. */
export function aboutEach<T>(
  prompt: string,
  says: (element: string, wanted: string[]) => T,
): Record<string, T> {
  const elements = prompt.matchAll(/<person id="(P\d+)" wanted="([^"]*)">[\s\S]*?<\/person>/g)
  return Object.fromEntries(
    [...elements].map(([element, id = "", wanted = ""]) => [id, says(element, wanted.split(", "))]),
  )
}

/** Returns the lines of a part of a person's element: its facts, today or history. */
export function linesIn(element: string, part: string): string[] {
  const lines = element.match(new RegExp(`<${part}>\n([\\s\\S]*?)</${part}>`))?.[1] ?? ""
  return [...lines.matchAll(/^- (.*)$/gm)].map(([, line = ""]) => line)
}

/** A reply that repeats what it was shown. */
export function repeated(prompt: string): Record<string, Record<string, string>> {
  return aboutEach(prompt, (element) => {
    const told = (...parts: string[]) => parts.flatMap((part) => linesIn(element, part)).join(" ")
    return { day: told("today"), history: told("history"), context: told("facts", "today", "history") }
  })
}
