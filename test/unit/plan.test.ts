/** The plan of the account decides defaults that an operator may still override. */
import { expect, test } from "vitest"
import { chatModel } from "../../src/ai/chat/chat-model.ts"
import { readSettings, settingsProblems } from "../../src/settings.ts"
import { embeddedIndex, indexChoice } from "../../src/vectors/index-choice.ts"

function env(variables: Partial<Record<keyof Env, unknown>>): Env {
  return variables as unknown as Env
}

/** The index that a Worker with Vectorize bound uses. */
function indexOf(variables: Partial<Record<keyof Env, unknown>>): string {
  const bound = env({ VECTORS: {}, ...variables })
  return indexChoice(bound, readSettings(bound), embeddedIndex(bound.INDEXES)).name
}

test("the plan is paid unless it is said to be free, and nothing else", () => {
  expect(readSettings(env({})).PLAN).toBe("paid")
  expect(readSettings(env({ PLAN: "free" })).PLAN).toBe("free")
  expect(settingsProblems(env({ PLAN: "cheap" }))).toEqual([expect.stringContaining("PLAN")])
})

test("on the free plan the fast model also answers, unless the operator chose another", () => {
  const strong = (variables: Partial<Record<keyof Env, unknown>>) => {
    const bound = env({ AI: {}, ...variables })
    return chatModel(bound, readSettings(bound))?.model("strong")
  }
  expect(strong({})).toBe("@cf/openai/gpt-oss-120b")
  expect(strong({ PLAN: "free" })).toBe("@cf/zai-org/glm-4.7-flash")
  expect(strong({ PLAN: "free", AI_STRONG_MODEL: "@cf/other" })).toBe("@cf/other")
})

test("on the free plan the embedded index holds the vectors, unless the operator chose Vectorize", () => {
  expect(indexOf({})).toBe("vectorize")
  expect(indexOf({ PLAN: "free" })).toBe("embedded")
  expect(indexOf({ PLAN: "free", VECTOR_INDEX: "vectorize" })).toBe("vectorize")
})
