/** Reads a JSON document a chunk at a time, so that memory does not grow with it. Large numbers stay exact. */
import { Tokenizer, TokenParser } from "@streamparser/json"

/** A value that a path of the document selects. `key` is its name or its index. */
export interface JsonPart {
  key: string | number | undefined
  value: unknown
}

/** JSON that breaks off. What came before it was yielded. */
export class BrokenJson extends Error {}

/** Keeps integers that a JavaScript number cannot hold as strings: ids stand as bare numbers in some files. */
class ExactTokenizer extends Tokenizer {
  override parseNumber(digits: string): number {
    const number = Number(digits)
    // A cast because the parser passes on whatever this returns as the value.
    return Number.isSafeInteger(number) || !/^-?\d+$/.test(digits) ? number : (digits as unknown as number)
  }
}

/**
 * Yields what `paths` select, in the document's order. Throws BrokenJson at the first character that is no JSON, and at
 * an end that comes too early. Holds no more than the values of one chunk.
 */
export async function* jsonParts(
  stream: ReadableStream<Uint8Array>,
  paths: string[],
): AsyncGenerator<JsonPart, undefined> {
  const tokenizer = new ExactTokenizer()
  const parser = new TokenParser({ paths, keepStack: false })
  let ready: JsonPart[] = []
  tokenizer.onToken = parser.write.bind(parser)
  parser.onValue = ({ key, value }) => ready.push({ key, value })
  parser.onError = tokenizer.error.bind(tokenizer)
  tokenizer.onEnd = () => {
    if (!parser.isEnded) parser.end()
  }
  parser.onEnd = () => {
    if (!tokenizer.isEnded) tokenizer.end()
  }
  let broken: unknown
  const attempt = (step: () => void) => {
    try {
      step()
    } catch (error) {
      broken = error
    }
  }
  for await (const chunk of chunksOf(stream)) {
    attempt(() => tokenizer.write(chunk))
    const batch = ready
    ready = []
    yield* batch
    if (broken !== undefined) throw new BrokenJson("The JSON is damaged.", { cause: broken })
  }
  attempt(() => tokenizer.isEnded || tokenizer.end())
  if (broken !== undefined) throw new BrokenJson("The JSON ends too early.", { cause: broken })
}

/** Yields a stream's chunks. Cancels it if the reader leaves. Not every platform can iterate a stream. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // A stream that failed has nothing left to cancel.
    await reader.cancel().catch(() => undefined)
  }
}
