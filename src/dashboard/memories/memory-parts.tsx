/** A memory on a page: as a line of a list, with its kind, state and age, and its sources. */
import type { Child } from "hono/jsx"
import { type Channel, channelOf, type Structure } from "../../access/permissions.ts"
import type { Evidence, Id, Memory } from "../../domain/types.ts"
import type { WordsCorrected } from "../../memory/read/corrections.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { isQuotable, toSource } from "../../recall/item-sources.ts"
import { Badge, countOf, type PageClock, PersonName, type Tone, When } from "../kit/parts.tsx"
import type { Visit } from "../session/visit.ts"

export const TYPE_NAMES: Record<Memory["type"], string> = {
  profile: "Profile",
  preference: "Preference",
  task_state: "Task",
  constraint: "Rule",
  episode: "Event",
}

export const SECTION_NAMES: Record<NonNullable<Memory["section"]>, string> = {
  bio: "Bio",
  interests: "Interests",
  skills: "Skills",
  opinions: "Opinions",
  relationships: "Relationships",
  other: "Other",
}

export const STATUS_NAMES: Record<Memory["status"], string> = {
  active: "Active",
  shadow: "Hidden",
  queued: "Awaiting review",
  superseded: "Replaced",
}

export const IMPORTANCE_NAMES: Record<Memory["importance"], string> = {
  low: "Low",
  medium: "Medium",
  high: "High",
}

export const LIFETIME_NAMES: Record<Memory["lifetime"], string> = {
  "1d": "1 day",
  "3d": "3 days",
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  permanent: "Permanent",
}

const STATUS_TONES: Record<Memory["status"], Tone> = {
  active: "good",
  shadow: "plain",
  queued: "warn",
  superseded: "plain",
}

/** A memory's state as a badge; nothing for one that is simply active. */
export function StateBadge({ memory, clock }: { memory: Memory; clock: PageClock }) {
  const { status, expiresAt, contradicts } = memory
  if (status !== "active") return <Badge tone={STATUS_TONES[status]}>{STATUS_NAMES[status]}</Badge>
  if (expiresAt !== null && expiresAt <= clock.now) return <Badge>Expired</Badge>
  return contradicts === null ? null : <Badge tone="warn">Contradicted</Badge>
}

/** Confidence in words, by the steps that one more statement or a better source makes. */
export function confidenceName(confidence: number): string {
  if (confidence >= 0.9) return "Very sure"
  if (confidence >= 0.7) return "Sure"
  if (confidence >= 0.5) return "Fairly sure"
  return confidence >= 0.3 ? "Not very sure" : "Unsure"
}

/** The subject of a memory in words. */
export function SubjectName({
  found,
  base,
  structure,
}: {
  found: FoundMemory
  base: string
  structure: Structure
}) {
  const { scope, id } = found.memory.subject
  if (scope === "user") return <PersonName id={id} name={found.subjectName} base={base} />
  if (scope === "channel") return <ChannelName channel={channelOf(structure, id)} />
  return (
    <span>{scope === "project" ? `Project ${id}` : scope === "guild" ? "This server" : "Everywhere"}</span>
  )
}

export function ChannelName({ channel }: { channel: Channel | undefined }) {
  return <span>{channel?.name ? `#${channel.name}` : "a channel"}</span>
}

interface MemoryRowsProps {
  memories: readonly FoundMemory[]
  visit: Visit
  /** False in a list of one person's memories. */
  about?: boolean
  /** Before each fact, such as a checkbox. */
  before?: (found: FoundMemory) => Child
  /** On the right of each fact, such as a button. */
  end?: (found: FoundMemory) => Child
}

/** A list of memories, a line each. */
export function MemoryRows({ memories, visit, about = true, before, end }: MemoryRowsProps) {
  const { base, entered } = visit
  return (
    <ul class="rows">
      {memories.map((found) => {
        const { memory } = found
        return (
          <li>
            {before?.(found)}
            <div class="main-part">
              <a class="fact" href={`${base}/memories/${memory.id}`}>
                {memory.fact}
              </a>
              <span class="meta">
                {about ? <SubjectName found={found} base={base} structure={entered.structure} /> : null}
                <span>
                  {memory.section === null ? TYPE_NAMES[memory.type] : SECTION_NAMES[memory.section]}
                </span>
                <When at={memory.lastSaidAt} clock={visit} />
                {memory.expiresAt !== null && memory.expiresAt > visit.now ? (
                  <span>
                    expires <When at={memory.expiresAt} clock={visit} />
                  </span>
                ) : null}
                <StateBadge memory={memory} clock={visit} />
              </span>
            </div>
            {end === undefined ? null : <div class="end">{end(found)}</div>}
          </li>
        )
      })}
    </ul>
  )
}

/** The statements a memory rests on, as far as the reader may read them, and when it was corrected; latest first. */
export function SourceList({
  evidence,
  corrected = null,
  guildId,
  structure,
  nameOf,
  clock,
  base,
}: {
  evidence: readonly Evidence[]
  corrected?: WordsCorrected | null
  guildId: Id
  structure: Structure
  nameOf: (id: Id) => string | null
  clock: PageClock
  base: string
}) {
  const since = corrected === null ? [] : evidence.filter(({ saidAt }) => saidAt >= corrected.at)
  return (
    <ul class="rows">
      {[...since, ...(corrected === null ? [] : [corrected]), ...evidence.slice(since.length)].map((one) => {
        if ("by" in one) return <CorrectionLine corrected={one} clock={clock} base={base} />
        const { url, corrected_at } = toSource(one, guildId)
        return (
          <li>
            <div class="main-part">
              <span class="meta">
                {one.eventId ? (
                  <span>An event</span>
                ) : (
                  <PersonName id={one.authorId} name={nameOf(one.authorId)} base={base} />
                )}
                {one.channelId === null ? (
                  <span>told directly</span>
                ) : (
                  <ChannelName channel={channelOf(structure, one.channelId)} />
                )}
                <When at={one.saidAt} clock={clock} />
                {corrected_at === undefined ? null : <span>corrected since</span>}
              </span>
              {isQuotable(one.excerpt) ? <blockquote>{one.excerpt}</blockquote> : null}
            </div>
            {url === null ? null : (
              <div class="end">
                <a class="button bare" href={url} rel="noreferrer">
                  Open in Discord
                </a>
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function CorrectionLine({
  corrected: { at, by },
  clock,
  base,
}: {
  corrected: WordsCorrected
  clock: PageClock
  base: string
}) {
  return (
    <li>
      <div class="main-part">
        <span class="meta">
          <Badge tone="accent">Corrected</Badge>
          {by === null ? null : <PersonName id={by.id} name={by.name} base={base} />}
          <When at={at} clock={clock} />
        </span>
        <span class="soft small">What follows was said before that and may say something else.</span>
      </div>
    </li>
  )
}

/** "3 statements". */
export function statementCount({ evidenceCount }: Memory): string {
  return countOf(evidenceCount, "statement")
}
