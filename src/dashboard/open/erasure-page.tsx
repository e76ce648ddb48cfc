/**
 * How far the erasure of a person has come. It needs no session, because the erasure ends every session. Only whoever
 * requested it knows the job's id, 122 random bits, and the page names no person.
 */
import type { ErasureJob } from "../../erasure/jobs.ts"
import { Badge, Card, Pairs } from "../kit/parts.tsx"

const STATES: Record<ErasureJob["state"], (server: string) => string> = {
  waiting: (server) =>
    `Erasing what is stored about you in ${server} begins in a moment. This page follows it.`,
  running: (server) => `What is stored about you in ${server} is being erased. This page follows it.`,
  done: (server) => `Everything about you in ${server} is erased.`,
}

const REMOVED: Record<string, string> = {
  messages: "Messages",
  memories: "Facts about you, or that rested on your words",
  statements: "Statements by you or repeating you",
  notes: "Notes of conversations and days",
  digests: "Summaries of you, or that named you",
  keys: "API keys",
  events: "Events",
  answers: "Answers",
  quotes: "Quotes of you",
}

/** Rows that stay, without the person. Other erasures change none. */
const CHANGED: Record<string, string> = {
  windows: "Records of conversations",
  audit: "Log entries",
  reworded: "Texts by others that were reworded",
}

/**
 * Says what the request decided, and nothing of what the person decided since or in other servers: whoever lists the
 * server's erasures can open this page.
 */
function ConsentText({ optedOut, server, guildId }: { optedOut: boolean; server: string; guildId: string }) {
  const link = <a href={`/app/g/${guildId}/me/privacy`}>Privacy and data</a>
  return optedOut ? (
    <p>
      This request also opted you out of {server}: what you write after it is not recorded, until you opt in
      again under {link}. If you opted out of every server with this bot, that still applies.
    </p>
  ) : (
    <p>
      This request did not opt you out: what you write after it is read again, unless you opted out before or
      do so under {link}.
    </p>
  )
}

/** Splits an erasure's counts into rows that are gone and rows that stay without the person. */
export function splitCounts({ kind, report }: Pick<ErasureJob, "kind" | "report">) {
  const some = Object.entries(report.counts).filter(([, count]) => count > 0)
  const stays = ([name]: [string, number]) => kind === "person" && name in CHANGED
  return { removed: some.filter((one) => !stays(one)), changed: some.filter(stays) }
}

function Counts({ counts, names }: { counts: [string, number][]; names: Record<string, string> }) {
  return (
    <Pairs
      items={counts.flatMap(([kind, count]) => {
        const name = names[kind]
        return name === undefined ? [] : [[name, count.toLocaleString("en")] as const]
      })}
    />
  )
}

/** `optedOut`: if the request did that too; `null` if it is not known. */
export function erasureProgressPage(
  job: ErasureJob,
  { server, optedOut }: { server: string; optedOut: boolean | null },
) {
  const { guildId, state, report } = job
  const { removed, changed } = splitCounts(job)
  const left = report.left ?? 0
  return (
    <>
      <header>
        <h1>{state === "done" ? "Erased" : "Erasing"}</h1>
        <p class="lead">
          {STATES[state](server)}{" "}
          {state === "done" && left > 0
            ? `${left} traces could not be removed. Tell the bot's operator.`
            : ""}
        </p>
        <p>Other servers with this bot are not touched.</p>
        {optedOut === null ? null : <ConsentText optedOut={optedOut} server={server} guildId={guildId} />}
      </header>
      <Card title="What was removed">
        <p>
          <Badge tone={state === "done" ? "good" : "accent"} dot>
            {state === "done" ? "Done" : "In progress"}
          </Badge>
        </p>
        <p class="soft small">
          These numbers can differ from those under Privacy and data, which count what is about you and what
          you may read. Here everything counts that went because of you: also facts about others that rested
          on your words, notes that repeated you, and what was stored where you cannot read.
        </p>
        <Counts counts={removed} names={REMOVED} />
      </Card>
      {changed.length === 0 ? null : (
        <Card title="What stays without you" lead="Your name and your words are taken out of these.">
          <Counts counts={changed} names={CHANGED} />
        </Card>
      )}
    </>
  )
}
