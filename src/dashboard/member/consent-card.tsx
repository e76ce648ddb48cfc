/** The visitor's consent on their page: whether and why they are remembered, and the buttons that change it. */
import { memoryPausedBy } from "../../runtime/models.ts"
import { PostButton, PostForm, SelectField, Submit } from "../kit/forms.tsx"
import { Badge, Card, When } from "../kit/parts.tsx"
import { pausedText } from "../open/privacy-terms.ts"
import type { Visit } from "../session/visit.ts"
import type { OwnData } from "./own-data.ts"

export function ConsentCard({ visit, own }: { visit: Visit; own: OwnData }) {
  const { remembered, objectsSince } = own
  return (
    <Card title="Whether you are remembered">
      <p>
        {remembered ? (
          <Badge tone="good" dot>
            Remembered
          </Badge>
        ) : (
          <Badge tone="warn" dot>
            Not remembered
          </Badge>
        )}{" "}
        {consentText(visit, own)}
        {objectsSince === null ? null : (
          <>
            {" "}
            <When at={objectsSince} clock={visit} />.
          </>
        )}
      </p>
      <PostForm action={`${visit.base}/me/consent`} stack>
        <div class="side-by-side broad">
          <SelectField
            name="where"
            label="Where"
            value={objectsSince === null ? "here" : "everywhere"}
            options={[
              ["here", "In this server"],
              ["everywhere", "In every server with this bot"],
            ]}
          />
          {remembered ? (
            <SelectField
              name="known"
              label="What is known of you"
              options={[
                ["keep", "Keep it, and show it only to me and the operator of the bot"],
                ["erase", "Erase it (asks once more)"],
              ]}
            />
          ) : null}
          <div class="buttons">
            <Submit name="consent" value={remembered ? "out" : "in"} kind={remembered ? "danger" : "main"}>
              {remembered ? "Opt out" : "Opt in"}
            </Submit>
          </div>
        </div>
      </PostForm>
      {remembered || objectsSince !== null ? null : (
        <>
          <p class="soft small">
            Other servers with this bot may still remember you. To opt out of all of them, also those that it
            joins later:
          </p>
          <div class="buttons">
            <PostButton
              action={`${visit.base}/me/consent`}
              fields={{ consent: "out", where: "everywhere" }}
              kind="danger"
            >
              Opt out of every server
            </PostButton>
          </div>
        </>
      )}
    </Card>
  )
}

function consentText({ entered, runtime }: Visit, { consent, objectsSince, remembered }: OwnData): string {
  if (objectsSince !== null) return "You opted out of every server with this bot"
  if (consent === "out") return "You opted out of this server. Your messages are not read."
  if (!remembered) return "This server remembers only people who opt in."
  const why = consent === "in" ? "You opted in." : "This server remembers everybody who does not opt out."
  const paused = memoryPausedBy(runtime, entered)
  return paused === null ? why : `${why} ${pausedText(paused)}`
}
