/** The names of a window's readings: read again after a message of it changed, it goes by an id of its own, made from the last. Pure. */

const AGAIN = /_r(\d+)$/

/** Whether a window's messages were read before, under another id. */
export function isReread(windowId: string): boolean {
  return AGAIN.test(windowId)
}

/** The id of a window's next reading: `…_r2`, `…_r3`. */
export function nextReading(windowId: string): string {
  const times = Number(AGAIN.exec(windowId)?.[1] ?? 1)
  return `${windowId.replace(AGAIN, "")}_r${times + 1}`
}
