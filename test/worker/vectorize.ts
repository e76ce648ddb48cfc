/**
 * A stand-in for a Vectorize index with its documented semantics: writes are visible only once processed,
 * limits are errors, and filters see only what a metadata index held when the vector was written. Source:
 * https://developers.cloudflare.com/vectorize/platform/limits/ and …/reference/metadata-filtering/; the limit
 * of deletions and the wording of errors are as reported from the service.
 */

interface Stored {
  values: Float32Array
  namespace: string
  metadata: Record<string, unknown>
  /** Values captured by the metadata indexes that existed when it was written. */
  indexed: Record<string, string>
}

type Query = { topK?: number; namespace?: string; filter?: Record<string, unknown> } & Record<string, unknown>

const utf8 = new TextEncoder()

export class VectorizeStandIn {
  readonly #dimensions: number
  readonly #metadataIndexes: Set<string>
  readonly #stored = new Map<string, Stored>()
  #queue: (() => void)[] = []
  /** Number of calls of each method. */
  readonly calls = { upsert: 0, query: 0, deleteByIds: 0, getByIds: 0 }
  /** Set to make it unreachable. */
  down = false

  constructor(dimensions: number, metadataIndexes: string[]) {
    this.#dimensions = dimensions
    this.#metadataIndexes = new Set(metadataIndexes)
  }

  /** The binding, with the only methods that are called. */
  get binding(): Vectorize {
    const methods = {
      upsert: (vectors: VectorizeVector[]) => this.upsert(vectors),
      query: (vector: Float32Array, options: Query) => this.query(vector, options),
      deleteByIds: (ids: string[]) => this.deleteByIds(ids),
      getByIds: (ids: string[]) => this.getByIds(ids),
      describe: async () => ({ dimensions: this.#dimensions }),
    }
    return methods as unknown as Vectorize
  }

  /** Makes all writes so far visible. */
  process(): void {
    const queue = this.#queue
    this.#queue = []
    for (const write of queue) write()
  }

  get ids(): string[] {
    return [...this.#stored.keys()].sort()
  }

  createMetadataIndex(property: string): void {
    this.#metadataIndexes.add(property)
  }

  async upsert(vectors: VectorizeVector[]): Promise<{ mutationId: string }> {
    this.#enter("upsert")
    if (vectors.length > 1_000)
      throw new Error(
        `VECTOR_UPSERT_ERROR (code = 40008): too many vectors in payload; max count is 1000, got ${vectors.length}`,
      )
    for (const { id, values, namespace } of vectors) {
      if (utf8.encode(id).length > 64)
        throw new Error(
          `VECTOR_UPSERT_ERROR (code = 40008): id too long; max is 64 bytes, got ${id.length} bytes`,
        )
      if (utf8.encode(namespace ?? "").length > 64) throw new Error("VECTOR_UPSERT_ERROR: namespace too long")
      this.#measure("VECTOR_UPSERT_ERROR", values.length)
    }
    const rows = vectors.map((vector) => [vector.id, this.#row(vector)] as const)
    this.#queue.push(() => {
      for (const [id, row] of rows) this.#stored.set(id, row)
    })
    return { mutationId: crypto.randomUUID() }
  }

  async deleteByIds(ids: string[]): Promise<{ mutationId: string }> {
    this.#enter("deleteByIds")
    if (ids.length > 100)
      throw new Error(
        `VECTOR_DELETE_ERROR (code = 40007): too many ids in payload; max id count is 100, got ${ids.length}`,
      )
    this.#queue.push(() => {
      for (const id of ids) this.#stored.delete(id)
    })
    return { mutationId: crypto.randomUUID() }
  }

  async getByIds(ids: string[]) {
    this.#enter("getByIds")
    if (ids.length > 20)
      throw new Error(`VECTOR_GET_ERROR (code = 40007): too many ids; max is 20, got ${ids.length}`)
    return ids.flatMap((id) => {
      const row = this.#stored.get(id)
      return row ? [{ id, values: row.values, namespace: row.namespace, metadata: row.metadata }] : []
    })
  }

  async query(vector: Float32Array, options: Query) {
    this.#enter("query")
    const { topK = 5, namespace, filter = {} } = options
    const bare = !options.returnValues && (options.returnMetadata ?? "none") === "none"
    if (topK < 1 || topK > (bare ? 100 : 50))
      throw new Error(`VECTOR_QUERY_ERROR (code = 40025): topK of ${topK}`)
    if (utf8.encode(JSON.stringify(filter)).length >= 2_048)
      throw new Error("VECTOR_QUERY_ERROR: filter of 2048 bytes or more")
    this.#measure("VECTOR_QUERY_ERROR", vector.length)
    const matches = [...this.#stored]
      .filter(([, row]) => namespace === undefined || row.namespace === namespace)
      .filter(([, row]) =>
        Object.entries(filter).every(([name, value]) => matchesFilter(row.indexed[name], value)),
      )
      .map(([id, row]) => ({ id, score: cosine(row.values, vector) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, topK)
    return { matches, count: matches.length }
  }

  #enter(method: keyof VectorizeStandIn["calls"]): void {
    this.calls[method] += 1
    if (this.down) throw new Error("VECTORIZE_ERROR (code = 10000): internal server error")
  }

  #measure(error: string, dimensions: number): void {
    if (dimensions !== this.#dimensions)
      throw new Error(
        `${error} (code = 40006): expected ${this.#dimensions} dimensions, and got ${dimensions} dimensions`,
      )
  }

  #row({ values, namespace = "", metadata = {} }: VectorizeVector): Stored {
    const indexed = Object.entries(metadata)
      .filter(([name]) => this.#metadataIndexes.has(name))
      .map(([name, value]) => [name, truncated(value)] as const)
    return { values: Float32Array.from(values), namespace, metadata, indexed: Object.fromEntries(indexed) }
  }
}

function matchesFilter(held: string | undefined, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return held === truncated(value)
  const any = "$in" in value && Array.isArray(value.$in) ? value.$in : []
  return held !== undefined && any.map(truncated).includes(held)
}

/** Metadata indexes hold 64 bytes of a value. */
function truncated(value: unknown): string {
  return new TextDecoder().decode(utf8.encode(String(value)).slice(0, 64))
}

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
