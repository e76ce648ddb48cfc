/**
 * Scores rules on logged recalls: how much of what they show is useful, its tokens and latency, and how often it repeats
 * itself. Rows count by one over the probability with which they were logged. Pure.
 */
import { ShownLately } from "../domain/shown-lately.ts"
import { type LoggedCandidate, REPLAYED, type ReplayRule } from "./log/trace.ts"
import { type LoggedRecall, type ReplayedRecall, replayRecall } from "./replay.ts"

/** A logged recall, with what became of the memories among its candidates, by row number. */
export interface RatedRecall extends LoggedRecall {
  outcomes: ReadonlyMap<number, "good" | "bad">
}

interface RecallScore {
  recalls: number
  /** Recalls of which something shown has an outcome, and the share of the memories shown that have one. */
  rated: number
  coverage: number
  /** Share of what was shown that is useful, as far as that is known; `null` if nothing is. */
  useful: number | null
  /** Means for a recall. */
  tokens: number
  latency_ms: number
  /** Share of the memories and notes shown that were shown in the same place within three hours before. */
  repetition: number
  /** Shannon entropy, in bits, of which memories and notes are shown. */
  entropy: number
}

interface RecallReplay {
  score: RecallScore
  /** Parallel to the rows used. */
  replayed: ReplayedRecall[]
  used: readonly RatedRecall[]
}

export interface RecallComparison {
  rows: number
  /** Rows that a replay cannot order, because a reranker had a say. */
  skipped: number
  live: RecallScore
  candidate: RecallScore
  /** Recalls that would show something else, or in another order. */
  changed: number
  /** Difference of `useful` over the recalls rated under both, candidate minus live, with its 95 % interval. */
  difference: { estimate: number; lower: number; upper: number; pairs: number } | null
  /** Changed settings that no replay can show, or not in full. */
  frozen: string[]
}

/** Replays recalls, which must be in the order of their times. @internal */
export function replayRecalls(rows: readonly RatedRecall[], rule: ReplayRule): RecallReplay {
  const used = rows.filter(({ trace }) => !trace.reranked)
  const lately = new ShownLately()
  const tally = new Tally(latencies(used))
  const replayed = used.map((row) => {
    const recent = recentIn(row, lately)
    const result = replayRecall(row, rule, recent.of)
    tally.add(row, result, recent.simulated)
    if (row.trace.place === "shared") lately.note(placeOf(row), itemsOf(row, result.shown), row.at)
    return result
  })
  return { score: tally.score, replayed, used }
}

/** Compares two rules on the same recalls. */
export function compareRecalls<R extends ReplayRule>(
  rows: readonly RatedRecall[],
  live: R,
  candidate: R,
): RecallComparison {
  const [before, after] = [replayRecalls(rows, live), replayRecalls(rows, candidate)]
  const pairs = before.used.flatMap((row, at) => {
    const values = [before, after].map(({ replayed }) => usefulness(row, replayed[at]?.shown ?? []).mean)
    const [one, other] = values
    return one == null || other == null ? [] : [{ weight: 1 / row.share, difference: other - one }]
  })
  const changed = before.replayed.filter(
    ({ shown }, at) => shown.join() !== (after.replayed[at]?.shown ?? []).join(),
  )
  return {
    rows: before.used.length,
    skipped: rows.length - before.used.length,
    live: before.score,
    candidate: after.score,
    changed: changed.length,
    difference: intervalOf(pairs),
    frozen: frozenChanges(live, candidate),
  }
}

/**
 * Names the settings that differ and that a replay cannot show, or only in part: those of the search, and looser limits
 * than those that chose the logged candidates.
 */
function frozenChanges<R extends ReplayRule>(live: R, candidate: R): string[] {
  const isReplayed = (name: keyof R) => REPLAYED.some((one) => one === name)
  const names = Object.keys(live) as (keyof R & string)[]
  const searched = names.filter(
    (name) => !isReplayed(name) && JSON.stringify(live[name]) !== JSON.stringify(candidate[name]),
  )
  const looser: string[][] = [
    candidate.max_per_type > live.max_per_type ? ["max_per_type"] : [],
    candidate.min_confidence < live.min_confidence ? ["min_confidence"] : [],
    candidate.judge && !live.judge ? ["judge"] : [],
  ]
  return [...searched, ...looser.flat()].map((name) => `recall.${name}`).sort()
}

/** Adds up the scores of replayed recalls. */
class Tally {
  readonly #latencies: ReadonlyMap<string, number>
  readonly #counts = new Map<string, number>()
  #recalls = 0
  #weight = 0
  #rated = { recalls: 0, weight: 0, useful: 0 }
  #memories = { shown: 0, known: 0 }
  #items = { shown: 0, repeated: 0 }
  #tokens = 0
  #latency = 0

  constructor(latenciesByFormat: ReadonlyMap<string, number>) {
    this.#latencies = latenciesByFormat
  }

  add(row: RatedRecall, { shown, tokens, format }: ReplayedRecall, repeated: ReadonlySet<string>): void {
    const weight = 1 / row.share
    this.#recalls += 1
    this.#weight += weight
    this.#tokens += weight * tokens
    this.#latency +=
      weight * (format === row.format ? row.latencyMs : (this.#latencies.get(format) ?? row.latencyMs))
    const { mean, memories, known } = usefulness(row, shown)
    this.#memories.shown += memories
    this.#memories.known += known
    if (mean !== null) {
      this.#rated.recalls += 1
      this.#rated.weight += weight
      this.#rated.useful += weight * mean
    }
    for (const item of itemsOf(row, shown)) {
      this.#items.shown += 1
      this.#items.repeated += Number(repeated.has(item))
      this.#counts.set(item, (this.#counts.get(item) ?? 0) + 1)
    }
  }

  get score(): RecallScore {
    const of = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
    return {
      recalls: this.#recalls,
      rated: this.#rated.recalls,
      coverage: of(this.#memories.known, this.#memories.shown),
      useful: this.#rated.weight === 0 ? null : this.#rated.useful / this.#rated.weight,
      tokens: of(this.#tokens, this.#weight),
      latency_ms: of(this.#latency, this.#weight),
      repetition: of(this.#items.repeated, this.#items.shown),
      entropy: [...this.#counts.values()].reduce((sum, count) => {
        const share = count / this.#items.shown
        return sum - share * Math.log2(share)
      }, 0),
    }
  }
}

/** Latency is frozen: another format takes as long as logged recalls in that format did, if there are any. */
function latencies(rows: readonly RatedRecall[]): Map<string, number> {
  const byFormat = Map.groupBy(rows, ({ format }) => format)
  return new Map(
    [...byFormat].map(([format, all]) => [
      format,
      all.reduce((sum, { latencyMs }) => sum + latencyMs, 0) / all.length,
    ]),
  )
}

/**
 * Returns the share of what is shown that is useful, as far as it is known: the outcome of a memory, or else the verdict on
 * the recall for what that recall showed.
 */
function usefulness(row: RatedRecall, shown: readonly number[]) {
  const { trace, feedback, outcomes } = row
  const known: number[] = []
  let memories = 0
  for (const place of shown) {
    const one = trace.candidates[place]
    const outcome = one?.kind === "memory" && one.seq !== null ? outcomes.get(one.seq) : undefined
    memories += Number(one?.kind === "memory")
    if (outcome !== undefined) known.push(Number(outcome === "good"))
    else if (feedback !== null && trace.shown.includes(place)) known.push(Number(feedback === "useful"))
  }
  const mean = known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  return { mean, memories, known: Math.min(known.length, memories) }
}

/** A weighted mean with a normal interval by its linearized variance. */
function intervalOf(
  pairs: readonly { weight: number; difference: number }[],
): RecallComparison["difference"] {
  const total = pairs.reduce((sum, { weight }) => sum + weight, 0)
  if (pairs.length < 2 || total === 0) return null
  const estimate = pairs.reduce((sum, { weight, difference }) => sum + weight * difference, 0) / total
  const squares = pairs.reduce((sum, one) => sum + (one.weight * (one.difference - estimate)) ** 2, 0)
  const variance = (squares / total ** 2) * (pairs.length / (pairs.length - 1))
  const reach = 1.96 * Math.sqrt(variance)
  return { estimate, lower: estimate - reach, upper: estimate + reach, pairs: pairs.length }
}

function placeOf({ channelId }: LoggedRecall): string {
  return channelId ?? ""
}

/** Names memories and notes; messages have no name in the log. */
function itemsOf({ trace }: LoggedRecall, places: readonly number[]): string[] {
  return places.flatMap((place) => nameOf(trace.candidates[place]) ?? [])
}

function nameOf(one: LoggedCandidate | undefined): string | null {
  return one === undefined || one.seq === null ? null : `${one.kind} ${one.seq}`
}

/**
 * Returns what was shown lately where a recall was asked: as logged if the rule in force needed it, else by what the replay
 * itself showed in earlier rows. A sample knows only of the recalls that it has.
 */
function recentIn(row: RatedRecall, lately: ShownLately) {
  const { trace, at } = row
  const simulated = trace.place === "shared" ? lately.recent(placeOf(row), at) : new Map<string, number>()
  const of = (place: number) => {
    const one = trace.candidates[place]
    if (trace.rule.diversity > 0) return one?.recent ?? 0
    return simulated.get(nameOf(one) ?? "") ?? 0
  }
  return { of, simulated: new Set(simulated.keys()) }
}
