/** Words a Context in the format asked for. Pure. Whatever the text in it, it cannot leave the place it stands in, and it pings nobody. */
import type { Context } from "../context.ts"
import { renderBlock } from "./block.ts"
import { renderJson } from "./json.ts"
import { renderNarrative } from "./narrative.ts"
import { renderTagged } from "./tagged.ts"
import { renderXml } from "./xml.ts"

export const FORMATS = ["json", "xml", "block", "tagged", "narrative"] as const
export type Format = (typeof FORMATS)[number]

export { ago } from "./dates.ts"

const RENDERERS: Record<Format, (context: Context) => string> = {
  json: renderJson,
  xml: renderXml,
  block: renderBlock,
  tagged: renderTagged,
  narrative: renderNarrative,
}

/** The text of a context; empty where it holds nothing. */
export function render(context: Context, format: Format): string {
  return RENDERERS[format](context)
}
