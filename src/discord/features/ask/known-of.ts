/** "What do you know about @somebody?" in a channel: the most important of what all who read there may know. */

import type { Person } from "../../../domain/types.ts"
import { memberFor } from "../../../memory/read/members.ts"
import { readProfile } from "../../../memory/read/profile.ts"
import type { Found } from "../../../memory/read/search.ts"
import { toSource } from "../../../recall/context.ts"
import { ago } from "../../../recall/render/formats.ts"
import { plain, type Reply } from "../../bot/ui/reply.ts"
import { shown } from "../../bot/ui/text.ts"
import type { Spot } from "./keeping.ts"
import { type Clock, fitting, link } from "./wording.ts"

const MOST_FACTS = 6
const MOST_FACT = 200

export async function knownOf({ entered, mention, viewer }: Spot, person: Person): Promise<Reply> {
  const { db, guild } = entered
  const now = Date.now()
  const [profile, member] = await Promise.all([
    readProfile(db, viewer, person.id, { now, until: Number.MAX_SAFE_INTEGER }),
    memberFor(db, viewer, person.id),
  ])
  const facts = [...profile.permanent, ...profile.expiring]
  const self = person.id === mention.author.id
  if (facts.length === 0)
    return plain(`I remember nothing about ${self ? "you" : "them"} that I could speak of here.`)
  const clock = { now, timezone: guild.settings.timezone }
  const head = `What I know about ${self ? "you" : shown(member?.name ?? person.name, 80)}:`
  const lines = facts.slice(0, MOST_FACTS).map((found, at) => factLine(found, at + 1, clock))
  const more = facts.length > MOST_FACTS ? [`-# And ${facts.length - MOST_FACTS} more: \`/profile\`.`] : []
  return plain(fitting([head, ...lines, ...more]))
}

function factLine({ memory, evidence }: Found, number: number, clock: Clock): string {
  const sources = evidence.map((one) => toSource(one, memory.guildId))
  const source = sources.findLast(({ url }) => url !== null) ?? null
  return `- ${shown(memory.fact, MOST_FACT)} (${ago(memory.lastSaidAt, clock)}) ${link(source, number)}`
}
