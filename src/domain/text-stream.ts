/** Documents that are too large to hold, as the body of an answer. */

/** Streams text as its pieces are made. If the reader leaves, no further piece is. */
export function streamText(pieces: AsyncGenerator<string, unknown>): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(utf8.encode(value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
