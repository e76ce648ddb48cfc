/**
 * Computes the cost of model calls from published unit prices or the deployment's own. Pure; it bills nobody.
 */
import type { Usage } from "../domain/types.ts"

interface Price {
  /** Per million tokens. */
  input: number
  output: number
}

/** The deployment's own prices: US dollars per million tokens, by model. */
export type Prices = Readonly<Record<string, Price>>

/**
 * Neurons per million tokens. Source: "Pricing" in the Workers AI documentation, column "Price in Neurons",
 * as of autumn 2026. Dollars are derived from neurons, because neurons are billed and the page rounds dollars
 * to a tenth of a cent. Models with a separate price for cached input are left out: the cached share of an
 * input is not known here.
 */
const NEURONS: Prices = {
  "@cf/zai-org/glm-4.7-flash": { input: 5_500, output: 36_400 },
  "@cf/openai/gpt-oss-120b": { input: 31_818, output: 68_182 },
  "@cf/openai/gpt-oss-20b": { input: 18_182, output: 27_273 },
  "@cf/ibm-granite/granite-4.0-h-micro": { input: 1_542, output: 10_158 },
  "@cf/qwen/qwen3-30b-a3b-fp8": { input: 4_625, output: 30_475 },
  "@cf/google/gemma-3-12b-it": { input: 31_371, output: 50_560 },
  "@cf/google/gemma-4-26b-a4b-it": { input: 9_091, output: 27_273 },
  "@cf/mistralai/mistral-small-3.1-24b-instruct": { input: 31_876, output: 50_488 },
  "@cf/meta/llama-3.2-1b-instruct": { input: 2_457, output: 18_252 },
  "@cf/meta/llama-3.2-3b-instruct": { input: 4_625, output: 30_475 },
  "@cf/meta/llama-3.1-8b-instruct-fp8-fast": { input: 4_119, output: 34_868 },
  "@cf/meta/llama-3.1-8b-instruct-fp8": { input: 13_778, output: 26_128 },
  "@cf/meta/llama-3.3-70b-instruct-fp8-fast": { input: 26_668, output: 204_805 },
  "@cf/meta/llama-4-scout-17b-16e-instruct": { input: 24_545, output: 77_273 },
  "@cf/nvidia/nemotron-3-120b-a12b": { input: 45_455, output: 136_364 },
  "@cf/baai/bge-m3": { input: 1_075, output: 0 },
  "@cf/baai/bge-small-en-v1.5": { input: 1_841, output: 0 },
  "@cf/baai/bge-base-en-v1.5": { input: 6_058, output: 0 },
  "@cf/baai/bge-large-en-v1.5": { input: 18_582, output: 0 },
  "@cf/qwen/qwen3-embedding-0.6b": { input: 1_075, output: 0 },
  "@cf/pfnet/plamo-embedding-1b": { input: 1_689, output: 0 },
  "@cf/baai/bge-reranker-base": { input: 283, output: 0 },
}

/** Workers AI bills compute in neurons at $0.011 per 1,000. The first 10,000 a day are free. @internal */
export const USD_PER_NEURON = 0.011 / 1_000

/**
 * Returns the cost of one call in US dollars, ignoring the free allowance; `null` if the model's price is
 * unknown.
 */
export function costUsd(usage: Usage): number | null {
  if (usage.costUsd !== undefined) return usage.costUsd
  const neurons = priceOf(usage, NEURONS)
  return neurons === null ? null : neurons * USD_PER_NEURON
}

/** Adds the price if the list names the usage's model. */
function withPrice(usage: Usage, prices: Prices): Usage {
  const usd = priceOf(usage, prices)
  return usd === null ? usage : { ...usage, costUsd: usd }
}

function priceOf(usage: Usage, prices: Prices): number | null {
  const price = Object.hasOwn(prices, usage.model) ? prices[usage.model] : undefined
  if (!price) return null
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000
}

/** Adds the price to a reply's usage if the list names its model. */
export function pricedReply<R extends { usage: Usage | null }>(reply: R, prices: Prices): R {
  return reply.usage === null ? reply : { ...reply, usage: withPrice(reply.usage, prices) }
}
