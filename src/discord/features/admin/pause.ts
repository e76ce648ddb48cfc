/** Stops and resumes the writing of memory. */
import type { Entered } from "../../../runtime/enter.ts"
import { type Asked, customId } from "../../bot/ui/command.ts"
import { laidOut, type Reply } from "../../bot/ui/reply.ts"
import { button, container, row, text } from "../../bot/ui/ui-kit.ts"
import { setting } from "./managing.ts"

export async function setPaused(asked: Asked, read_only: boolean): Promise<Reply> {
  const entered = await setting(asked, (settings) => ({ ...settings, read_only }), { read_only })
  return pausePage(entered)
}

/** Says what it means: listening goes on, and what is deleted goes all the same. */
function pausePage({ guild }: Entered): Reply {
  const paused = guild.settings.read_only
  const said = paused
    ? [
        "## ⏸️ Paused",
        "Nothing new is remembered. What is known stays, and questions are answered from it.",
        "Messages are still heard and found for as long as they are kept; talks that end meanwhile are **not** made up for later. To have a channel not heard at all, switch it off with `/keepsake channel`.",
        "Deleting, forgetting and erasing work as always.",
      ]
    : ["## ▶️ Remembering", "From now on talks become memory again, as the policy allows."]
  return laidOut(
    container(
      text(said.join("\n")),
      row(button(customId("admin-pause", String(!paused)), paused ? "Resume" : "Pause")),
    ),
  )
}
