/** Everything held about the one who asks as one JSON file, for their eyes alone. */
import { ComponentType } from "discord-api-types/v10"
import { exportPerson } from "../../../runtime/channels.ts"
import { componentsReply, type InteractionContext, type Reply } from "../../bot/ui/command.ts"
import { text } from "../../bot/ui/ui-kit.ts"
import { loadOwnPrivacy, selfActor } from "./own-privacy.ts"

/** Discord takes files of 10 MB; some is left for the rest of the request. */
const MOST_BYTES = 9 * 1024 * 1024
const NAME = "keepsake-export.json"

export async function exportCommand(asked: InteractionContext): Promise<Reply> {
  const { entered, viewer } = await loadOwnPrivacy(asked)
  const pieces = await exportPerson(asked.ground.env, entered, {
    viewer,
    userId: asked.asker.id,
    by: selfActor(asked),
  })
  const document = await collectText(pieces, MOST_BYTES)
  if (document === null)
    return componentsReply(
      text(
        "What is held about you is more than Discord takes as one file. Ask the people who run this server for it: they can hand it out whole.",
      ),
    )
  return {
    kind: "laid_out",
    components: [
      text(
        "## Your data\nThis file holds what you said here, what is known of you, and of others what you can read. That it was made is written down in the server's audit log.",
      ),
      { type: ComponentType.File, file: { url: `attachment://${NAME}` } },
    ],
    files: [{ name: NAME, contentType: "application/json", data: document }],
  }
}

/** The whole text; null as soon as it is longer than that. */
export async function collectText(
  pieces: AsyncGenerator<string, unknown>,
  most: number,
): Promise<string | null> {
  const utf8 = new TextEncoder()
  const parts: string[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += utf8.encode(piece).byteLength
    if (bytes > most) return null
    parts.push(piece)
  }
  return parts.join("")
}
