/** Gives the window rule the words behind its ids: one read when a run is full, none for each message heard. */
import type { Id } from "../../domain/types.ts"
import type { Line } from "./answers.ts"
import { overlap, parted } from "./conversations.ts"
import type { Conversations } from "./window-rule.ts"

interface Parts {
  over: Id[]
  on: Id[]
}

export class HeardConversations implements Conversations {
  readonly #read: (ids: readonly Id[]) => Line[]
  // What was last answered: a run that stays open is asked about with each message, and one that is due when it is taken.
  #overlap = { ids: "", answer: false }
  #parts: { ids: string; most: number; answer: Parts } | null = null

  /** `read` gives what is kept of the ids, in order of saying. */
  constructor(read: (ids: readonly Id[]) => Line[]) {
    this.#read = read
  }

  overlap(ids: readonly Id[]): boolean {
    const key = ids.join()
    if (key !== this.#overlap.ids) this.#overlap = { ids: key, answer: overlap(this.#read(ids)) }
    return this.#overlap.answer
  }

  part(ids: readonly Id[], most: number): Parts {
    const key = ids.join()
    if (key !== this.#parts?.ids || most !== this.#parts.most)
      this.#parts = { ids: key, most, answer: this.#partsOf(ids, most) }
    return this.#parts.answer
  }

  #partsOf(ids: readonly Id[], most: number): Parts {
    const lines = this.#read(ids)
    // A message whose words are gone still counts: then the run is parted in the middle, as if nothing were known.
    if (lines.length !== ids.length) return { over: ids.slice(0, most), on: ids.slice(most) }
    const { over, on } = parted(lines, most)
    const idsAt = (positions: number[]) => positions.flatMap((position) => lines[position]?.id ?? [])
    return { over: idsAt(over), on: idsAt(on) }
  }
}
