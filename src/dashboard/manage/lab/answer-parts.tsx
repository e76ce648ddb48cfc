/** Cards of the recall lab: the text in each format, the candidates with their scores, and the withheld ones. */
import { channelOf } from "../../../access/permissions.ts"
import { FORMATS } from "../../../domain/recalls.ts"
import type { Item } from "../../../recall/context.ts"
import { shownScore } from "../../../recall/relevance/judge.ts"
import { READING_OFF } from "../../../runtime/run-recall.ts"
import { truncate } from "../../../text/truncate.ts"
import { DataTable, Tabs } from "../../kit/lists.tsx"
import { Badge, Card, countOf, Empty, Figures, Notice, type Tone, When } from "../../kit/parts.tsx"
import { ChannelName, TYPE_NAMES } from "../../memories/memory-parts.tsx"
import type { Visit } from "../../session/visit.ts"
import { besideLimit, wholeNumber } from "../figures.ts"
import { FORMAT_NAMES } from "../policy/policy-fields.ts"
import type { LabAnswer, LabOutcome } from "./ask-lab.ts"

const TEXT_CHARS = 240

export function LabCards({
  answer,
  format,
  linkTo,
  visit,
}: {
  answer: LabAnswer
  format: string
  linkTo: (format: string) => string
  visit: Visit
}) {
  const { recalled, candidates, tokens, withheld, latencyMs } = answer
  const { usage, degraded, items } = recalled
  if (degraded.includes(READING_OFF))
    return (
      <Notice tone="warn">
        <span>Reading is switched off in the policy, so every question finds nothing.</span>
      </Notice>
    )
  return (
    <>
      <Figures
        items={[
          {
            label: "Candidates",
            value: wholeNumber(usage.candidates),
            hint: `${wholeNumber(candidates.length)} scored`,
          },
          { label: "Shown", value: wholeNumber(items.length) },
          {
            label: "Tokens",
            value: wholeNumber(usage.tokens),
            hint: `of at most ${wholeNumber(usage.max_tokens)}`,
          },
          { label: "Time", value: `${wholeNumber(latencyMs)} ms` },
          ...(degraded.length === 0 ? [] : [{ label: "Done without", value: degraded.join(", ") }]),
        ]}
      />
      <Card title="What they get" lead="The text that goes into a bot's prompt." flush>
        <Tabs
          label="Formats"
          items={FORMATS.map((name) => ({
            href: linkTo(name),
            text: name === format ? `${formatName(name)}: ${wholeNumber(usage.tokens)}` : formatName(name),
            active: name === format,
          }))}
        />
        <div class="inner">
          {recalled.text === "" ? (
            <p class="soft">Nothing.</p>
          ) : (
            <section class="scroll" aria-label={`Text as ${formatName(format)}`} tabindex={0}>
              <pre>{recalled.text}</pre>
            </section>
          )}
          <details>
            <summary>Tokens by format</summary>
            <p class="soft small">
              The items above in each format. Asked for in another format, more or fewer may fit.
            </p>
            <DataTable
              caption="Tokens by format"
              columns={[
                { text: "Format" },
                { text: "First item", number: true },
                { text: "All", number: true },
              ]}
              rows={tokens.map((one) => [
                formatName(one.format),
                wholeNumber(one.first),
                wholeNumber(one.all),
              ])}
            />
          </details>
        </div>
      </Card>
      <Candidates answer={answer} visit={visit} />
      <Withheld items={withheld} visit={visit} />
    </>
  )
}

/** Names a format and style, such as `tagged:classic`, for people. */
function formatName(name: string): string {
  const [format = "", style] = name.split(":")
  const known = new Map<string, string>(Object.entries(FORMAT_NAMES)).get(format) ?? format
  return style === undefined ? known : `${known}, classic style`
}

const OUTCOMES: Record<LabOutcome, readonly [tone: Tone, text: string]> = {
  shown: ["good", "Shown"],
  over_budget: ["warn", "Over the token limit"],
  below_min: ["plain", "Too unlikely"],
  below_share: ["plain", "Far below the best"],
  not_chosen: ["plain", "Not chosen"],
}

/** Says which limits keep candidates out, and which facts they do not concern. */
function limitsOf({ floor: { min, share }, asksSeveral }: Pick<LabAnswer, "floor" | "asksSeveral">): string {
  if (min === 0 && share === 0) return "No minimum applies to this question."
  const source = asksSeveral
    ? "an eighth of the policy's minimum share of the best, because the question asks for several things"
    : "the policy's minimum share of the best; a question that asks for several things has an eighth of it"
  return `Too unlikely: its chance is below ${min}, the policy's minimum likelihood shown. Far below the best: its share of the best is below ${share}, ${source}. Neither limit applies to facts about the person who asks or about somebody in the best conversations found; up to a third of the places is kept for those about the person who asks.`
}

function Candidates({
  answer: { candidates, floor, asksSeveral },
  visit,
}: {
  answer: Pick<LabAnswer, "candidates" | "floor" | "asksSeveral">
  visit: Visit
}) {
  if (candidates.length === 0)
    return (
      <Card title="Candidates">
        <Empty icon="search" title="Nothing was found">
          <p>
            No fact, note or message that both of you may read matches. Try other words, or ask as yourself.
          </p>
        </Empty>
      </Card>
    )
  return (
    <Card
      title="Candidates"
      lead={`In the order of the ranking. Match: how well the words and meaning fit. Ranking: with importance, age and place. Chance: how likely it bears on the question, judged by itself; for a question that is only a name or a time, everything found counts, so it repeats the ranking. Of the best: how likely it is the answer beside the likeliest candidate, which has 1.00. This also weighs its ranking and its kind, so it is not the ratio of the chances. ${limitsOf({ floor, asksSeveral })} Over the token limit: it was chosen, but the text had no room left for it. Not chosen: others said it better or there was no place left.`}
      flush
    >
      <DataTable
        caption="Candidates with their scores"
        columns={[
          { text: "Candidate" },
          { text: "Match", number: true },
          { text: "Ranking", number: true },
          { text: "Chance", number: true },
          { text: "Of the best", number: true },
          { text: "Result" },
        ]}
        rows={candidates.map(({ item, scores, outcome }) => {
          const [tone, text] = OUTCOMES[outcome]
          return [
            <ItemText item={item} visit={visit} isElsewhere={scores.elsewhere} />,
            scores.relevance.toFixed(2),
            (scores.score / 1_000).toFixed(2),
            scores.chance === null ? "–" : besideLimit(shownScore(scores.chance), floor.min),
            item.share === undefined ? "–" : besideLimit(item.share, floor.share),
            <Badge tone={tone}>{text}</Badge>,
          ]
        })}
      />
    </Card>
  )
}

const ITEM_NAMES: Record<Item["kind"], string> = { memory: "Fact", note: "Note", message: "Message" }

function ItemText({ item, visit, isElsewhere }: { item: Item; visit: Visit; isElsewhere: boolean }) {
  const { kind, id, type, at, sources } = item
  const text = truncate(item.text, TEXT_CHARS)
  const channelId = sources[0]?.channel_id ?? null
  return (
    <>
      {kind === "memory" ? (
        <a class="quiet" href={`${visit.base}/memories/${id}`}>
          {text}
        </a>
      ) : (
        <span>{text}</span>
      )}
      <span class="meta">
        <Badge>{type === null ? ITEM_NAMES[kind] : TYPE_NAMES[type]}</Badge>
        {channelId === null ? null : <ChannelName channel={channelOf(visit.entered.structure, channelId)} />}
        {isElsewhere ? <span>said elsewhere</span> : null}
        <When at={at} clock={visit} />
      </span>
    </>
  )
}

function Withheld({ items, visit }: { items: readonly Item[]; visit: Visit }) {
  if (items.length === 0) return null
  return (
    <Card
      title="Withheld"
      lead={`${countOf(items.length, "candidate")} that they would be shown for this question if they could read as much as you.`}
      flush
    >
      <ul class="rows">
        {items.map((item) => (
          <li>
            <div class="main-part">
              <ItemText item={item} visit={visit} isElsewhere={false} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
