/** An answer without a model: what is known that bears on the question, word for word, best first. Pure. */
import { stems } from "../../memory/terms.ts"
import type { Item } from "../context.ts"
import { understand } from "../question.ts"
import type { Matter } from "./matter.ts"

/** `close`: something of what was asked stands in it. `loose`: it is about the same person, and no more. */
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

/** null where nothing that was found bears on it. */
export function quotes(matter: Matter): Quotes | null {
  const question = understand({
    words: matter.question,
    asker: matter.asker.id,
    mentions: matter.mentions.map(({ id }) => id),
    asOf: null,
    timezone: matter.timezone,
  })
  if (question.onlyTime)
    return quoted(
      "close",
      matter.items.filter(({ score }) => score >= NEAR),
      MOST,
    )
  const names = new Set(namesIn(matter).flatMap(stems))
  const asked = [...new Set(stems(question.words))]
  const telling = asked.filter((stem) => !names.has(stem) && !OWN.has(stem))
  const scored = matter.items.map((item) => {
    const has = new Set(stems(`${item.text} ${item.title ?? ""} ${item.topics.join(" ")}`))
    const whose = item.subject !== null && question.speakers.includes(item.subject.id)
    const named = whose || asked.some((stem) => names.has(stem) && has.has(stem))
    return { item, words: telling.filter((stem) => has.has(stem)).length, named: Number(named) }
  })
  const best = Math.max(0, ...scored.map(({ words }) => words))
  const close = scored.filter(
    ({ item, words }) =>
      !asks(item) && ((best > 0 && words >= SHARE * best) || (item.kind !== "message" && item.score >= NEAR)),
  )
  // Of those that say as much, what is about the person asked for.
  const about = close.filter(({ named }) => named > 0)
  const found = quoted(
    "close",
    (about.length > 0 ? about : close).map(({ item }) => item),
    MOST,
  )
  if (found !== null) return found
  const loose = scored.filter(({ named, item }) => named > 0 && item.kind === "memory")
  return quoted(
    asksOfPerson(telling) ? "close" : "loose",
    loose.map(({ item }) => item),
    asksOfPerson(telling) ? MOST : MOST_LOOSE,
  )
}

/** Nothing is asked of them but what is known. */
function asksOfPerson(telling: readonly string[]): boolean {
  return telling.length === 0
}

/** Who asks tells nothing. */
function asks({ kind, text }: Item): boolean {
  return kind === "message" && /\?\W*$/.test(text)
}

function quoted(fit: Quotes["fit"], items: readonly Item[], most: number): Quotes | null {
  return items.length === 0 ? null : { fit, items: items.slice(0, most) }
}

function namesIn({ items, mentions, asker }: Matter): string[] {
  return [
    asker.name,
    ...mentions.map(({ name }) => name),
    ...items.flatMap(({ subject }) => subject?.name ?? []),
  ]
}
