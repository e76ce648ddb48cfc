/** One matter that waits for somebody's word, with both sides and what each rests on; and the form to reword it. Pure. */

import type { Evidence, Id } from "../../../domain/types.ts"
import type { Found } from "../../../memory/read/search.ts"
import { isQuotable, toSource } from "../../../recall/context.ts"
import { customId, type Form } from "../../bot/ui/command.ts"
import { laidOut, type Reply } from "../../bot/ui/reply.ts"
import { shown } from "../../bot/ui/text.ts"
import { button, container, divider, row, text, timestamp } from "../../bot/ui/ui-kit.ts"
import { factField } from "../remember/correction.ts"

/** What is decided on, and where it stands among what waits. */
export interface Matter {
  guildId: Id
  found: Found
  /** The memory that says the opposite; null: it only waits for approval. */
  other: Found | null
  /** Counted from 0. */
  place: number
  of: number
  hidden: number
  notice: string | null
}

/** Both sides together stay below Discord's 4,000 characters, however much of them has to be escaped. */
const MOST_EVIDENCE = { one: 4, both: 2 }

export function matterPage(matter: Matter): Reply {
  const { found, other, place, of, hidden, notice, guildId } = matter
  const { memory } = found
  const what = other === null ? "Waits for approval" : "Two that contradict each other"
  const head = [`## Review: ${place + 1} of ${of}`, what, ...(notice ? [notice] : []), ...hiddenLine(hidden)]
  const sides =
    other === null
      ? [text(side(found, guildId, MOST_EVIDENCE.one))]
      : [
          text(`**A** · ${side(found, guildId, MOST_EVIDENCE.both)}`),
          text(`**B** · ${side(other, guildId, MOST_EVIDENCE.both)}`),
        ]
  const press = (deed: string) =>
    customId("admin-review", deed, memory.id, String(memory.version), String(place))
  const decide =
    other === null
      ? [button(press("approve"), "Approve", { style: "success" })]
      : [
          button(press("approve"), "A is right", { style: "success" }),
          button(press("other"), "B is right", { style: "success" }),
          button(press("both"), "Both are true"),
        ]
  const reword = customId("admin-reword", memory.id, String(memory.version), String(place))
  return laidOut(
    container(
      text(head.join("\n")),
      divider(),
      ...sides,
      row(...decide),
      row(
        button(press("reject"), other === null ? "Reject" : "Reject A", { style: "danger" }),
        button(reword, other === null ? "Edit" : "Edit A"),
        button(press("next"), "Next", { disabled: of < 2 }),
      ),
    ),
  )
}

export function nothingWaits(hidden: number, notice: string | null): Reply {
  const lines = [
    "## Review",
    ...(notice ? [notice] : []),
    "Nothing waits for your word.",
    ...hiddenLine(hidden),
  ]
  return laidOut(container(text(lines.join("\n"))))
}

function hiddenLine(hidden: number): string[] {
  if (hidden === 0) return []
  return [`-# ${hidden} more ${hidden === 1 ? "waits" : "wait"} in channels that you cannot read.`]
}

function side({ memory, subjectName, evidence }: Found, guildId: Id, most: number): string {
  const about = memory.subject.scope === "user" ? shown(subjectName ?? "somebody", 40) : memory.subject.scope
  const kind = `${memory.type.replace("_", " ")} · about ${about} · ${Math.round(memory.confidence * 100)}% sure`
  return [
    `**${shown(memory.fact)}**`,
    `-# ${kind}`,
    ...evidence.slice(-most).map((one) => quoted(one, guildId)),
  ].join("\n")
}

function quoted(one: Evidence, guildId: Id): string {
  const { excerpt, authorId, saidAt, channelId } = one
  const { url } = toSource(one, guildId)
  const link = url === null ? "" : ` · [message](<${url}>)`
  const place = channelId === null ? "" : ` in <#${channelId}>`
  const words = isQuotable(excerpt) ? `> ${shown(excerpt, 140)}\n` : ""
  return `${words}-# <@${authorId}>${place} · ${timestamp(saidAt)}${link}`
}

/** Discord's forms take at most 45 characters of title. */
export function rewordForm(
  { memory }: Pick<Found, "memory">,
  { version, place }: { version: number; place: number },
): Form {
  return {
    custom_id: customId("admin-reworded", memory.id, String(version), String(place)),
    title: "Reword and approve",
    components: [factField("The fact, in third person", memory)],
  }
}
