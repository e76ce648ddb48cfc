/** Remembering and forgetting by a message in a channel: what is said there about it, everyone there may read. */
import { Refused } from "../../errors.ts"
import { remember } from "../../extraction/told.ts"
import { followWrites } from "../../guild/channels.ts"
import type { Entered } from "../../guild/enter.ts"
import type { Ground } from "../../guild/ground.ts"
import { meansOf } from "../../guild/means.ts"
import { forgetMemories } from "../../memory/correct.ts"
import { listMemories } from "../../memory/manage.ts"
import { meant } from "../../memory/meant.ts"
import { findMember, meetMember } from "../../memory/members.ts"
import type { Person, Verdict, Viewer } from "../../vocabulary.ts"
import type { Mentioned } from "../mention.ts"
import { plain, type Reply } from "../reply.ts"
import { shown } from "../text.ts"
import { named } from "./turns.ts"
import { fitting } from "./wording.ts"

const MOST_FACTS = 5
const MOST_FACT = 200
const MOST_KNOWN = 2_000

/** Where a message asks for it. */
export interface Spot {
  ground: Ground
  entered: Entered
  mention: Mentioned
  /** For what all who see the channel may read. */
  viewer: Viewer
}

/** Keeps what the author told, and says what was made of it. Told again, it changes nothing. */
export async function keep({ ground, entered, mention }: Spot, what: string, about: Person): Promise<Reply> {
  const text = named(what, mention.mentions)
  if (!/[\p{L}\p{N}]/u.test(text)) return plain("Tell me what: mention me and write “remember that …”.")
  const { db, guild } = entered
  const { author, channelId, at } = mention
  const told = await remember(
    db,
    { guildId: guild.id, about, by: author, text, channelId, at },
    meansOf(ground),
  )
  if (!Array.isArray(told)) throw new Refused(told)
  if ((await findMember(db, guild.id, about.id)) === null) await meetMember(db, guild.id, about, at)
  followWrites(ground, guild.id)
  return plain(keptWords(told))
}

function keptWords(verdicts: readonly Verdict[]): string {
  const facts = (kind: Verdict["kind"]) =>
    verdicts.flatMap((verdict) => (verdict.kind === kind && verdict.fact !== null ? [verdict.fact] : []))
  const accepted = facts("accepted")
  if (accepted.length > 0)
    return fitting(["Noted:", ...accepted.slice(0, MOST_FACTS).map((fact) => `- ${shown(fact, MOST_FACT)}`)])
  if (verdicts.some(({ kind }) => kind === "queued"))
    return "Noted, for those who manage this server to look at first."
  if (verdicts.some(({ reason }) => reason === "already_known" || reason === "outdated"))
    return "I knew that already."
  return verdicts.some(({ kind }) => kind === "shadowed")
    ? "Noted; I will go by it once I hear it again."
    : "I kept nothing of that."
}

/** Forgets what the author means, where that is one thing known of them that may be spoken of here. Of several nothing is told in public. */
export async function letGo({ ground, entered, mention, viewer }: Spot, what: string): Promise<Reply> {
  const { db, guild } = entered
  const { author, at } = mention
  const filter = {
    scope: "user",
    subjectId: author.id,
    type: null,
    status: null,
    contradicted: null,
    words: null,
  } as const
  if (guild.settings.read_only || meansOf(ground).readOnly) throw new Refused({ reason: "read_only" })
  const known = await listMemories(db, viewer, filter, { after: null, limit: MOST_KNOWN })
  const matches = meant(named(what, mention.mentions), known, author.name)
  const [only] = matches
  if (only === undefined)
    return plain(
      "I know nothing like that about you that I could speak of here. `/forget` looks through all I know of you.",
    )
  if (matches.length > 1)
    return plain(
      "I know several things about you that this could mean. `/forget` shows them to you alone, to choose from.",
    )
  await forgetMemories(db, guild.id, [only.memory.id], { actor: `discord:${author.id}`, now: at })
  followWrites(ground, guild.id)
  return plain("Forgotten.")
}
