/** The words that stand for a memory or a note in the vector index. Pure. */
import { z } from "zod"
import type { Unembedded } from "../memory/write/vectors.ts"

const Topics = z.array(z.string()).catch([])

/** A memory by its subject's name, fact and topics; a note by title and summary. */
export function wordsFor(row: Pick<Unembedded, "kind" | "words" | "subjectName">): string {
  const [first, second] = row.words
  if (row.kind === "note") return `${first}\n${second}`
  const topics = Topics.parse(JSON.parse(second)).join(", ")
  return [row.subjectName, first, topics].filter(Boolean).join("\n")
}
