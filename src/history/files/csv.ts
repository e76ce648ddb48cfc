/** Reads CSV a chunk at a time (RFC 4180): quoted fields may hold commas, quotes and line breaks. */

/** Yields a record per line, with the names of the first line. */
export async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Record<string, string>> {
  let names: string[] | null = null
  for await (const row of rowsOf(chunks)) {
    if (names === null) names = row
    else if (row.length > 1 || row[0] !== "")
      yield Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""]))
  }
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const rows = new RowReader()
  const utf8 = new TextDecoder()
  for await (const chunk of chunks) yield* rows.read(utf8.decode(chunk, { stream: true }))
  yield* rows.end()
}

/** Splits text that arrives in pieces into rows of fields. */
class RowReader {
  /** `closing`: after a quote inside a quoted field, which ends it or is the first of two. */
  #state: "plain" | "quoted" | "closing" = "plain"
  #field = ""
  #row: string[] = []

  #endField(): void {
    this.#row.push(this.#field)
    this.#field = ""
    this.#state = "plain"
  }

  *read(text: string): Generator<string[]> {
    for (const character of text) {
      if (this.#state === "quoted") {
        if (character === '"') this.#state = "closing"
        else this.#field += character
      } else if (character === '"') {
        // The second of two quotes, a quote that opens a field, or one inside a field without quotes.
        const opens = this.#state === "plain" && this.#field === ""
        if (!opens) this.#field += '"'
        if (opens || this.#state === "closing") this.#state = "quoted"
      } else if (character === ",") this.#endField()
      else if (character === "\n") {
        this.#endField()
        yield this.#row.splice(0)
      } else if (character !== "\r") this.#field += character
    }
  }

  *end(): Generator<string[]> {
    if (this.#field === "" && this.#row.length === 0) return
    this.#endField()
    yield this.#row
  }
}
