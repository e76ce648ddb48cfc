/** Reads Discord's markdown into styled words, and breaks them into lines. For pictures of recorded replies. */

/** Where and when the picture is taken. */
export interface Scene {
  /** Names of people and channels by id. */
  names: Record<string, string>
  now: number
  /** Who called which command, of an answer that everybody sees; absent if only one person sees it. */
  used?: { by: string; command: string }
}

interface Token {
  text: string
  style: string
}

/** Reads inline markdown: bold, italics, code, links, mentions and times. */
export function tokensOf(line: string, scene: Scene): Token[] {
  const shapes =
    /\*\*(.+?)\*\*|\*([^*\\]+)\*|`([^`]+)`|\[([^\]]+)\]\(<[^>]+>\)|<[@#]!?(\d+)>|<t:(\d+):(\w)>|\\(.)/g
  const tokens: Token[] = []
  let end = 0
  const add = (text: string, style = "") => text !== "" && tokens.push({ text, style })
  for (const found of line.matchAll(shapes)) {
    add(line.slice(end, found.index))
    const [all, bold] = found
    if (bold !== undefined) for (const one of tokensOf(bold, scene)) add(one.text, one.style || "strong")
    else {
      const { text, style } = plainToken(found, scene)
      add(text, style)
    }
    end = found.index + all.length
  }
  add(line.slice(end))
  return tokens
}

/** One match of the shapes above, except bold. */
function plainToken(found: RegExpExecArray, scene: Scene): Token {
  const [all, , italic, code, link, id, time, format = "f", literal = ""] = found
  if (code !== undefined) return { text: code, style: "code" }
  if (link !== undefined) return { text: link, style: "link" }
  if (id !== undefined)
    return { text: `${all.startsWith("<#") ? "#" : "@"}${scene.names[id] ?? id}`, style: "link" }
  const words = time === undefined ? (italic ?? literal) : timeText(Number(time) * 1_000, format, scene.now)
  return { text: words, style: "" }
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const

function timeText(at: number, format: string, now: number): string {
  if (format !== "R") return new Date(at).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })
  const seconds = Math.round((at - now) / 1_000) || -1
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1]
  return new Intl.RelativeTimeFormat("en-US").format(Math.trunc(seconds / size), unit)
}

/** Breaks tokens into lines of at most `room` pixels, at spaces. */
export function wrapped(tokens: readonly Token[], room: number): Token[][] {
  const lines: Token[][] = [[]]
  let used = 0
  for (const { text, style } of tokens)
    for (const word of text.split(/(?<= )/)) {
      const width = widthOf(word.trimEnd()) * (style === "strong" ? 1.1 : 1)
      // A comma stays with the word before it.
      if (used > 0 && used + width > room && !/^[,.;:)”]/.test(word)) {
        lines.push([])
        used = 0
      }
      const line = lines.at(-1) ?? []
      const words = used === 0 ? word.trimStart() : word
      const last = line.at(-1)
      if (last?.style === style) last.text += words
      else if (words !== "") line.push({ text: words, style })
      used += widthOf(word)
    }
  return lines
}

/** At most this many pixels: fonts differ, and text in the widest must not run over the edge. */
export function widthOf(words: string): number {
  return [...words].reduce(
    (sum, one) => sum + (/[\p{Lu}mwMW@—…]/u.test(one) ? 11.6 : /[iljtf.,:'’|! ]/.test(one) ? 5.2 : 8.8),
    0,
  )
}
