/** Draws a recorded reply as an SVG, about as Discord shows it. The words are the payload's own; times stand still. */
import { type Scene, tokensOf, widthOf, wrapped } from "./picture-words.ts"

const WIDTH = 700
/** The frame of a page, to the right of the bot's picture. */
const FRAME = { left: 64, right: WIDTH - 20 }
const PADDING = 16
const GAP = 8
const THUMBNAIL = 72

const STYLE = `
    text { font-family: "gg sans", "Noto Sans", "Helvetica Neue", Helvetica, Arial, sans-serif; font-size: 15px; fill: #2e3035; }
    .card { fill: #ffffff; stroke: #d5d8dd; }
    .frame { fill: #f7f7f8; stroke: #d5d8dd; }
    .bar { fill: #c4c9d0; }
    .rule { stroke: #d5d8dd; }
    .title { font-size: 19px; font-weight: 700; fill: #060607; }
    .head { font-size: 16px; font-weight: 700; fill: #060607; }
    .strong { font-weight: 700; fill: #060607; }
    .quiet { font-size: 13px; fill: #5c5e66; }
    .link { fill: #0055cc; }
    .code { font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 13px; }
    .button { fill: #e3e5e8; }
    .primary { fill: #4752c4; }
    .danger { fill: #b3261e; }
    .thread { fill: none; stroke: #b5bac1; stroke-width: 2; }
    .asker { fill: #3a7d44; }
    .picture { fill: #8a94d6; }
    .figure { fill: #ffffff; }
    .label { font-size: 14px; font-weight: 500; text-anchor: middle; }
    .tag { font-size: 10px; font-weight: 700; text-anchor: middle; }
    .on { fill: #ffffff; }
    @media (prefers-color-scheme: dark) {
      text { fill: #dbdee1; }
      .card { fill: #313338; stroke: #45484f; }
      .frame { fill: #2b2d31; stroke: #45484f; }
      .bar { fill: #4e5058; }
      .rule { stroke: #45484f; }
      .title, .head, .strong { fill: #f2f3f5; }
      .quiet { fill: #b5bac1; }
      .link { fill: #4db8ff; }
      .button { fill: #4e5058; }
      .thread { stroke: #5c5f66; }
      .on, .figure { fill: #ffffff; }
    }`

interface Part {
  type?: number
  content?: string
  label?: string
  placeholder?: string
  style?: number
  media?: { url: string }
  components?: Part[]
  accessory?: Part
}

const [ROW, BUTTON, SECTION, THUMBNAIL_TYPE, SEPARATOR, CONTAINER] = [1, 2, 9, 11, 14, 17]

/** `title` names the picture for people who do not see it. */
export function pictureOf(
  body: { content?: string; components?: Part[] },
  title: string,
  scene: Scene,
): string {
  const page = new Page(scene)
  const drawn = [
    ...(scene.used ? [page.used(scene.used)] : []),
    page.sender(),
    ...(body.content ? [page.part({ content: body.content })] : []),
    ...(body.components ?? []).map((part) => page.part(part)),
    ...(scene.used ? [] : [page.part({ content: "-# Only you can see this" })]),
  ]
  const height = page.y + 6
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
  <style>${STYLE}
  </style>
  <rect class="card" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="10"/>
  ${drawn.join("\n  ")}
</svg>
`
}

/** Draws from top to bottom. `y` is the upper edge of what comes next. */
class Page {
  y = 14
  #left = FRAME.left
  #right = FRAME.right
  readonly #scene: Scene

  constructor(scene: Scene) {
    this.#scene = scene
  }

  /** The line above an answer that everybody sees. */
  used({ by, command }: NonNullable<Scene["used"]>): string {
    const base = this.y + 14
    this.y += 26
    return `<path class="thread" d="M36 ${base + 10} V${base + 2} Q36 ${base - 5} 43 ${base - 5} H60"/><circle class="asker" cx="74" cy="${base - 5}" r="9"/><text class="tag on" x="74" y="${base - 1.5}">${escaped(by.charAt(0))}</text><text class="quiet" x="90" y="${base}"><tspan class="strong">${escaped(by)}</tspan> used <tspan class="link">/${command}</tspan></text>`
  }

  /** The bot's picture and name. */
  sender(): string {
    const top = this.y
    this.y += 30
    return `<circle class="primary" cx="36" cy="${top + 22}" r="20"/><text class="head on" x="36" y="${top + 28}" text-anchor="middle">K</text>
  <text class="strong" x="64" y="${top + 16}">Keepsake</text><rect class="primary" x="152" y="${top + 3}" width="34" height="17" rx="4"/><text class="tag on" x="169" y="${top + 15.5}">APP</text>`
  }

  /** Draws a component with all that is in it. */
  part(part: Part): string {
    const { type, components = [] } = part
    const drawn =
      type === CONTAINER
        ? this.#frame(components)
        : type === SEPARATOR
          ? this.#rule()
          : type === SECTION
            ? this.#section(part)
            : type === ROW
              ? this.#row(components)
              : this.#text(part.content ?? "", this.#right)
    this.y += GAP
    return drawn
  }

  #frame(components: readonly Part[]): string {
    const top = this.y
    const { left, right } = FRAME
    ;[this.#left, this.#right] = [left + PADDING + 4, right - PADDING]
    this.y += PADDING
    const inner = components.map((one) => this.part(one))
    this.y += PADDING - GAP
    ;[this.#left, this.#right] = [left, right]
    const height = this.y - top
    const edge = `<rect class="frame" x="${left + 0.5}" y="${top + 0.5}" width="${right - left - 1}" height="${height - 1}" rx="8"/>`
    // The bar follows the frame's rounded corners.
    const bar = `<path class="primary" d="M${left + 4} ${top} V${top + height} A8 8 0 0 1 ${left} ${top + height - 8} V${top + 8} A8 8 0 0 1 ${left + 4} ${top} Z"/>`
    return [edge, bar, ...inner].join("\n  ")
  }

  #rule(): string {
    this.y += 5
    return `<path class="rule" d="M${this.#left} ${this.y - 0.5} H${this.#right}"/>`
  }

  /** Text with a button or a picture at its right. */
  #section({ components = [], accessory = {} }: Part): string {
    const top = this.y
    const isPicture = accessory.type === THUMBNAIL_TYPE
    const width = isPicture ? THUMBNAIL : buttonWidth(accessory)
    const x = this.#right - width
    const words = components.map(({ content = "" }) => this.#text(content, x - 16))
    this.y = Math.max(this.y, top + (isPicture ? THUMBNAIL : 32))
    return [
      ...words,
      isPicture ? drawPicture(accessory, { x, y: top }) : drawButton(accessory, { x, y: top }),
    ].join("\n  ")
  }

  #row(components: readonly Part[]): string {
    let x = this.#left
    const drawn = components.map((one) => {
      const at = { x, y: this.y }
      x += buttonWidth(one) + 8
      return drawButton(one, at)
    })
    this.y += 32
    return drawn.join("\n  ")
  }

  #text(content: string, right: number): string {
    return content
      .split("\n")
      .map((line) => this.#line(line, right))
      .join("\n  ")
  }

  /** Draws a line of markdown over as many lines as it needs. */
  #line(line: string, right: number): string {
    const [, mark = "", rest = ""] = /^(#{2,3} |-# |> |- )?(.*)$/s.exec(line) ?? []
    const { name, height, per } = KINDS[mark] ?? PLAIN
    const x = this.#left + (mark === "> " || mark === "- " ? 16 : 0)
    const lines = wrapped(tokensOf(rest, this.#scene), (right - x) / per)
    return lines
      .map((words, nth) => {
        const base = this.y + height - 6
        const spans = words.map(({ text, style }) =>
          style === "" ? escaped(text) : `<tspan class="${style}">${escaped(text)}</tspan>`,
        )
        const before =
          mark === "> "
            ? `<rect class="bar" x="${this.#left}" y="${this.y}" width="4" height="${height}" rx="2"/>`
            : mark === "- " && nth === 0
              ? `<text x="${this.#left + 2}" y="${base}">•</text>`
              : ""
        this.y += height
        return `${before}<text xml:space="preserve"${name === "" ? "" : ` class="${name}"`} x="${x}" y="${base}">${spans.join("")}</text>`
      })
      .join("\n  ")
  }
}

/** Kinds of lines: the height of one in pixels, and how much wider its text is than plain text. */
const PLAIN = { name: "", height: 22, per: 1 }
const KINDS: Record<string, typeof PLAIN> = {
  "## ": { name: "title", height: 28, per: 1.45 },
  "### ": { name: "head", height: 25, per: 1.2 },
  "-# ": { name: "quiet", height: 20, per: 0.88 },
}

function buttonWidth({ label, placeholder = "" }: Part): number {
  return Math.round(widthOf(label ?? placeholder) * 0.9) + 30
}

function drawButton(part: Part, { x, y }: { x: number; y: number }): string {
  const width = buttonWidth(part)
  const style = part.type === BUTTON ? ({ 1: "primary", 4: "danger" }[part.style ?? 2] ?? "button") : "button"
  return `<rect class="${style}" x="${x}" y="${y}" width="${width}" height="32" rx="8"/><text class="label${style === "button" ? "" : " on"}" x="${x + width / 2}" y="${y + 21}">${escaped(part.label ?? part.placeholder ?? "")}</text>`
}

/** A stand-in: a person's outline, or a house for a server. */
function drawPicture({ media }: Part, { x, y }: { x: number; y: number }): string {
  const middle = x + THUMBNAIL / 2
  const figure = media?.url.includes("/avatars/")
    ? `<circle class="figure" cx="${middle}" cy="${y + 28}" r="12"/><path class="figure" d="M${middle - 22} ${y + THUMBNAIL} a22 24 0 0 1 44 0 Z"/>`
    : `<path class="figure" d="M${middle - 20} ${y + 36} L${middle} ${y + 17} L${middle + 20} ${y + 36} H${middle + 15} V${y + 54} H${middle - 15} V${y + 36} Z"/>`
  return `<rect class="picture" x="${x}" y="${y}" width="${THUMBNAIL}" height="${THUMBNAIL}" rx="8"/>${figure}`
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
}
