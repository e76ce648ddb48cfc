/** One side of an item under review: the fact, what is known of it, and the statements it rests on. */
import type { Child } from "hono/jsx"
import type { Id } from "../../../domain/types.ts"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { Badge, Card, Pairs, type Tone, When } from "../../kit/parts.tsx"
import {
  confidenceName,
  IMPORTANCE_NAMES,
  LIFETIME_NAMES,
  SECTION_NAMES,
  SourceList,
  SubjectName,
  statementCount,
  TYPE_NAMES,
} from "../../memories/memory-parts.tsx"
import type { Visit } from "../../session/visit.ts"

export function Side({
  title,
  tone = "plain",
  found,
  names,
  visit,
  footer,
}: {
  title: string
  tone?: Tone
  found: FoundMemory
  names: ReadonlyMap<Id, string>
  visit: Visit
  footer?: Child
}) {
  const { memory, evidence } = found
  const { base, entered, guildId } = visit
  return (
    <Card title={title} actions={<Badge tone={tone}>{TYPE_NAMES[memory.type]}</Badge>} footer={footer} flush>
      <div class="inner">
        <p>
          <strong>{memory.fact}</strong>
        </p>
        <Pairs
          items={[
            ["About", <SubjectName found={found} base={base} structure={entered.structure} />],
            ["Section", memory.section === null ? null : SECTION_NAMES[memory.section]],
            ["Confidence", `${confidenceName(memory.confidence)} (${Math.round(memory.confidence * 100)} %)`],
            ["Importance", IMPORTANCE_NAMES[memory.importance]],
            ["Kept for", LIFETIME_NAMES[memory.lifetime]],
            ["Last said", <When at={memory.lastSaidAt} clock={visit} />],
            ["Rests on", statementCount(memory)],
          ]}
        />
      </div>
      <SourceList
        evidence={evidence}
        guildId={guildId}
        structure={entered.structure}
        nameOf={(id) => names.get(id) ?? null}
        clock={visit}
        base={base}
      />
    </Card>
  )
}
