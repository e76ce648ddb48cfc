/**
 * The page after something was told: saved facts with a button to forget them, and the statements that were not kept with
 * the reasons. Pure.
 */
import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import type { Time, Verdict } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { customId } from "../../bot/ui/command.ts"
import { notKeptReason } from "../../bot/ui/memory-texts.ts"
import { escapeText } from "../../bot/ui/text.ts"
import { button, container, divider, section, text } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"
import { fill } from "../../texts/texts.ts"
import { factLines, maxEntryLength, PAGE_SIZE, subjectLabel, twoLines } from "../fact.ts"

/** A statement of the text that was not kept, and the code for why. */
export interface LostStatement {
  fact: string
  reason: string
}

const MOST_LOST = 3
const LONGEST_LOST = 150

interface Entry {
  found: FoundMemory
  /** The reader may forget it. */
  mayChange: boolean
}

export function rememberedPage(
  kept: readonly Entry[],
  now: Time,
  {
    ended = [],
    replaced = [],
    lost = [],
    texts,
  }: {
    ended?: readonly Entry[]
    replaced?: readonly FoundMemory[] | undefined
    lost?: readonly LostStatement[] | undefined
    texts: Texts
  },
): APIMessageTopLevelComponent {
  const { remember, buttons } = texts
  const shown = kept.slice(0, PAGE_SIZE)
  const untold = lost.slice(0, MOST_LOST)
  const over = ended.slice(0, PAGE_SIZE - shown.length)
  const maxLength = maxEntryLength(shown.length + over.length + untold.length)
  return container(
    text(`## ${shown.length > 0 ? remember.remembered : remember.noLonger}`),
    divider(),
    ...shown.map(({ found, mayChange }) =>
      section(
        withReplaced(found, replaced, { now, maxLength, texts }),
        mayChange
          ? button(customId("forget", found.memory.id), buttons.forget, { style: "danger" })
          : button(customId("show", found.memory.id), buttons.open),
      ),
    ),
    ...(shown.length > 0 && over.length > 0 ? [text(`**${remember.noLonger}**`)] : []),
    ...over.map(({ found, mayChange }) =>
      section(
        twoLines(found.memory.fact, [subjectLabel(found.memory, texts)], maxLength),
        mayChange
          ? button(customId("still-so", found.memory.id), buttons.undo)
          : button(customId("show", found.memory.id), buttons.open),
      ),
    ),
    ...untold.map(({ fact, reason }) =>
      text(
        fill(remember.partNotSaved, {
          fact: escapeText(fact, LONGEST_LOST),
          reasons: notKeptReason(reason, texts),
        }),
      ),
    ),
  )
}

/** The fact, and in small print what it took the place of. */
function withReplaced(
  found: FoundMemory,
  replaced: readonly FoundMemory[],
  { now, maxLength, texts }: { now: Time; maxLength: number; texts: Texts },
): string {
  const [old] = replaced.filter(({ memory }) => memory.supersededBy === found.memory.id)
  if (!old) return factLines(found, { now, maxLength, about: true, texts })
  const fact = escapeText(old.memory.fact, Math.floor(maxLength / 3))
  const instead = `\n-# ${fill(texts.remember.insteadOf, { fact })}`
  return `${factLines(found, { now, maxLength: maxLength - instead.length, about: true, texts })}${instead}`
}

/** Explains why nothing can be shown, from the verdicts. `nothing`: the text if there are none. */
export function notKeptText(
  verdicts: readonly Verdict[],
  texts: Texts,
  nothing = texts.remember.nothing,
): string {
  const [first] = verdicts
  if (first === undefined) return nothing
  if (verdicts.some(({ kind }) => kind === "accepted")) return texts.remember.unseen
  const reasons = [...new Set(verdicts.map(({ reason }) => notKeptReason(reason, texts)))]
  return fill(texts.remember.notSaved, { reasons: reasons.join("; ") })
}
