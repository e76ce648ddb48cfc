/** Waiting for what comes about, with an end to it. */

/** The first value that is neither null, undefined nor false. Throws, saying what is missing, after the deadline. */
export async function eventually<Value>(
  look: () => Value | null | undefined | false | Promise<Value | null | undefined | false>,
  told: { deadlineMs?: number; what?: () => string } = {},
): Promise<Value> {
  const until = Date.now() + (told.deadlineMs ?? 30_000)
  for (;;) {
    const value = await look()
    if (value) return value
    if (Date.now() > until) throw new Error(told.what?.() ?? `It did not come about: ${look}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
