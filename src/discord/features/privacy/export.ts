/** Exports everything held about the asker as one JSON file that only they see. */
import { ComponentType } from "discord-api-types/v10"
import { exportPerson } from "../../../runtime/channels.ts"
import { componentsReply, type InteractionContext, type Reply, textsFor } from "../../bot/ui/command.ts"
import { text } from "../../bot/ui/ui-kit.ts"
import { loadOwnPrivacy, selfActor } from "./own-privacy.ts"

/** Discord accepts files of 10 MB; the rest is left for the request itself. */
const MOST_BYTES = 9 * 1024 * 1024
const NAME = "keepsake-export.json"

export async function exportCommand(context: InteractionContext): Promise<Reply> {
  const { privacy } = textsFor(context)
  const { entered, viewer } = await loadOwnPrivacy(context)
  const pieces = await exportPerson(context.runtime.env, entered, {
    viewer,
    userId: context.asker.id,
    by: selfActor(context),
  })
  const document = await collectText(pieces, MOST_BYTES)
  if (document === null) return componentsReply(text(privacy.tooLarge))
  return {
    kind: "laid_out",
    components: [
      text(`## ${privacy.exportTitle}\n${privacy.exported}`),
      { type: ComponentType.File, file: { url: `attachment://${NAME}` } },
    ],
    files: [{ name: NAME, contentType: "application/json", data: document }],
  }
}

/** Returns the whole text, or `null` as soon as it exceeds `maxLength` bytes. @internal */
export async function collectText(
  pieces: AsyncGenerator<string, unknown>,
  maxLength: number,
): Promise<string | null> {
  const utf8 = new TextEncoder()
  const parts: string[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += utf8.encode(piece).byteLength
    if (bytes > maxLength) return null
    parts.push(piece)
  }
  return parts.join("")
}
