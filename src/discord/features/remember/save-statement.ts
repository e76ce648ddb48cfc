/** What people tell to be remembered, or point at: kept through the same gate as all else, and shown as it was kept. A telling that was taken in before is not taken in again. */

import type { APIMessageTopLevelComponent } from "discord-api-types/v10"
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Time, Verdict } from "../../../domain/types.ts"
import { type DirectStatement, saveDirectStatement } from "../../../extraction/direct-statement.ts"
import { listMemories, personFilter } from "../../../memory/read/manage.ts"
import { insertMember } from "../../../memory/read/members.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { writingTools } from "../../../runtime/models.ts"
import {
  componentsReply,
  customId,
  type InteractionContext,
  type Reply,
  textReply,
} from "../../bot/ui/command.ts"
import { type GuildReader, guildReader, mayChange } from "../../bot/ui/guild-reader.ts"
import { notKeptReason } from "../../bot/ui/memory-texts.ts"
import { button, container, divider, section, text } from "../../bot/ui/ui-kit.ts"
import { factLines, maxEntryLength, PAGE_SIZE } from "../fact.ts"

/** What was just told is among the latest. */
const LATEST = 20

const OF_ONESELF = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself)\b/i

/** Words of whoever says them: of somebody else they would tell the wrong thing. */
export function isFirstPerson(text: string): boolean {
  return OF_ONESELF.test(text)
}

/** `isOf`: which evidence is this telling's own. */
export async function saveStatement(
  asked: InteractionContext,
  telling: Omit<DirectStatement, "guildId" | "channelId">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  const { guildId, channelId } = asked
  const desk = await guildReader(asked)
  const before = await findSaved(desk, telling, isOf)
  if (before.length > 0) return savedReply(asked, before)
  const verdicts = await extractAndSave(asked, desk, { ...telling, guildId, channelId })
  const kept = await findSaved(desk, telling, isOf)
  return kept.length > 0 ? savedReply(asked, kept) : textReply(notKeptText(verdicts))
}

async function extractAndSave(
  { ground, guildId }: InteractionContext,
  { entered }: GuildReader,
  telling: DirectStatement,
): Promise<Verdict[]> {
  const verdicts = await saveDirectStatement(entered.db, telling, writingTools(ground))
  if (!Array.isArray(verdicts)) throw new Refused(verdicts)
  // Only now: what is refused makes nobody known.
  await insertMember(entered.db, guildId, telling.about, telling.at)
  followWrites(ground, guildId)
  return verdicts
}

/** What rests on this telling, as its viewer may read it. */
async function findSaved(
  { entered, viewer }: GuildReader,
  { about }: Pick<DirectStatement, "about">,
  isOf: (evidence: Evidence) => boolean,
): Promise<FoundMemory[]> {
  const latest = await listMemories(entered.db, viewer, personFilter(about.id), {
    after: null,
    limit: LATEST,
  })
  return latest.filter(({ evidence }) => evidence.some(isOf))
}

function savedReply({ asker }: InteractionContext, kept: readonly FoundMemory[]): Reply {
  const entries = kept.map((found) => ({ found, mayChange: mayChange(asker, found) }))
  return componentsReply(rememberedPage(entries, Date.now()))
}

// What became of something told: the facts that were kept, each with a way to take it back, or why none was. Pure.

/** `mayChange`: whether the one who reads it may forget it again. */
export function rememberedPage(
  kept: readonly { found: FoundMemory; mayChange: boolean }[],
  now: Time,
): APIMessageTopLevelComponent {
  const entries = kept.slice(0, PAGE_SIZE)
  return container(
    text("## Remembered"),
    divider(),
    ...entries.map(({ found, mayChange }) =>
      section(
        factLines(found, { now, most: maxEntryLength(entries.length), about: true }),
        mayChange
          ? button(customId("forget", found.memory.id), "Forget", { style: "danger" })
          : button(customId("show", found.memory.id), "Open"),
      ),
    ),
  )
}

const SAVED_UNSEEN =
  "Taken in, but there is nothing to show for it: something newer stands, or you may not read where it is kept."

/** Nothing of it can be shown: why, in the words of the verdicts. */
export function notKeptText(verdicts: readonly Verdict[]): string {
  const [first] = verdicts
  if (first === undefined) return "I found nothing in that to remember. One plain sentence works best."
  if (verdicts.some(({ kind }) => kind === "accepted")) return SAVED_UNSEEN
  const reasons = [...new Set(verdicts.map(({ reason }) => notKeptReason(reason)))]
  return `Not remembered: ${reasons.join("; ")}.`
}
