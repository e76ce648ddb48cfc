/** Memories between their rows and the noun. */
import type { InferSelectModel } from "drizzle-orm"
import type { Memory } from "../../domain/types.ts"
import type { memories } from "./schema.ts"

export type MemoryRow = InferSelectModel<typeof memories>

export function fromRow(row: MemoryRow): Memory {
  const { seq: _, embeddedWith: __, scope, subjectId, ...rest } = row
  return { ...rest, subject: { scope, id: subjectId } }
}

/** A memory as the flat JSON object that `json_each` unpacks into columns. */
export function toRow(memory: Memory): Omit<MemoryRow, "seq" | "embeddedWith"> {
  const { subject, ...rest } = memory
  return { ...rest, scope: subject.scope, subjectId: subject.id }
}

/** What full text is searched in: the fact and its topics. */
export function searchText(memory: Pick<Memory, "fact" | "topics">): string {
  return `${memory.fact} ${memory.topics.join(" ")}`
}
