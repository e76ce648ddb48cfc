/** The report of a trial: how the candidate's decisions differ from the live ones, and how both sides do. */
import { type ArmCounts, junkRate } from "../../../policy/guardrails.ts"
import type { TrialReport } from "../../../policy/trial-report.ts"
import { DataTable } from "../../kit/lists.tsx"
import { Card, Empty, Figures, Notice } from "../../kit/parts.tsx"
import { TYPE_NAMES } from "../../memories/memory-parts.tsx"
import { percent, wholeNumber } from "../figures.ts"
import { decisionText, guardrailText } from "./policy-words.ts"

export function TrialReportCards({ report, base }: { report: TrialReport; base: string }) {
  const { judged, live, candidate, broken, examples } = report
  if (judged.claims === 0 && candidate.claims === 0)
    return (
      <Card title="Report">
        <Empty icon="clock" title="No fact was proposed yet">
          <p>Come back after some conversations.</p>
        </Empty>
      </Card>
    )
  return (
    <>
      {broken === null ? null : (
        <Notice tone="bad">
          <span>{`The candidate broke a limit: ${guardrailText(broken)}. The trial ends within the hour.`}</span>
        </Notice>
      )}
      <Figures
        items={[
          { label: "Decided by both", value: wholeNumber(judged.claims) },
          { label: "Decided differently", value: wholeNumber(judged.claims - judged.same) },
          { label: "It would save", value: wholeNumber(judged.wouldAccept) },
          { label: "It would reject", value: wholeNumber(judged.wouldReject) },
          { label: "It would ask", value: wholeNumber(judged.wouldQueue) },
          { label: "It would hide", value: wholeNumber(judged.wouldShadow) },
        ]}
      />
      <Card
        title="Both sides"
        lead="Conversations that each policy decided, since this stage began. Saved: also what was held back for review or hidden. Bad: rejected, corrected, forgotten or called wrong by people."
        flush
      >
        <DataTable
          caption="Both sides"
          columns={[
            { text: "Policy" },
            { text: "Proposed facts", number: true },
            { text: "Saved", number: true },
            { text: "Share of saved facts that were bad", number: true },
            { text: "Tokens a conversation", number: true },
          ]}
          rows={[armRow("In force", live), armRow("Candidate", candidate)]}
        />
      </Card>
      {examples.length === 0 ? null : (
        <Card title="Examples" lead="Proposed facts on which the two decide differently, latest first." flush>
          <ul class="rows">
            {examples.map(({ memory, type, verdict, trialVerdict }) => (
              <li>
                <div class="main-part">
                  {memory === null ? (
                    <span class="soft">
                      {type === null ? "A proposed fact" : `A proposed fact of the type ${TYPE_NAMES[type]}`}{" "}
                      without stored words
                    </span>
                  ) : (
                    <a class="fact" href={`${base}/memories/${memory.id}`}>
                      {memory.fact}
                    </a>
                  )}
                  <span class="meta">{`In force: ${decisionText(verdict)}. Candidate: ${decisionText(trialVerdict)}.`}</span>
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function armRow(name: string, arm: ArmCounts) {
  return [
    name,
    wholeNumber(arm.claims),
    wholeNumber(arm.kept),
    arm.kept === 0 ? "–" : percent(junkRate(arm), 1),
    arm.tokens === null ? "–" : wholeNumber(arm.tokens),
  ]
}
