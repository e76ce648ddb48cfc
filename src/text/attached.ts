/**
 * Lists the parts of a Discord message beside its own text: files, stickers, a poll, previews of links, and forwarded
 * words. Pure.
 */
import { truncate } from "./truncate.ts"

interface Attached {
  attachments: readonly { filename: string }[]
  sticker_items: readonly { name: string }[]
  embeds: readonly { title: string }[]
}

interface Attachable extends Attached {
  message_snapshots: readonly { message: Attached & { content: string } }[]
  poll?:
    | { question: { text: string }; answers: readonly { poll_media: { text: string } }[] }
    | null
    | undefined
}

/** The longest forwarded text or poll that is kept. Discord allows 4,000 characters. */
const LONGEST = 1_000
const LONGEST_TITLE = 200
const MOST_LINKS = 3

/** Returns the names of files, and labeled texts of everything else (`Message.attachments`). */
export function attachedTo(message: Attachable): string[] {
  const { message_snapshots, poll } = message
  return [
    ...partsOf(message),
    ...(poll ? [pollText(poll)] : []),
    ...message_snapshots.flatMap(({ message: forwarded }) => forwardedText(forwarded)),
  ]
}

function partsOf({ attachments, sticker_items, embeds }: Attached): string[] {
  const titles = embeds.slice(0, MOST_LINKS).map(({ title }) => oneLine(title, LONGEST_TITLE))
  return [
    ...attachments.map(({ filename }) => filename),
    ...sticker_items.map(({ name }) => `sticker: ${oneLine(name, LONGEST_TITLE)}`),
    ...titles.filter((title) => title !== "").map((title) => `link: ${title}`),
  ]
}

function pollText({ question, answers }: NonNullable<Attachable["poll"]>): string {
  const options = answers.map(({ poll_media }) => poll_media.text).join(" / ")
  return `poll: ${oneLine(`${question.text} (${options})`, LONGEST)}`
}

/** Quotation marks and the label keep forwarded words from reading as the forwarder's own. */
function forwardedText(message: Attached & { content: string }): string[] {
  const words = oneLine(
    [message.content, ...partsOf(message)].filter((part) => part !== "").join(" · "),
    LONGEST,
  )
  return words === "" ? [] : [`forwarded: “${words}”`]
}

function oneLine(words: string, most: number): string {
  return truncate(words.toWellFormed().replace(/\s+/g, " ").trim(), most)
}
