/** What a night may ask of models is measured by what was said: a quiet day's digests and topics are made by rules, which cost nothing. Pure. */

/** A question for topics costs about as much as so many digests. */
const TOPICS_WORTH = 2

/** Calls for digests that so many messages are worth. `each` is the guild's `messages_per_call`; 0: any number. */
export function digestsWorth(messages: number, each: number): number {
  return each === 0 ? Number.POSITIVE_INFINITY : Math.floor(messages / each)
}

/** Whether a day of so many messages is worth a question for each of the parts its conversations stand in. */
export function topicsWorth(messages: number, { parts, each }: { parts: number; each: number }): boolean {
  return digestsWorth(messages, each) >= TOPICS_WORTH * parts
}
