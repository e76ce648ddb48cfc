/**
 * The choice of a reranker: a configured model is used, a missing one is not guessed, and the price is the
 * published one.
 */
import { expect, test } from "vitest"
import { costUsd } from "../../src/ai/cost.ts"
import { truncateToTokens } from "../../src/ai/rerank/rerank-call.ts"
import { rerankModel } from "../../src/ai/rerank/rerank-model.ts"
import { rerankBinding } from "../contract/rerank-services.ts"

const BGE = "@cf/baai/bge-reranker-base"
const bound = () => ({ AI: rerankBinding().ai })
const SERVER = { AI_BASE_URL: "http://127.0.0.1:9/v1" }

test.each([
  ["a Workers AI binding alone uses the default reranker", bound(), {}, BGE],
  [
    "a Workers AI binding with a named model uses that model",
    bound(),
    { AI_RERANK_MODEL: "@cf/acme/rank" },
    "@cf/acme/rank",
  ],
  ["a server with a named rerank model uses that model", {}, { ...SERVER, AI_RERANK_MODEL: "bge" }, "bge"],
  ["a server without a named rerank model has no reranker", {}, SERVER, undefined],
  ["a server without a rerank model beside Workers AI has no reranker", bound(), SERVER, undefined],
  ["a named model without a service has no reranker", {}, { AI_RERANK_MODEL: "bge" }, undefined],
  ["an empty environment has no reranker", {}, {}, undefined],
])("%s", (_name, bindings, variables, model) => {
  expect(rerankModel(bindings, variables)?.model).toBe(model)
})

test("an environment keeps one reranker, which remembers the delay its server asked for", () => {
  const bindings = bound()
  expect(rerankModel(bindings, {})).toBe(rerankModel(bindings, {}))
})

test("a million rerank tokens cost 0.31 cents for 283 neurons", () => {
  const usage = { purpose: "rerank", model: BGE, inputTokens: 1_000_000, outputTokens: 0 }
  expect(costUsd(usage)).toBeCloseTo(0.003113, 12)
})

test.each([
  ["abc def", 10, "abc def"],
  ["abcdef", 1, "abc"],
  ["猫猫猫", 2, "猫猫"],
  ["👍🏽👍🏽", 3, "👍🏽👍"],
  ["", 5, ""],
])("the text %j cut to %d tokens is %j", (text, tokens, kept) => {
  expect(truncateToTokens(text, tokens)).toBe(kept)
})
