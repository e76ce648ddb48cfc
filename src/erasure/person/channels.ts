/** A person's erasure in the objects of channels: what they said goes, then where others repeat it, then it is looked for. */
import type { Id } from "../../domain/types.ts"
import { eachChannel } from "../channels.ts"
import type { Page } from "../plan.ts"
import type { Erasing } from "../tools.ts"
import { personOf, sent } from "./traces.ts"

/** Blanks what they said, wherever it was heard. The channels see to what rests on it. */
export async function eraseMessages(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { job } = erasing
  return eachChannel(erasing, cursor, async (id) => {
    for (let messages = 0; ; ) {
      const page = await erasing.channel(id).erasePerson({ userId: job.target, until: job.requestedAt })
      messages += page.messages
      if (!page.more) return { counts: { messages } }
    }
  })
}

/** Takes quotes and mentions of them out of what others said. */
export async function eraseQuotes(erasing: Erasing, cursor: string | null): Promise<Page> {
  const traces = sent(await personOf(erasing))
  return eachChannel(erasing, cursor, async (id) => {
    let quotes = 0
    for (let after: Id | null = null; ; ) {
      const page: { quotes: number; next: Id | null } = await erasing.channel(id).scrub(traces, after)
      quotes += page.quotes
      if (page.next === null) return { counts: { quotes } }
      after = page.next
    }
  })
}

/** Looks for words of theirs, and for quotes and mentions, in what channels keep; waits for what those have still to take back. */
export async function checkMessages(erasing: Erasing, cursor: string | null): Promise<Page> {
  const traces = sent(await personOf(erasing))
  let owed = 0
  const page = await eachChannel(erasing, cursor, async (id) => {
    let left = 0
    for (let after: Id | null = null; ; ) {
      const held = await erasing.channel(id).stillHolds(traces, { until: erasing.job.requestedAt, after })
      left += held.left
      if (held.next === null) {
        owed += held.owed
        return { left }
      }
      after = held.next
    }
  })
  return owed === 0
    ? page
    : { next: null, waits: "waits until channels have taken back what was made of their messages" }
}
