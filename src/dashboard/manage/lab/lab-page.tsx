/** The recall lab: ask as a channel or a person, and see what was found, how it was scored, and what is shown. */

import type { Context } from "hono"
import { Hono } from "hono"
import { z } from "zod"
import { isCategory } from "../../../domain/channel-types.ts"
import { Refused } from "../../../domain/errors.ts"
import { isPlace } from "../../../domain/events.ts"
import { fieldProblems } from "../../../domain/field-problems.ts"
import { isSnowflake, Snowflake } from "../../../domain/ids.ts"
import { FORMATS, type Format } from "../../../domain/recalls.ts"
import type { Id } from "../../../domain/types.ts"
import { memberForViewer } from "../../../memory/read/members.ts"
import { peopleCalled } from "../../../memory/read/people-list.ts"
import { SelectField, TextField } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { textIn } from "../../kit/lists.tsx"
import { Card, Empty } from "../../kit/parts.tsx"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { FORMAT_NAMES } from "../policy/policy-fields.ts"
import { LabCards } from "./answer-parts.tsx"
import { askLab, type LabAsker } from "./ask-lab.ts"

const [LEAST_TOKENS, MOST_TOKENS] = [50, 8_000]
const LONGEST_QUESTION = 2_000

/** Texts come back as they were sent, with a problem at their field. An unknown choice is an address that does not work. */
const Asked = z.object({
  q: z.string().trim().default(""),
  as: z.enum(["everyone", "channel", "person", "me"]).default("everyone"),
  channel: Snowflake.or(z.literal("")).catch("").default(""),
  person: z.string().trim().max(100).catch("").default(""),
  format: z.enum(FORMATS).optional(),
  tokens: z.string().trim().max(100).catch("").default(""),
})
type Asked = z.output<typeof Asked> & { format: Format }

const Tokens = z.coerce.number().int().min(LEAST_TOKENS).max(MOST_TOKENS)
const TOKENS_PROBLEM = `Tokens must be a whole number from ${LEAST_TOKENS} to ${MOST_TOKENS.toLocaleString("en")}, or empty for the policy's.`

export const labPages = new Hono<GuildApp>()

labPages.get("/lab", async (c) => {
  const visit = c.get("visit")
  textIn(c, "q", { label: "question", max: LONGEST_QUESTION })
  const { data: query, error } = Asked.safeParse(c.req.query())
  if (query === undefined)
    throw new Refused({
      reason: "invalid",
      issues: error.issues.flatMap((issue) => fieldProblems(issue, [])),
    })
  const asked = { ...query, format: query.format ?? visit.entered.guild.policy.recall.format }
  const asker = asked.q === "" ? null : await askerOf(visit, asked)
  const problems = {
    ...tokensProblem(asked),
    ...(asker !== null && "problems" in asker ? asker.problems : {}),
  }
  return guildPage(c, {
    title: "Recall lab",
    lead: "Test what Keepsake finds. Ask as a channel or a person would, and see what is found, how it is scored, and what they get. You see only what you may read yourself.",
    active: "manage/lab",
    content: (
      <>
        <AskForm asked={asked} visit={visit} problems={problems} />
        {asker === null ? (
          <NothingAsked />
        ) : "problems" in asker || problems.tokens !== undefined ? null : (
          await answered(c, asked, asker)
        )}
      </>
    ),
  })
})

/** Problems by field, in whole sentences. */
type LabProblems = Partial<Record<"channel" | "person" | "tokens", string>>

function tokensProblem({ tokens }: Asked): LabProblems {
  return tokens === "" || Tokens.safeParse(tokens).success ? {} : { tokens: TOKENS_PROBLEM }
}

async function answered(c: Context<GuildApp>, asked: Asked, asker: LabAsker) {
  const visit = c.get("visit")
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

/** Returns who asks; the problem of its field if that is nobody whom the visitor may know of. */
async function askerOf(
  visit: Visit,
  { as, channel, person }: Asked,
): Promise<LabAsker | { problems: LabProblems }> {
  if (as === "me" || as === "everyone") return { kind: as }
  if (as === "channel") {
    const known = channelsToAsk(visit).some(({ id }) => id === channel)
    return known
      ? { kind: "channel", id: channel }
      : { problems: { channel: "Choose a channel that you can read." } }
  }
  const { entered, viewer } = visit
  if (person === "") return { problems: { person: "Enter a person's name or id." } }
  const found: Id[] = isSnowflake(person)
    ? ((await memberForViewer(entered.db, viewer, person)) && [person]) || []
    : (await peopleCalled(entered.db, viewer, person)).map(({ id }) => id)
  const [id, ...more] = found
  if (id === undefined) return { problems: { person: "Nobody you may know of has this name or id." } }
  return more.length > 0
    ? { problems: { person: `Several people have this name: ${found.join(", ")}. Enter one of these ids.` } }
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

function AskForm({ asked, visit, problems }: { asked: Asked; visit: Visit; problems: LabProblems }) {
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
            problem={problems.channel ?? null}
            options={[["", "Choose a channel"], ...channels]}
          />
          <TextField
            name="person"
            label="Person"
            value={asked.person}
            problem={problems.person ?? null}
            placeholder="Name or id"
            max={100}
          />
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
            problem={problems.tokens ?? null}
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
