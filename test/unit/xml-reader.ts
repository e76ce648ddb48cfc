/**
 * A strict reader of the rendered XML: elements, attributes, text, comments and the predefined entities.
 * Anything else throws.
 */

export interface Element {
  name: string
  attributes: Record<string, string>
  children: (Element | string)[]
}

const TOKEN =
  /<!--(?<comment>(?:(?!--)[\s\S])*)-->|<\/(?<close>[a-z_]+)>|<(?<open>[a-z_]+)(?<attributes>(?: [a-z_]+="[^"<]*")*)>|(?<text>[^<]+)/gy
/** The characters that XML 1.0 calls Char. */
const CHARS = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

/** Parses a fragment under one root. */
export function readXml(fragment: string): Element {
  if (!CHARS.test(fragment)) throw new Error("a character that XML does not allow")
  const root: Element = { name: "root", attributes: {}, children: [] }
  const open: Element[] = [root]
  let at = 0
  for (const token of fragment.matchAll(TOKEN)) {
    at = token.index + token[0].length
    take(token.groups ?? {}, open)
  }
  if (at !== fragment.length) throw new Error(`not XML at ${fragment.slice(at, at + 20)}`)
  if (open.length !== 1) throw new Error(`<${open.at(-1)?.name}> is not closed`)
  return root
}

function take(token: Record<string, string | undefined>, open: Element[]): void {
  const parent = open.at(-1)
  if (!parent) throw new Error("nothing is open")
  if (token.open !== undefined) {
    const element = { name: token.open, attributes: attributesOf(token.attributes ?? ""), children: [] }
    parent.children.push(element)
    open.push(element)
  } else if (token.close !== undefined) {
    if (open.length === 1 || open.pop()?.name !== token.close)
      throw new Error(`</${token.close}> closes nothing`)
  } else if (token.text !== undefined) parent.children.push(unescaped(token.text))
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([a-z_]+)="([^"]*)"/g)].map(([, name, value]) => [
    name,
    unescaped(value ?? ""),
  ])
  return Object.fromEntries(pairs)
}

function unescaped(text: string): string {
  return text.replace(/&([^;&]*);?/g, (whole, name: string) => {
    const char = ENTITIES[name]
    if (char === undefined || !whole.endsWith(";")) throw new Error(`${whole} is no entity`)
    return char
  })
}

/** Returns every descendant element, in document order. */
export function elementsOf(element: Element): Element[] {
  return element.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...elementsOf(child)]))
}

/** Returns the text of all descendants, without their elements. */
export function textOf(element: Element): string {
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("")
}
