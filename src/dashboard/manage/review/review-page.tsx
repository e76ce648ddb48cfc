/** The review inbox: one item at a time with both sides, its decisions, and the next item at once. */
import { Hono } from "hono"
import type { PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import type { FoundMemory } from "../../../memory/read/search.ts"
import { ActField, PostForm, readForm, Submit, TextArea } from "../../kit/forms.tsx"
import { guildPage } from "../../kit/layout.tsx"
import { redirectTo } from "../../kit/notices.ts"
import { Badge, Card, Empty, Notice } from "../../kit/parts.tsx"
import { wasRefused } from "../../kit/refused-form.tsx"
import { FactField, LONGEST_FACT } from "../../memories/fact-field.ts"
import type { GuildApp, Visit } from "../../session/visit.ts"
import { readReviewItem, type ShownItem } from "./read-item.ts"
import { decideForVisit, rewordForVisit } from "./review-actions.ts"
import { Side } from "./side.tsx"

const PlaceField = z.coerce.number().int().min(0).max(10_000)

export const reviewPages = new Hono<GuildApp>()

reviewPages.get("/review", async (c) => {
  const visit = c.get("visit")
  const item = await readReviewItem(visit, PlaceField.catch(0).parse(c.req.query("at") ?? 0))
  return guildPage(c, {
    title: "Review",
    lead: "Facts that wait for approval, and facts that contradict each other, oldest first.",
    active: "manage/review",
    actions: item === null ? undefined : <PlaceInQueue item={item} visit={visit} />,
    content: item === null ? <NothingWaits base={visit.base} /> : <Item item={item} visit={visit} />,
  })
})

const ItemForm = z.object({
  act: ActField,
  id: z.string().min(1).max(64),
  version: z.coerce.number().int().min(1),
  at: PlaceField,
})

reviewPages.post("/review", async (c) => {
  const visit = c.get("visit")
  const form = ItemForm.extend({ decision: z.enum(["approve", "other", "both", "reject"]) })
  const { decision, at, ...item } = await readForm(c, form)
  const decided = await decideForVisit(visit, item, decision)
  return redirectTo(c, `${visit.base}/manage/review?at=${at}`, decided)
})

reviewPages.post("/review/reword", async (c) => {
  const visit = c.get("visit")
  const form = ItemForm.extend({ fact: FactField })
  const { fact, at, ...item } = await readForm(c, form)
  const decided = await rewordForVisit(visit, item, fact)
  return redirectTo(c, `${visit.base}/manage/review?at=${at}`, decided)
})

function PlaceInQueue({ item: { place, total }, visit }: { item: ShownItem; visit: Visit }) {
  return (
    <>
      <span class="soft small">
        {place + 1} of {total}
      </span>
      {total > 1 ? (
        <a class="button" href={`${visit.base}/manage/review?at=${(place + 1) % total}`}>
          Skip
        </a>
      ) : null}
    </>
  )
}

function NothingWaits({ base }: { base: string }) {
  return (
    <Card>
      <Empty icon="inbox" title="Nothing waits for you">
        <p>
          New facts come here if the policy asks people first, or if two facts contradict each other in
          channels that you can read.
        </p>
        <a class="button" href={`${base}/manage/policy`}>
          Change when to ask
        </a>
      </Empty>
    </Card>
  )
}

function Item({ item, visit }: { item: ShownItem; visit: Visit }) {
  const { candidates, isAtRandom } = item
  return (
    <>
      {isAtRandom ? (
        <Notice>
          <span>
            Chance chose this one: it would have been rejected, and your decision shows what rejecting costs.
          </span>
        </Notice>
      ) : null}
      {candidates.length > 0 ? <Whose item={item} visit={visit} /> : <Sides item={item} visit={visit} />}
      <RewordCard item={item} visit={visit} />
    </>
  )
}

function fieldsOf({ memory }: FoundMemory, place: number): Record<string, string> {
  return { id: memory.id, version: String(memory.version), at: String(place) }
}

/** The proposed fact, and the one that it would replace. */
function Sides({ item, visit }: { item: ShownItem; visit: Visit }) {
  const { found, other, names } = item
  if (other === null)
    return (
      <div class="grid">
        <Side
          title="Proposed"
          tone="accent"
          found={found}
          names={names}
          visit={visit}
          footer={
            <Decision item={item} visit={visit}>
              <Submit kind="main" name="decision" value="approve">
                Approve
              </Submit>
              <Submit kind="danger" name="decision" value="reject">
                Reject
              </Submit>
            </Decision>
          }
        />
        <Card title="It would replace">
          <p class="soft">Nothing. No known fact contradicts this one.</p>
        </Card>
      </div>
    )
  // Of two facts that count, the queue names the one stored first.
  const isProposed = found.memory.status === "queued" || found.memory.saidAt >= other.memory.saidAt
  const [proposed, known] = isProposed ? [found, other] : [other, found]
  const [keepProposed, keepKnown] = isProposed ? ["approve", "other"] : ["other", "approve"]
  return (
    <>
      <div class="grid">
        <Side
          title="Proposed"
          tone="accent"
          found={proposed}
          names={names}
          visit={visit}
          footer={
            <Decision item={item} visit={visit}>
              <Submit kind="main" name="decision" value={keepProposed} label="Accept the proposed fact">
                Accept
              </Submit>
              <Submit kind="danger" name="decision" value={keepKnown} label="Reject the proposed fact">
                Reject
              </Submit>
            </Decision>
          }
        />
        <Side title="It would replace" tone="warn" found={known} names={names} visit={visit} />
      </div>
      <Decision item={item} visit={visit}>
        <span class="soft">They do not contradict each other?</span>
        <Submit name="decision" value="both">
          Keep both
        </Submit>
      </Decision>
    </>
  )
}

function Decision({
  item: { found, place },
  visit,
  children,
}: PropsWithChildren<{ item: ShownItem; visit: Visit }>) {
  return (
    <PostForm action={`${visit.base}/manage/review`} fields={fieldsOf(found, place)}>
      <div class="buttons">{children}</div>
    </PostForm>
  )
}

/** Several members have the name: each may be the one who is meant. */
function Whose({ item: { found, candidates, names, place }, visit }: { item: ShownItem; visit: Visit }) {
  const action = `${visit.base}/manage/review`
  return (
    <>
      <Notice tone="warn">
        <span>Several people have this name. Choose the one who is meant.</span>
        <PostForm action={action} fields={fieldsOf(found, place)}>
          <Submit kind="danger" name="decision" value="reject">
            None of them
          </Submit>
        </PostForm>
      </Notice>
      <div class="grid">
        {candidates.map((side) => (
          <Side
            title={side.subjectName ?? "Someone"}
            tone="accent"
            found={side}
            names={names}
            visit={visit}
            footer={
              <PostForm action={action} fields={fieldsOf(side, place)}>
                <Submit kind="main" name="decision" value="approve">
                  This one
                </Submit>
              </PostForm>
            }
          />
        ))}
      </div>
    </>
  )
}

function RewordCard({ item: { found, candidates, place }, visit }: { item: ShownItem; visit: Visit }) {
  if (candidates.length > 0)
    return (
      <p class="soft small">
        <Badge>Tip</Badge> Choose the person first. The fact can be corrected on its own page afterwards.
      </p>
    )
  const action = `${visit.base}/manage/review/reword`
  return (
    <Card>
      <details {...(wasRefused(action) ? { open: true } : {})}>
        <summary>Edit the words, then approve</summary>
        <PostForm action={action} fields={fieldsOf(found, place)} stack>
          <TextArea name="fact" label="Fact" value={found.memory.fact} max={LONGEST_FACT} required wide />
          <div>
            <Submit kind="main">Save and approve</Submit>
          </div>
        </PostForm>
      </details>
    </Card>
  )
}
