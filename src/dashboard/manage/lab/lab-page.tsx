/** The recall lab: ask as a channel or a person, and see what was found, how it was scored, and what is shown. */

import type { Context } from "hono"
import { Hono } from "hono"
import { z } from "zod"
import { isCategory } from "../../../domain/channel-types.ts"
import { isPlace } from "../../../domain/events.ts"
import { isSnowflake, Snowflake } from "../../../domain/ids.ts"
import { FORMATS, type Format } from "../../../domain/recalls.ts"
import type { Id } from "../../../domain/types.ts"
import { memberForViewer } from "../../../memory/read/members.ts"
import { peopleCalled } from "../../../memory/read/people-list.ts"
import { SelectField, TextField } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { Card, Empty, Notice } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { FORMAT_NAMES } from "../policy/policy-fields.ts"
import { LabCards } from "./answer-parts.tsx"
import { askLab, type LabAsker } from "./ask-lab.ts"

const [LEAST_TOKENS, MOST_TOKENS] = [50, 8_000]

/** A choice that does not fit counts as left out: the page shows what it used. `tokens` comes back as it was sent. */
const Asked = z.object({
  q: z.string().trim().max(2_000).catch("").default(""),
  as: z.enum(["everyone", "channel", "person", "me"]).catch("everyone").default("everyone"),
  channel: Snowflake.or(z.literal("")).catch("").default(""),
  person: z.string().trim().max(100).catch("").default(""),
  format: z.enum(FORMATS).optional().catch(undefined),
  tokens: z.string().trim().max(100).catch("").default(""),
})
type Asked = z.output<typeof Asked> & { format: Format }

const Tokens = z.coerce.number().int().min(LEAST_TOKENS).max(MOST_TOKENS)
const TOKENS_PROBLEM = `Tokens must be a whole number from ${LEAST_TOKENS} to ${MOST_TOKENS.toLocaleString("en")}, or empty for the policy's.`

export const labPages = new Hono<GuildApp>()

labPages.get("/lab", async (c) => {
  const visit = c.get("visit")
  const query = Asked.parse(c.req.query())
  const asked = { ...query, format: query.format ?? visit.entered.guild.policy.recall.format }
  return guildPage(c, {
    title: "Recall lab",
    lead: "Test what Keepsake finds. Ask as a channel or a person would, and see what is found, how it is scored, and what they get. You see only what you may read yourself.",
    active: "manage/lab",
    content: (
      <>
        <AskForm asked={asked} visit={visit} />
        {asked.q === "" ? <NothingAsked /> : areTokensWrong(asked) ? null : await answered(c, asked)}
      </>
    ),
  })
})

function areTokensWrong({ tokens }: Asked): boolean {
  return tokens !== "" && !Tokens.safeParse(tokens).success
}

async function answered(c: Context<GuildApp>, asked: Asked) {
  const visit = c.get("visit")
  const asker = await askerOf(visit, asked)
  if ("problem" in asker)
    return (
      <Notice tone="warn">
        <span>{asker.problem}</span>
      </Notice>
    )
  const answer = await askLab(visit, {
    words: asked.q,
    asker,
    format: asked.format,
    maxTokens: asked.tokens === "" ? null : Tokens.parse(asked.tokens),
  })
  const { searchParams } = new URL(c.req.url)
  const linkTo = (format: string) => {
    const query = new URLSearchParams(searchParams)
    query.set("format", format)
    return `${visit.base}/manage/lab?${query}`
  }
  return <LabCards answer={answer} format={asked.format} linkTo={linkTo} visit={visit} />
}

/** Returns who asks; a problem in words if that is nobody whom the visitor may know of. */
async function askerOf(
  visit: Visit,
  { as, channel, person }: Asked,
): Promise<LabAsker | { problem: string }> {
  if (as === "me" || as === "everyone") return { kind: as }
  if (as === "channel") {
    const known = channelsToAsk(visit).some(({ id }) => id === channel)
    return known ? { kind: "channel", id: channel } : { problem: "Choose a channel that you can read." }
  }
  const { entered, viewer } = visit
  if (person === "") return { problem: "Enter a person's name or id." }
  const found: Id[] = isSnowflake(person)
    ? ((await memberForViewer(entered.db, viewer, person)) && [person]) || []
    : (await peopleCalled(entered.db, viewer, person)).map(({ id }) => id)
  const [id, ...more] = found
  if (id === undefined) return { problem: "Nobody you may know of has this name or id." }
  return more.length > 0
    ? { problem: `Several people have this name: ${found.join(", ")}. Enter one of these ids.` }
    : { kind: "person", id }
}

/** The channels that the visitor can read, by name. */
function channelsToAsk({ entered, viewer }: Visit) {
  const { readable } = viewer
  return entered.structure.channels
    .filter((one) => readable === "all" || readable.includes(one.id))
    .filter((one) => !one.gone && !isPlace(one.id) && !isCategory(one))
    .toSorted((a, b) => (a.name ?? "").localeCompare(b.name ?? ""))
}

function AskForm({ asked, visit }: { asked: Asked; visit: Visit }) {
  const channels = channelsToAsk(visit).map(
    ({ id, name }) => [id, name ? `#${name}` : `Channel ${id}`] as const,
  )
  return (
    <Card>
      <search>
        <form method="get" action={`${visit.base}/manage/lab`} class="side-by-side broad">
          <TextField
            name="q"
            label="Question"
            type="search"
            value={asked.q}
            placeholder="What does Ada like?"
            max={2_000}
            required
            wide
          />
          <SelectField
            name="as"
            label="Ask as"
            value={asked.as}
            options={[
              ["everyone", "Everyone in the server"],
              ["channel", "A channel"],
              ["person", "A person"],
              ["me", "Me"],
            ]}
          />
          <SelectField
            name="channel"
            label="Channel"
            value={asked.channel}
            options={[["", "Choose a channel"], ...channels]}
          />
          <TextField name="person" label="Person" value={asked.person} placeholder="Name or id" max={100} />
          <SelectField
            name="format"
            label="Format"
            value={asked.format}
            options={FORMATS.map((format) => [format, FORMAT_NAMES[format]] as const)}
          />
          <TextField
            name="tokens"
            label="Tokens"
            type="number"
            value={asked.tokens}
            problem={areTokensWrong(asked) ? TOKENS_PROBLEM : null}
            placeholder={String(visit.entered.guild.policy.recall.max_tokens)}
            max={MOST_TOKENS}
          />
          <div class="buttons">
            <button type="submit" class="main">
              Ask
            </button>
          </div>
        </form>
      </search>
    </Card>
  )
}

function NothingAsked() {
  return (
    <Card>
      <Empty icon="lab" title="Ask something">
        <p>
          Type a question as a member would ask it. The lab counts in no statistics, and shows nobody
          anything.
        </p>
      </Empty>
    </Card>
  )
}
