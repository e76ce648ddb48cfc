/** How a Durable Object ends once everything it held is to be gone. */

/** What such an end says to whoever asked for it, and to all who called meanwhile. */
const WIPED = "everything here was erased"

/** Deletes all storage and the alarm, and ends this life of the object: nothing it had in memory is written any more. Never returns. */
export async function wipe(ctx: DurableObjectState): Promise<void> {
  await ctx.storage.deleteAll()
  await ctx.storage.sync()
  ctx.abort(WIPED)
}

/** Asks an object to wipe itself. It ends at once, which its caller sees as an error: that is how it says that it is done. */
export async function wiped(ask: () => Promise<void>): Promise<void> {
  try {
    await ask()
  } catch (error) {
    if (!`${error}`.includes(WIPED)) throw error
  }
}
