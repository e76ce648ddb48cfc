/** Draws a recorded reply as an SVG, about as Discord shows it. The words are the payload's own; times stand still. */

const WIDTH = 760
const [LEFT, RIGHT] = [28, WIDTH - 28]
const LINE = 22

const STYLE = `
    text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 15px; fill: #2e3035; }
    .card { fill: #ffffff; stroke: #d5d8dd; }
    .bar { fill: #c4c9d0; }
    .rule { stroke: #d5d8dd; }
    .title { font-size: 20px; font-weight: 700; fill: #060607; }
    .head { font-size: 17px; font-weight: 600; fill: #060607; }
    .strong { font-weight: 600; fill: #060607; }
    .quiet { font-size: 13px; fill: #5c5e66; }
    .link { fill: #0055cc; }
    .code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
    .button { fill: #e3e5e8; }
    .primary { fill: #4752c4; }
    .danger { fill: #b3261e; }
    .label { font-size: 14px; text-anchor: middle; }
    .on { fill: #ffffff; }
    @media (prefers-color-scheme: dark) {
      text { fill: #dbdee1; }
      .card { fill: #313338; stroke: #45484f; }
      .bar { fill: #4e5058; }
      .rule { stroke: #45484f; }
      .title, .head, .strong { fill: #f2f3f5; }
      .quiet { fill: #b5bac1; }
      .link { fill: #4db8ff; }
      .button { fill: #4e5058; }
      .on { fill: #ffffff; }
    }`

interface Part {
  type?: number
  content?: string
  label?: string
  placeholder?: string
  style?: number
  components?: Part[]
  accessory?: Part
  accent_color?: number
}

/** Names of people and channels by id, and the moment at which the picture is taken. */
export interface Scene {
  names: Record<string, string>
  now: number
}

const [ROW, BUTTON, SECTION, SEPARATOR, CONTAINER] = [1, 2, 9, 14, 17]

/** `title` names the picture for people who do not see it. */
export function pictureOf(
  body: { content?: string; components?: Part[] },
  title: string,
  scene: Scene,
): string {
  const drawn: string[] = []
  let y = 26
  const text = (content: string, right: number) => {
    for (const line of content.split("\n")) y = drawLine(drawn, line, { y, right, scene })
  }
  const besides = ({ accessory, components = [] }: Part) => {
    const start = y
    const label = accessory?.label ?? ""
    if (accessory) drawButton(drawn, accessory, { x: RIGHT - widthOf(label) - 28, y: start - 16 })
    for (const one of components) text(one.content ?? "", RIGHT - widthOf(label) - 44)
    y = Math.max(y, start + 34) + 6
  }
  const buttons = ({ components = [] }: Part) => {
    let x = LEFT
    for (const one of components) x = drawButton(drawn, one, { x, y: y - 10 })
    y += 36
  }
  const line = () => {
    drawn.push(`<path class="rule" d="M${LEFT} ${y - 6} H${RIGHT}"/>`)
    y += 16
  }
  const visit = (part: Part): void => {
    if (part.type === CONTAINER) part.components?.forEach(visit)
    else if (part.type === SEPARATOR) line()
    else if (part.type === SECTION) besides(part)
    else if (part.type === ROW) buttons(part)
    else text(part.content ?? "", RIGHT)
  }
  if (body.content) text(body.content, RIGHT)
  for (const part of body.components ?? []) visit(part)
  const height = y + 2
  if (body.components?.some((part) => part.accent_color !== undefined))
    drawn.push(`<rect class="primary" x="1" y="10" width="4" height="${height - 20}" rx="2"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
  <style>${STYLE}
  </style>
  <rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
  ${drawn.join("\n  ")}
</svg>
`
}

/** How much wider a kind of text is than plain text. */
const WIDER: Record<string, number> = { title: 1.35, head: 1.15, quiet: 0.88 }
const KINDS: Record<string, string> = { "## ": "title", "### ": "head", "-# ": "quiet" }

/** Draws a line of markdown over as many lines as it needs. Returns where the next one begins. */
function drawLine(drawn: string[], line: string, at: { y: number; right: number; scene: Scene }): number {
  const [, mark = "", rest = ""] = /^(#{2,3} |-# |> |- )?(.*)$/s.exec(line) ?? []
  const kind = KINDS[mark] ?? ""
  const x = LEFT + (mark === "> " || mark === "- " ? 14 : 0)
  const per = WIDER[kind] ?? 1
  let { y } = at
  for (const words of wrapped(tokensOf(rest, at.scene), (at.right - x) / per)) {
    y += kind === "title" ? 6 : 0
    if (mark === "> ")
      drawn.push(`<rect class="bar" x="${LEFT}" y="${y - 14}" width="4" height="20" rx="2"/>`)
    const spans = words.map(({ text, style }) =>
      style === "" ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
    )
    const bullet = mark === "- " && y === at.y ? `<text x="${LEFT}" y="${y}">•</text>` : ""
    drawn.push(
      `${bullet}<text xml:space="preserve"${kind === "" ? "" : ` class="${kind}"`} x="${x}" y="${y}">${spans.join("")}</text>`,
    )
    y += LINE - (kind === "quiet" ? 2 : 0)
  }
  return y
}

interface Token {
  text: string
  style: string
}

/** Reads inline markdown: bold, italics, code, links, mentions and times. */
function tokensOf(line: string, scene: Scene): Token[] {
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

function timeText(at: number, format: string, now: number): string {
  if (format !== "R") return new Date(at).toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" })
  const minutes = Math.round((at - now) / 60_000)
  const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" })
  if (Math.abs(minutes) < 60) return relative.format(minutes, "minute")
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 24
    ? relative.format(hours, "hour")
    : relative.format(Math.round(hours / 24), "day")
}

/** Breaks tokens into lines of at most `room` pixels, at spaces. */
function wrapped(tokens: readonly Token[], room: number): Token[][] {
  const lines: Token[][] = [[]]
  let used = 0
  for (const { text, style } of tokens)
    for (const word of text.split(/(?<= )/)) {
      const line = lines.at(-1) ?? []
      const width = widthOf(word)
      if (used > 0 && used + width > room) {
        lines.push([{ text: word, style }])
        used = width
        continue
      }
      const last = line.at(-1)
      if (last?.style === style) last.text += word
      else line.push({ text: word, style })
      used += width
    }
  return lines
}

/** A guess in pixels: fonts differ, and nothing depends on it but where a line breaks. */
function widthOf(words: string): number {
  return [...words].reduce(
    (sum, one) => sum + (/[\p{Lu}mwMW@—…]/u.test(one) ? 10.5 : /[iljtf.,:'’|! ]/.test(one) ? 4.6 : 8),
    0,
  )
}

function drawButton(drawn: string[], part: Part, { x, y }: { x: number; y: number }): number {
  const label = part.label ?? part.placeholder ?? ""
  const width = widthOf(label) + 28
  const style = part.type === BUTTON ? ({ 1: "primary", 4: "danger" }[part.style ?? 2] ?? "button") : "button"
  drawn.push(
    `<rect class="${style}" x="${x}" y="${y}" width="${width}" height="30" rx="6"/><text class="label${style === "button" ? "" : " on"}" x="${x + width / 2}" y="${y + 20}">${escaped(label)}</text>`,
  )
  return x + width + 8
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
