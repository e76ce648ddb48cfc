/** What became of something told: the facts that were kept, each with a way to take it back, or why none was. Pure. */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import type { Time, Verdict } from "../../../domain/types.ts"
import type { Found } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import { button, container, divider, section, text } from "../../bot/ui/ui-kit.ts"
import { whyNotKept } from "../../bot/ui/words.ts"
import { factLines } from "../fact.ts"
import { PAGE, roomFor } from "../list.ts"

/** `mayChange`: whether the one who reads it may forget it again. */
export function keptPage(
  kept: readonly { found: Found; mayChange: boolean }[],
  now: Time,
): APIMessageTopLevelComponent {
  const entries = kept.slice(0, PAGE)
  return container(
    text("## Remembered"),
    divider(),
    ...entries.map(({ found, mayChange }) =>
      section(
        factLines(found, { now, most: roomFor(entries.length), about: true }),
        mayChange
          ? button(customId("forget", found.memory.id), "Forget", { style: "danger" })
          : button(customId("show", found.memory.id), "Open"),
      ),
    ),
  )
}

const TAKEN_IN =
  "Taken in, but there is nothing to show for it: something newer stands, or you may not read where it is kept."

/** Nothing of it can be shown: why, in the words of the verdicts. */
export function notKept(verdicts: readonly Verdict[]): string {
  const [first] = verdicts
  if (first === undefined) return "I found nothing in that to remember. One plain sentence works best."
  if (verdicts.some(({ kind }) => kind === "accepted")) return TAKEN_IN
  const reasons = [...new Set(verdicts.map(({ reason }) => whyNotKept(reason)))]
  return `Not remembered: ${reasons.join("; ")}.`
}
