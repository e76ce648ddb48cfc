/** An answer without a model: what is known that bears on the question, word for word, best first. Pure. */
import { stems } from "../../text/stems.ts"
import type { Item } from "../context.ts"
import { parseQuestion, type Question } from "../find/question.ts"
import { withoutEchoes } from "../relevance.ts"
import type { AnswerInput } from "./prompt.ts"

/** `close`: something of what was asked stands in it. `loose`: it is about the same person, or of the talk before it, and no more. */
export interface Quotes {
  fit: "close" | "loose"
  items: Item[]
}

const MOST = 5
const MOST_LOOSE = 3
/** Of what the best one has of the question, the others must have so much. */
const SHARE = 0.6
/** Words for the one who asks. */
const OWN = new Set(["i", "me", "my", "mine", "myself"])
/** Found by meaning alone, this near or nearer. */
const NEAR = 0.35

/** Found for the time asked about; what bears on nothing scores less. */
const IN_TIME = 0.05

/** null where nothing that was found bears on it. */
export function quoteAnswer(matter: AnswerInput): Quotes | null {
  const question = parseQuestion({
    words: matter.question,
    asker: matter.asker.id,
    mentions: matter.mentions.map(({ id }) => id),
    asOf: null,
    timezone: matter.timezone,
  })
  const telling = matter.items.filter((item) => !asks(item))
  if (question.onlyTime)
    return quoted(
      "close",
      telling.filter(({ score }) => score >= IN_TIME),
    )
  const { words, scored } = weighed(telling, question, new Set(namesIn(matter).flatMap(stems)))
  const best = Math.max(0, ...scored.map((one) => one.words))
  const close = scored.filter(
    (one) =>
      (best > 0 && one.words >= SHARE * best) || (one.item.kind !== "message" && one.item.score >= NEAR),
  )
  // Of those that say as much, what is about the person asked for.
  const about = close.filter(({ named }) => named)
  // What the talk before it led to is no answer by itself.
  const fit = best === 0 && matter.isFollowUp ? "loose" : "close"
  const found = quoted(
    fit,
    withoutEchoes(
      (about.length > 0 ? about : close).map(({ item }) => item),
      matter.question,
    ),
  )
  if (found !== null) return found
  const known = scored.filter(({ named, item }) => named && item.kind === "memory")
  // Where nothing is asked of them but what is known, that is the answer.
  return quoted(
    words === 0 ? "close" : "loose",
    known.map(({ item }) => item),
  )
}

interface Weighed {
  item: Item
  /** How many telling words of the question stand in it. */
  words: number
  /** Whether it is about somebody the question names. */
  named: boolean
}

/** `words`: how many the question has beside names. */
function weighed(
  items: readonly Item[],
  question: Question,
  names: ReadonlySet<string>,
): { words: number; scored: Weighed[] } {
  const asked = [...new Set(stems(question.words))]
  const telling = asked.filter((stem) => !names.has(stem) && !OWN.has(stem))
  const scored = items.map((item) => {
    const has = new Set(stems(`${item.text} ${item.title ?? ""} ${item.topics.join(" ")}`))
    const whose = item.subject !== null && question.speakers.includes(item.subject.id)
    const named = whose || asked.some((stem) => names.has(stem) && has.has(stem))
    return { item, words: telling.filter((stem) => has.has(stem)).length, named }
  })
  return { words: telling.length, scored }
}

/** Who asks tells nothing. */
function asks({ kind, text }: Item): boolean {
  return kind === "message" && /\?\W*$/.test(text)
}

function quoted(fit: Quotes["fit"], items: readonly Item[]): Quotes | null {
  return items.length === 0 ? null : { fit, items: items.slice(0, fit === "close" ? MOST : MOST_LOOSE) }
}

function namesIn({ items, mentions, asker }: AnswerInput): string[] {
  return [
    asker.name,
    ...mentions.map(({ name }) => name),
    ...items.flatMap(({ subject }) => subject?.name ?? []),
  ]
}
