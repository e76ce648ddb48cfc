/** Waits for a condition, with a deadline. */

/**
 * Returns the first value that is not null, undefined or false. After the deadline, throws an error that
 * names what is missing.
 */
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
