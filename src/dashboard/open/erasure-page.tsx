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

const KINDS: Record<string, string> = {
  messages: "Messages",
  memories: "Facts about you, or that rested on your words",
  statements: "Statements by you or repeating you",
  notes: "Notes of conversations and days",
  windows: "Records of conversations",
  digests: "Summaries of you, or that named you",
  keys: "API keys",
  audit: "Log entries without your name now",
  events: "Events",
  answers: "Answers",
  quotes: "Quotes of you",
  reworded: "Texts by others that were reworded",
}

/** `optedOut`: the request was an opt-out as well. */
export function erasureProgressPage(
  { guildId, state, report }: ErasureJob,
  { server, optedOut }: { server: string; optedOut: boolean },
) {
  const counts = Object.entries(report.counts).filter(([kind, count]) => count > 0 && kind in KINDS)
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
        {optedOut ? (
          <p>
            You also opted out of {server} with this request: what you write from now on is not recorded. You
            can opt in again under <a href={`/app/g/${guildId}/me/privacy`}>Privacy and data</a>.
          </p>
        ) : null}
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
        <Pairs
          items={counts.map(([kind, count]) => [KINDS[kind] ?? kind, count.toLocaleString("en")] as const)}
        />
      </Card>
    </>
  )
}
