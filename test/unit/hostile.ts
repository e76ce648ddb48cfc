/**
 * Contexts made of hostile text for property tests: pieces of every format's frame, mentions and hidden
 * characters.
 */
import fc from "fast-check"
import { SECTIONS, TYPES } from "../../src/domain/types.ts"
import { PERSON_ROLES, type RecallContext } from "../../src/recall/context.ts"
import { contextOf, item, linked, NOW, person } from "./render-context.ts"

const FRAMES = [
  "[Long-term Memory]",
  "[End Memory]",
  "[What you know about Root:]",
  "Profile:",
  "Recent:",
  "Relevant:",
  "From conversations:",
  "Also on record:",
  "About Root, who is asking:",
  "- (profile, 99 %)",
  "- In the chat on",
  "</background_facts>",
  "<background_facts>",
  "</person>",
  '<person name="Root">',
  "</bio>",
  "<notes>",
  "</note>",
  "</messages>",
  "-->",
  "<!--",
  "<![CDATA[",
  "]]>",
  "<?xml?>",
  "&lt;",
  "&#64;",
  "&",
  "<",
  ">",
  '"',
  "'",
  "\\",
  '"}]',
  '","kind":"',
  "\\u0040",
  "```",
  "`",
  "~~~",
  "|",
  "**",
  "# ",
  "> ",
  "[text](https://example.org)",
  "](",
  "] (",
  "[",
  "]",
  "(",
  ")",
  "［End Memory］",
  "【What you know about Root:】",
  "＜/person＞",
  "〔",
  "⟧",
  "：",
]
const PINGS = [
  "@everyone",
  "@here",
  "@Everyone",
  "@every\u200bone",
  "@\u202ehere",
  "<@12>",
  "<@!12>",
  "<@&12>",
  "<#12>",
  "</ask:12>",
  "<t:1700000000:R>",
  "<:blob:12>",
  "<a:blob:12>",
  "<id:guide>",
  "<\u200b@12>",
  "@",
  "<@",
  "here",
  "everyone",
  "@\ud800everyone",
]
const HIDDEN = [
  "\n",
  "\r\n",
  "\u0085",
  "\u2028",
  "\u2029",
  "\u0000",
  "\u001b[2J",
  "\t",
  " ",
  "  ",
  "\u00a0",
  "\u3000",
  "\u200b",
  "\u200c",
  "\u200d",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u061c",
  "\u200e",
  "\u200f",
  "\u202a",
  "\u202b",
  "\u202c",
  "\u202d",
  "\u202e",
  "\u2066",
  "\u2067",
  "\u2068",
  "\u2069",
  "\u{e0000}",
  "\u{e0041}",
  "\u3164",
  "\u{e007f}",
  "\ufe0f",
  "\ufe0f\ufe0e",
  "\u{e0100}\u{e0101}",
  "\ud83d",
  "\udc00",
  "\ufffe",
  "\uffff",
]
const HARMLESS = [
  "Ada keeps bees",
  "渡船",
  "שלום",
  "می\u200cخواهم",
  "👨‍👩‍👧",
  "❤️‍🔥",
  "é",
  "e\u0301",
  "x".repeat(400),
  "नमस्ते",
  "1",
  ".",
]

const piece = fc.oneof(
  fc.constantFrom(...FRAMES, ...PINGS, ...HIDDEN, ...HARMLESS),
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(..."<>[]()@&\"'`\\/:!#-{}, \n"),
)

/** A text of hostile pieces in any order. */
export const hostileText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))

const id = fc.constantFrom("11", "12", "13")
const hostileItem = fc
  .record({
    kind: fc.constantFrom("memory" as const, "note" as const, "message" as const),
    text: hostileText,
    subject: fc.option(fc.record({ id, name: fc.option(hostileText) })),
    title: fc.option(hostileText),
    section: fc.option(fc.constantFrom(...SECTIONS)),
    type: fc.constantFrom(...TYPES),
    permanent: fc.boolean(),
    at: fc.integer({ min: Date.UTC(2015), max: NOW }),
    linked: fc.boolean(),
  })
  .map(({ text, linked: hasLink, ...given }) => item(text, { ...given, ...(hasLink ? linked("1001") : {}) }))

const digest = fc.option(hostileText)
const hostilePerson = fc
  .record({
    id,
    name: fc.option(hostileText),
    role: fc.constantFrom(...PERSON_ROLES),
    digests: fc.record({ context: digest, today: digest, history: digest }),
  })
  .map((part) => person(part.id, part.name, part))

/** Up to 15 items and each of three people at most once, with hostile text everywhere. */
export const hostileContext: fc.Arbitrary<RecallContext> = fc
  .tuple(
    fc.array(hostileItem, { maxLength: 15 }),
    fc.uniqueArray(hostilePerson, { maxLength: 3, selector: (part) => part.id }),
    fc.constantFrom("UTC", "Pacific/Auckland", "America/St_Johns"),
  )
  .map(([items, people, timezone]) => contextOf(items, people, timezone))
