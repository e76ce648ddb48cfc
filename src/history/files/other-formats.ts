/** Names files that hold no history that can be read, and says which export to make in their place. Pure. */

const AS_JSON = "Export the channel again with the format set to JSON."
const WITH_EXPORTER = "Export the channel with DiscordChatExporter, with the format set to JSON."
const UNPACK = "Unpack it, and give the folder or a zip of it."
const ONLY_DISCORD = "Only history from Discord can be imported"
const FROM_DISCORD = `${ONLY_DISCORD}: a DiscordChatExporter export in JSON, or the data package that Discord sends.`

interface OtherFormat {
  /** Its file name. */
  named?: RegExp
  /** How the file begins, after spaces. */
  begins?: RegExp
  /** Text within the first few thousand characters. */
  holds?: RegExp
  what: string
  instead: string
}

/** The first that fits. */
const OTHERS: OtherFormat[] = [
  {
    begins: /^(?:\ufffd\ufffd)?(?:[[{]\0|\0[[{])/,
    what: "in UTF-16",
    instead: "Save it in UTF-8, and choose it again.",
  },
  {
    begins: /^\{\s*"format":\s*"keepsake-guild"/,
    what: "Keepsake's export of a server",
    instead: "Write it back on the page Export and import, or with npm run import.",
  },
  {
    begins: /^\{\s*"format":\s*"keepsake-export"/,
    what: "one person's own export from Keepsake",
    instead: "It is for them to keep, and cannot be imported.",
  },
  {
    begins: /^\{\s*"format":\s*"keepsake-backup"/,
    what: "a file of a backup",
    instead: "Write it back with npm run restore.",
  },
  {
    begins: /^<(?:!doctype|html)/i,
    holds: /tgme_|telegram|class="page_wrap"/i,
    what: "a Telegram export in HTML",
    instead: FROM_DISCORD,
  },
  {
    begins: /^<(?:!doctype|html)/i,
    holds: /chatlog|preamble__|discord/i,
    what: "a DiscordChatExporter export in HTML",
    instead: AS_JSON,
  },
  { begins: /^<(?:!doctype|html)/i, what: "a web page", instead: "" },
  {
    begins: /^={20,}\s*\nGuild: /,
    what: "a DiscordChatExporter export in plain text",
    instead: AS_JSON,
  },
  {
    begins: /^"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?/,
    what: "a DiscordChatExporter export in CSV",
    instead: AS_JSON,
  },
  {
    begins: /^"?ID"?,"?Timestamp"?,"?Contents"?,"?Attachments"?/,
    what: "one channel of a Discord data package",
    instead: "Give the whole package, as the zip that Discord sent or as its folder.",
  },
  {
    begins: /^\{/,
    holds:
      /"date_unixtime"\s*:|"type"\s*:\s*"(?:private_|public_)?(?:super)?group"|"about"\s*:\s*"[^"]*Telegram/,
    what: "a Telegram export",
    instead: FROM_DISCORD,
  },
  {
    begins: /^[[{]/,
    holds: /"client_msg_id"\s*:|"team"\s*:\s*"T[A-Z0-9]{6,}"|"ts"\s*:\s*"\d{10}\.\d{6}"/,
    what: "a Slack export",
    instead: FROM_DISCORD,
  },
  {
    begins:
      /^\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?m\.?)?\]?(?: -)? /iu,
    what: "a WhatsApp chat",
    instead: FROM_DISCORD,
  },
  { begins: /^Rar!/, what: "a RAR archive", instead: UNPACK },
  {
    begins: /^7z\u00bc|^7z\ufffd/,
    what: "a 7z archive",
    instead: UNPACK,
  },
  { begins: /^\ufffdPNG\r?\n|^\ufffd\ufffd\ufffd|^GIF8/, what: "a picture", instead: "" },
  { begins: /^%PDF-/, what: "a PDF document", instead: "" },
  {
    begins: new RegExp(`^${String.fromCharCode(0x1f)}\ufffd${String.fromCharCode(8)}`, "u"),
    what: "a gzip archive",
    instead: UNPACK,
  },
  { begins: /^[[{]/, what: "JSON, but no DiscordChatExporter export", instead: WITH_EXPORTER },
  { named: /\.zip$/i, what: "a damaged zip, or no zip at all", instead: "Download or pack it again." },
  { named: /\.csv$/i, begins: /^[^\n]*[,;\t]/, what: "a table in CSV", instead: WITH_EXPORTER },
]

const EXPECTED =
  "Expected a DiscordChatExporter JSON export, a zip or folder of them, or the data package that Discord sends."

const PACKAGE = "Choose your data package: the zip that Discord sent you."
/** Advice of refusals as the pages give it: for exports of channels, and for a person's own data package. */
const ON_PAGES = [
  [EXPECTED, { channels: "Expected a DiscordChatExporter JSON export, or a zip of them.", own: PACKAGE }],
  [WITH_EXPORTER, { channels: WITH_EXPORTER, own: PACKAGE }],
  [AS_JSON, { channels: AS_JSON, own: PACKAGE }],
  [
    FROM_DISCORD,
    {
      channels: `${ONLY_DISCORD}: a DiscordChatExporter export in JSON, or a zip of several.`,
      own: `${ONLY_DISCORD}. ${PACKAGE}`,
    },
  ],
  [UNPACK, { channels: "Unpack it, and give a zip of it.", own: PACKAGE }],
] as const

/** Puts the advice of a refusal into the terms of the form that the file came from. */
export function refusalOnPage(message: string, form: "channels" | "own"): string {
  return ON_PAGES.reduce((text, [advice, onPage]) => text.replaceAll(advice, onPage[form]), message)
}

/** How an export begins. */
const EXPORT_BEGINS = /^\{\s*"guild"\s*:\s*\{/

/**
 * Says what a file is that cannot be imported, and what to do. `head` is how it begins. `isBroken`: it is no whole JSON.
 */
export function refusalOf(name: string, head: string, isBroken = false): string {
  const text = head.trimStart()
  if (isBroken && EXPORT_BEGINS.test(text))
    return `${name} is an export that is cut short or damaged before its first message. ${AS_JSON}`
  const found = OTHERS.find(
    ({ named, begins, holds }) =>
      (named?.test(name) ?? true) && (begins?.test(text) ?? true) && (holds?.test(text) ?? true),
  )
  if (text === "") return `${name} is empty. ${EXPECTED}`
  if (found === undefined) return `${name} is not a chat export. ${EXPECTED}`
  return `${name} is ${found.what}. ${found.instead || EXPECTED}`
}

/** Says what a zip or folder is that holds no history. `names` are its files. */
export function refusalOfFolder(name: string, names: readonly string[]): string {
  const has = (pattern: RegExp) => names.some((one) => pattern.test(one))
  if (isSlack(names)) return `${name} is a Slack export. ${FROM_DISCORD}`
  if (has(/(?:^|\/)_chat\.txt$/) || has(/WhatsApp Chat/i))
    return `${name} is a WhatsApp chat. ${FROM_DISCORD}`
  if (has(/(?:^|\/)result\.json$/) || has(/(?:^|\/)messages\d*\.html$/))
    return `${name} is a Telegram export. ${FROM_DISCORD}`
  if (has(/\.html?$/i)) return `${name} holds exports in HTML. ${AS_JSON}`
  if (has(/\.csv$/i) || has(/\.txt$/i)) return `${name} holds exports in CSV or plain text. ${AS_JSON}`
  return `${name} holds no chat export. ${EXPECTED}`
}

/** Files that an archiver or a system adds and nobody misses. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\.|thumbs\.db$|desktop\.ini$)/i
const EXPORTS_AS_TEXT = /\.(?:html?|csv|txt)$/i
const NAMED = 5

/** Says which files beside the exports of a zip or folder are left out, and why. `names` are theirs. */
export function leftOutBeside(names: readonly string[]): string[] {
  const rest = names.filter((name) => !CLUTTER.test(name))
  const texts = rest.filter((name) => EXPORTS_AS_TEXT.test(name))
  const others = rest.filter((name) => !EXPORTS_AS_TEXT.test(name))
  return [
    ...(texts.length > 0
      ? [
          `left out: ${named(texts)}: only exports in JSON can be read. Export a channel again with the format set to JSON.`,
        ]
      : []),
    ...(others.length > 0
      ? [
          `left out: ${others.length} ${others.length === 1 ? "file" : "files"} that is no export, such as an attachment: ${named(others)}`,
        ]
      : []),
  ]
}

function named(names: readonly string[]): string {
  const more = names.length - NAMED
  return [...names.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(", ")
}

/** Slack's exports are folders of JSON, too. */
export function isSlack(names: readonly string[]): boolean {
  return (
    names.some((name) => /(?:^|\/)channels\.json$/.test(name)) &&
    names.some((name) => /\/\d{4}-\d{2}-\d{2}\.json$/.test(name))
  )
}
