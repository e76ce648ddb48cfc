/** What people tell to be remembered, or point at: kept through the same gate as all else, and shown as it was kept. A telling that was taken in before is not taken in again. */
import { Refused } from "../../../domain/errors.ts"
import type { Evidence, Verdict } from "../../../domain/types.ts"
import { remember, type Telling } from "../../../extraction/told.ts"
import { aboutPerson, listMemories } from "../../../memory/read/manage.ts"
import { meetMember } from "../../../memory/read/members.ts"
import type { Found } from "../../../memory/read/search.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { writingTools } from "../../../runtime/writing.ts"
import type { Asked } from "../../bot/ui/command.ts"
import { type Desk, deskOf } from "../../bot/ui/reading.ts"
import { laidOut, type Reply, said } from "../../bot/ui/reply.ts"
import { mayChange } from "../../bot/ui/rights.ts"
import { keptPage, notKept } from "./kept.ts"

/** What was just told is among the latest. */
const LATEST = 20

const OF_ONESELF = /\b(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself)\b/i

/** Words of whoever says them: of somebody else they would tell the wrong thing. */
export function speaksOfOneself(text: string): boolean {
  return OF_ONESELF.test(text)
}

/** `isOf`: which evidence is this telling's own. */
export async function take(
  asked: Asked,
  telling: Omit<Telling, "guildId" | "channelId">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Reply> {
  const { guildId, channelId } = asked
  const desk = await deskOf(asked)
  const before = await keptOf(desk, telling, isOf)
  if (before.length > 0) return shown(asked, before)
  const verdicts = await tell(asked, desk, { ...telling, guildId, channelId })
  const kept = await keptOf(desk, telling, isOf)
  return kept.length > 0 ? shown(asked, kept) : said(notKept(verdicts))
}

async function tell({ ground, guildId }: Asked, { entered }: Desk, telling: Telling): Promise<Verdict[]> {
  const verdicts = await remember(entered.db, telling, writingTools(ground))
  if (!Array.isArray(verdicts)) throw new Refused(verdicts)
  // Only now: what is refused makes nobody known.
  await meetMember(entered.db, guildId, telling.about, telling.at)
  followWrites(ground, guildId)
  return verdicts
}

/** What rests on this telling, as its viewer may read it. */
async function keptOf(
  { entered, viewer }: Desk,
  { about }: Pick<Telling, "about">,
  isOf: (evidence: Evidence) => boolean,
): Promise<Found[]> {
  const latest = await listMemories(entered.db, viewer, aboutPerson(about.id), { after: null, limit: LATEST })
  return latest.filter(({ evidence }) => evidence.some(isOf))
}

function shown({ asker }: Asked, kept: readonly Found[]): Reply {
  const entries = kept.map((found) => ({ found, mayChange: mayChange(asker, found) }))
  return laidOut(keptPage(entries, Date.now()))
}
