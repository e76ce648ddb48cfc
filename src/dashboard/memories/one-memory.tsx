/** The page of one memory: its evidence, its history, and who may read it. */
import { Hono } from "hono"
import { viewerForChannel } from "../../access/audience.ts"
import { channelOf } from "../../access/permissions.ts"
import { momentLabel } from "../../domain/date-names.ts"
import type { Memory } from "../../domain/types.ts"
import { findCorrection } from "../../memory/read/corrections.ts"
import { findMemory, listMemories, personFilter } from "../../memory/read/manage.ts"
import { namesOf } from "../../memory/read/people-list.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { guildPage } from "../kit/layout.tsx"
import { Card, Pairs, When } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { mayEdit, memoryForVisit } from "./memory-actions.ts"
import { CorrectionForm, ForgetButton } from "./memory-changes.tsx"
import {
  confidenceName,
  IMPORTANCE_NAMES,
  LIFETIME_NAMES,
  MemoryRows,
  SECTION_NAMES,
  SourceList,
  STATUS_NAMES,
  StateBadge,
  SubjectName,
  statementCount,
  TYPE_NAMES,
} from "./memory-parts.tsx"

const FORMER = 10

export const oneMemory = new Hono<GuildApp>()

oneMemory.get("/memories/:id{m_[0-9a-f]{24}}", async (c) => {
  const visit = c.get("visit")
  const found = await memoryForVisit(visit, c.req.param("id"))
  const { memory } = found
  const may = mayEdit(visit, found)
  return guildPage(c, {
    title: memory.fact,
    active: "memories",
    crumbs: [{ href: `${visit.base}/memories`, text: "Memories" }],
    actions: may ? <ForgetButton visit={visit} memory={memory} /> : undefined,
    content: (
      <>
        <div class="grid">
          <Details visit={visit} found={found} />
          <Card title="Who may read it">
            <p>{readersText(visit, found)}</p>
            <p class="soft small">Answers in a channel use it only if everyone there may read it.</p>
          </Card>
        </div>
        <Sources visit={visit} found={found} />
        <History visit={visit} memory={memory} />
        {may ? <CorrectionForm visit={visit} memory={memory} /> : null}
      </>
    ),
  })
})

function Details({ visit, found }: { visit: Visit; found: FoundMemory }) {
  const { memory } = found
  const { entered, base } = visit
  const badge = StateBadge({ memory, clock: visit })
  return (
    <Card title="Details">
      <Pairs
        items={[
          ["About", <SubjectName found={found} base={base} structure={entered.structure} />],
          [
            "Type",
            `${TYPE_NAMES[memory.type]}${memory.section === null ? "" : `, ${SECTION_NAMES[memory.section].toLowerCase()}`}`,
          ],
          ["Status", badge ?? STATUS_NAMES.active],
          ["Topics", memory.topics.length === 0 ? null : memory.topics.join(", ")],
          [
            "Confidence",
            `${confidenceName(memory.confidence)} (${Math.round(memory.confidence * 100)} %), ${statementCount(memory)}`,
          ],
          ["Importance", IMPORTANCE_NAMES[memory.importance]],
          ["Kept for", LIFETIME_NAMES[memory.lifetime]],
          ["When", memory.time?.when ? momentLabel(memory.time.when, "en") : null],
          ["Until", memory.time?.until ? momentLabel(memory.time.until, "en") : null],
          ["First said", <When at={memory.saidAt} clock={visit} exact />],
          [
            "Last said",
            memory.lastSaidAt > memory.saidAt ? <When at={memory.lastSaidAt} clock={visit} exact /> : null,
          ],
          ["Expires", memory.expiresAt === null ? null : <When at={memory.expiresAt} clock={visit} exact />],
        ]}
      />
    </Card>
  )
}

/** Whoever may read one statement that words the memory as it stands may read the memory. */
function readersText({ entered }: Visit, { memory, evidence }: FoundMemory): string {
  const { structure } = entered
  const open = viewerForChannel(structure, null).readable
  const channels = evidence
    .filter(({ fact }) => (fact ?? memory.fact) === memory.fact)
    .map(({ channelId }) => channelId)
  if (channels.some((id) => id === null || open.includes(id))) return "Everyone in this server."
  const names = [...new Set(channels.map((id) => (id === null ? null : channelOf(structure, id)?.name)))]
  const named = names.map((name) => (name ? `#${name}` : "a channel"))
  return `Only people who can read ${new Intl.ListFormat("en", { type: "disjunction" }).format(named)}.`
}

async function Sources({ visit, found }: { visit: Visit; found: FoundMemory }) {
  const { entered, viewer, guildId, base } = visit
  const authors = found.evidence.map(({ authorId }) => authorId)
  const [names, corrected] = await Promise.all([
    namesOf(entered.db, viewer, authors),
    findCorrection(entered.db, viewer, found),
  ])
  const isCut = found.memory.evidenceCount > found.evidence.length
  return (
    <Card title="Where it was learned" flush {...(isCut ? { lead: "The latest statements." } : {})}>
      <SourceList
        evidence={found.evidence.toReversed()}
        corrected={corrected}
        guildId={guildId}
        structure={entered.structure}
        nameOf={(id) => names.get(id) ?? null}
        clock={visit}
        base={base}
      />
    </Card>
  )
}

async function History({ visit, memory }: { visit: Visit; memory: Memory }) {
  const { entered, viewer } = visit
  const { subject, supersededBy, contradicts } = memory
  const filter = {
    ...personFilter(subject.id),
    scope: subject.scope,
    status: "superseded" as const,
    replacedBy: memory.id,
  }
  const find = (id: string | null) => (id === null ? null : findMemory(entered.db, viewer, id))
  const [former, later, opposite] = await Promise.all([
    listMemories(entered.db, viewer, filter, { after: null, limit: FORMER }),
    find(supersededBy),
    find(contradicts),
  ])
  const lists = [
    ["Replaced by", later ? [later] : []],
    ["Contradicts", opposite ? [opposite] : []],
    ["Before", former],
  ] as const
  return (
    <>
      {lists
        .filter(([, all]) => all.length > 0)
        .map(([title, all]) => (
          <Card title={title} flush>
            <MemoryRows memories={all} visit={visit} about={false} />
          </Card>
        ))}
    </>
  )
}
