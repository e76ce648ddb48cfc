/** Waiting with an end: a deadline around any work, and a pause. */

export const OVERDUE = Symbol("overdue")

/**
 * The work's result, or OVERDUE after `ms` milliseconds. The signal fires at the deadline, so that work which heeds it
 * stops; work which does not is left behind, and whatever becomes of it is ignored.
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | typeof OVERDUE> {
  const abort = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<typeof OVERDUE>((resolve) => {
    timer = setTimeout(resolve, ms, OVERDUE)
  })
  try {
    return await Promise.race([work(abort.signal), late])
  } finally {
    clearTimeout(timer)
    abort.abort()
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
