/** Finds the words that players say out of character in a role-play channel. Pure. */

/** ((brackets)), also left open at the end of a line. */
const BRACKETS = /\(\(+([^()]+(?:\([^()]*\)[^()]*)*)(?:\)\)+|$)|\[\[([^[\]]+)(?:\]\]|$)/g
/** "// brb", "OOC: brb", "[ooc] brb", "(ooc brb)". A link's slashes follow a colon. */
const MARKED = /^\s*(?:\/\/+\s*(?=\S)|[([]?\s*ooc\b\s*[)\]:\-–—]*\s*)(.+?)[)\]]?\s*$/i
/** The whole line in brackets. */
const WHOLE = /^\s*\(([^()]+)\)\s*$/

/** Returns the parts of a message that are out of character, a line each; "" if there are none. */
export function outOfCharacter(content: string): string {
  return content
    .split("\n")
    .flatMap((line) => {
      const inBrackets = [...line.matchAll(BRACKETS)].map(([, round, square]) => round ?? square ?? "")
      return inBrackets.length > 0 ? inBrackets : [(MARKED.exec(line) ?? WHOLE.exec(line))?.[1] ?? ""]
    })
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n")
}
