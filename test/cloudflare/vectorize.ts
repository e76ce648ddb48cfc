/** Vectorize: indexes and their metadata indexes. */
import type { CreateIndex } from "cloudflare/resources/vectorize/indexes/indexes.js"
import type {
  MetadataIndexCreateResponse,
  MetadataIndexListResponse,
} from "cloudflare/resources/vectorize/indexes/metadata-index.js"
import { type ApiRequest, type ApiRoute, jsonOf, Refusal } from "./replies.ts"
import type { CloudflareState, VectorIndex } from "./state.ts"

const INDEXES = "/accounts/:account/vectorize/v2/indexes"

export function vectorizeRoutes(state: CloudflareState): ApiRoute[] {
  const allowed = () => {
    if (state.withoutVectorize) throw new Refusal(403, 10000, "Authentication error")
  }
  const find = ({ params }: ApiRequest): VectorIndex => {
    allowed()
    const index = state.indexes.find(({ name }) => name === params.index)
    if (!index) throw new Refusal(404, 3000, "vectorize.index.not_found")
    return index
  }
  return [
    {
      method: "POST",
      path: INDEXES,
      answer: (request): CreateIndex => {
        allowed()
        const { name, config } = jsonOf(request) as unknown as {
          name: string
          config: Pick<VectorIndex, "dimensions" | "metric">
        }
        if (state.indexes.some((index) => index.name === name))
          throw new Refusal(409, 3002, "vectorize.index.duplicate_name")
        state.indexes.push({ name, dimensions: config.dimensions, metric: config.metric, properties: [] })
        return { name, config }
      },
    },
    {
      method: "GET",
      path: `${INDEXES}/:index`,
      answer: (request): CreateIndex => {
        const { name, dimensions, metric } = find(request)
        return { name, config: { dimensions, metric } }
      },
    },
    {
      method: "GET",
      path: `${INDEXES}/:index/metadata_index/list`,
      answer: (request): MetadataIndexListResponse => ({
        metadataIndexes: find(request).properties.map((propertyName) => ({
          propertyName,
          indexType: "string",
        })),
      }),
    },
    {
      method: "POST",
      path: `${INDEXES}/:index/metadata_index/create`,
      answer: (request): MetadataIndexCreateResponse => {
        const index = find(request)
        const name = String(jsonOf(request).propertyName)
        if (index.properties.includes(name))
          throw new Refusal(409, 40018, `Metadata index for property '${name}' already exists`)
        index.properties.push(name)
        return { mutationId: crypto.randomUUID() }
      },
    },
  ]
}
