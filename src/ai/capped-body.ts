/** Reads a body as text without ever holding more of it than was agreed. */

export interface CappedText {
  text: string
  /** The body went on past the cap; `text` is its beginning. */
  cut: boolean
}

/** At most `maxBytes` of a body. Throws what the stream throws: a connection may break in the middle. */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<CappedText> {
  if (!body) return { text: "", cut: false }
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ""
  let left = maxBytes
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { text: text + decoder.decode(), cut: false }
    text += decoder.decode(value.subarray(0, left), { stream: true })
    left -= value.byteLength
    if (left < 0) {
      await reader.cancel().catch(() => undefined) // fallback: the rest is unwanted however the stream ends
      return { text, cut: true }
    }
  }
}
