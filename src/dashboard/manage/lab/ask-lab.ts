/**
 * Asks a question as a place or a person would, with everything that recall considered. Every answer is cut to what the
 * visitor may read themselves, so the lab tells them nothing new about others.
 */
import { viewerForChannel, viewerForPerson, viewerWithin } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import type { Format } from "../../../domain/recalls.ts"
import type { Id, Viewer } from "../../../domain/types.ts"
import { readableAmong } from "../../../memory/read/manage.ts"
import type { Item } from "../../../recall/context.ts"
import type { LoggedCandidate } from "../../../recall/log/trace.ts"
import type { Floor } from "../../../recall/relevance/judge.ts"
import { floorOf } from "../../../recall/select.ts"
import type { Entered } from "../../../runtime/enter.ts"
import { type IdentifiedRecall, type RecallQuestion, runRecall } from "../../../runtime/run-recall.ts"
import type { Visit } from "../../session/visit.ts"

/** The place or the person that asks. `everyone`: a place that all of the server reads. */
export type LabAsker =
  | { kind: "me" }
  | { kind: "everyone" }
  | { kind: "channel"; id: Id }
  | { kind: "person"; id: Id }

export interface LabQuestion {
  words: string
  asker: LabAsker
  format: Format
  /** `null` for the policy's. */
  maxTokens: number | null
}

/** Why a candidate is in the text, or is not. `below_min`, `below_share`: the limit of `floor` that it missed. */
export type LabOutcome = "shown" | "over_budget" | "below_min" | "below_share" | "not_chosen"

interface LabCandidate {
  item: Item
  scores: LoggedCandidate
  outcome: LabOutcome
}

export interface LabAnswer {
  recalled: IdentifiedRecall
  /** In the order of the ranking. */
  candidates: LabCandidate[]
  /** The limits that applied to this question; 0 for none. */
  floor: Floor
  /** True if the question asks for several things, which lowers the floor's share. */
  asksSeveral: boolean
  /** Tokens of what is shown, by format and style. */
  tokens: { format: string; all: number; first: number }[]
  /** Items that whoever asks would be shown if they could read what the visitor can. */
  withheld: Item[]
  latencyMs: number
}

export async function askLab(visit: Visit, question: LabQuestion): Promise<LabAnswer> {
  const { asker } = question
  const began = Date.now()
  const timed = recallAs(visit, question, (entered) => viewerOf(visit, entered, asker)).then((one) => ({
    ...one,
    latencyMs: Date.now() - began,
  }))
  const [{ latencyMs, ...asked }, wider] = await Promise.all([
    timed,
    // The asker stays: facts about whoever asks are shown however weakly they match.
    asker.kind === "me" ? null : recallAs(visit, question, () => visit.viewer),
  ])
  return {
    recalled: asked.recalled,
    ...explained(asked.recalled),
    withheld: wider === null ? [] : await withheldFrom(visit, asked, wider.recalled),
    latencyMs,
  }
}

interface Asked {
  recalled: IdentifiedRecall
  /** `null` if nothing was read. */
  viewer: Viewer | null
}

async function recallAs(
  visit: Visit,
  { words, format, maxTokens, asker }: LabQuestion,
  viewerFor: (entered: Entered) => Viewer,
): Promise<Asked> {
  const userId = asker.kind === "person" ? asker.id : asker.kind === "me" ? visit.person.id : null
  const question: RecallQuestion = {
    ...{ words, asker: userId, mentions: [], asOf: null },
    ...{ format, maxItems: null, maxTokens, minScore: null, isUncounted: true },
  }
  let viewer: Viewer | null = null
  const recalled = await runRecall(visit.runtime, visit.guildId, question, {
    reader: userId,
    viewer: (entered) => {
      viewer = viewerFor(entered)
      return viewer
    },
  })
  return { recalled, viewer }
}

function viewerOf({ viewer: own }: Visit, entered: Entered, asker: LabAsker): Viewer {
  const { structure, people } = entered
  switch (asker.kind) {
    case "me":
      return own
    case "everyone":
      return viewerWithin(own, viewerForChannel(structure, null))
    case "channel":
      return viewerWithin(own, viewerForChannel(structure, asker.id))
    case "person": {
      const member = people.get(asker.id) ?? null
      const theirs = viewerForPerson(structure, asker.id, { member, channelId: null })
      if (theirs === null) throw new Refused({ reason: "unknown_member", userId: asker.id })
      return viewerWithin(own, theirs)
    }
  }
}

/** Puts each candidate beside its scores. */
function explained({
  trace,
  candidates,
}: IdentifiedRecall): Pick<LabAnswer, "candidates" | "floor" | "asksSeveral" | "tokens"> {
  if (trace === null || candidates === null)
    return { candidates: [], floor: { min: 0, share: 0 }, asksSeveral: false, tokens: [] }
  const { candidates: scored, chosen, shown, formats, rule, question } = trace()
  const floor = floorOf({ minScore: null }, question, rule)
  const items = candidates()
  const outcomeOf = (place: number, item: Item, { exempt }: LoggedCandidate): LabOutcome => {
    if (shown.includes(place)) return "shown"
    if (chosen.includes(place)) return "over_budget"
    if (exempt) return "not_chosen"
    if (item.score < floor.min) return "below_min"
    return (item.share ?? 1) < floor.share ? "below_share" : "not_chosen"
  }
  return {
    candidates: scored.flatMap((scores, place) => {
      const item = items[place]
      return item === undefined ? [] : [{ item, scores, outcome: outcomeOf(place, item, scores) }]
    }),
    floor,
    asksSeveral: question.asksSeveral,
    tokens: Object.entries(formats).map(([format, [first, all]]) => ({ format, first, all })),
  }
}

/** Candidates that answer the question: recall chose them, and the token limit may have cut some. */
const MATCHING: readonly LabOutcome[] = ["shown", "over_budget"]

/** Returns what only the `wider` recall shows and whoever asks may not read. Both recalls hold only what the visitor may read. */
async function withheldFrom(
  { entered }: Visit,
  { recalled, viewer }: Asked,
  wider: IdentifiedRecall,
): Promise<Item[]> {
  if (viewer === null || viewer.readable === "all") return []
  const { readable } = viewer
  const seen = new Set((recalled.candidates?.() ?? []).map(({ kind, id }) => `${kind} ${id}`))
  const matching = explained(wider).candidates.filter(({ outcome }) => MATCHING.includes(outcome))
  const others = matching.map(({ item }) => item).filter(({ kind, id }) => !seen.has(`${kind} ${id}`))
  const ids = others.flatMap(({ kind, id }) => (kind === "memory" ? [id] : []))
  const known = await readableAmong(entered.db, viewer, ids)
  return others.filter(({ kind, id, sources }) =>
    kind === "memory"
      ? !known.has(id)
      : sources.some(({ channel_id: channel }) => channel !== null && !readable.includes(channel)),
  )
}
