/**
 * How far the erasure of a person has come. It needs no session, because the erasure ends every session. Only whoever
 * requested it knows the job's id, 122 random bits, and the page names nobody.
 */
import type { ErasureJob } from "../../erasure/jobs.ts"
import { Badge, Card, Pairs } from "../kit/parts.tsx"

const STATES: Record<ErasureJob["state"], string> = {
  waiting: "It begins in a moment. This page follows it.",
  running: "It is running. This page follows it.",
  done: "Everything is erased.",
}

const KINDS: Record<string, string> = {
  messages: "Messages",
  memories: "Facts",
  statements: "Statements",
  notes: "Notes",
  windows: "Records of conversations",
  digests: "Summaries",
  keys: "API keys",
  audit: "Log entries without your name now",
  events: "Events",
  answers: "Answers",
  quotes: "Quotes of you",
}

export function erasureProgressPage({ state, report }: ErasureJob) {
  const counts = Object.entries(report.counts).filter(([kind, count]) => count > 0 && kind in KINDS)
  const left = report.left ?? 0
  return (
    <>
      <header>
        <h1>{state === "done" ? "Erased" : "Erasing"}</h1>
        <p class="lead">
          {STATES[state]}{" "}
          {state === "done" && left > 0
            ? `${left} traces could not be removed. Tell the bot's operator.`
            : ""}
        </p>
      </header>
      <Card title="What was removed">
        <p>
          <Badge tone={state === "done" ? "good" : "accent"} dot>
            {state === "done" ? "Done" : "In progress"}
          </Badge>
        </p>
        <Pairs
          items={counts.map(([kind, count]) => [KINDS[kind] ?? kind, count.toLocaleString("en")] as const)}
        />
      </Card>
    </>
  )
}
