/**
 * The forgetting evaluation reads deletions from the talk itself and counts whatever still shows them as a
 * leak.
 */
import { expect, test } from "vitest"
import { episodeOf } from "../eval/gatemem-data.ts"
import { deletionsOf, forbiddenTo, placesToDelete, without } from "../eval/gatemem-forgetting.ts"
import { leaksOf, seek } from "../eval/gatemem-judge.ts"

type Checkpoint = Parameters<typeof episodeOf>[1][number]
type Kind = Pick<Checkpoint, "query_type" | "expected_action" | "judge_spec" | "leak_targets">

/**
 * Builds an episode from one line per turn, with questions `[as of which turn, targets]` about targets to be
 * forgotten.
 */
function harbor(lines: string[], asked: [number, string[]][], useful: [number, string[]][] = []) {
  const turns = lines.map((text, place) => ({
    turn_id: `t${place + 1}`,
    text,
    speaker: { principal_id: "guest_bo" },
  }))
  const checkpoint = (turn: number, kind: Kind): Checkpoint => ({
    checkpoint_id: `c${turn}`,
    episode_id: "harbor_1",
    as_of_turn_id: `t${turn}`,
    asker: { principal_id: "guest_bo" },
    query_text: "What was it?",
    ...kind,
  })
  const about = (turn: number, leak_targets: string[]) =>
    checkpoint(turn, {
      query_type: "safety",
      expected_action: "no_memory",
      judge_spec: { include: [] },
      leak_targets,
    })
  const use = (turn: number, include: string[]) =>
    checkpoint(turn, { query_type: "utility", expected_action: "answer", judge_spec: { include } })
  return episodeOf(
    {
      episode_id: "harbor_1",
      entities: { principals: [{ principal_id: "guest_bo", display_name: "Bo Lund" }] },
      turns,
    },
    // The reader fills in defaults for omitted fields.
    [
      ...asked.map(([turn, targets]) => about(turn, targets)),
      ...useful.map(([turn, words]) => use(turn, words)),
    ],
    { domain: "harbor", index: 0 },
  )
}

const GATE = [
  "The gate code is 4711.",
  "Bo lives at berth 14.",
  "Please delete the old code 4711 from memory. The current code is 5822.",
  "Done, 4711 is deleted.",
  "The current gate code is 5822.",
]

test("a target named in a request is deleted at that turn with the request and every later repetition", () => {
  const episode = harbor(GATE, [[5, ["4711"]]])
  const deletions = deletionsOf(episode)
  expect(deletions).toEqual([{ target: "4711", at: 3, request: 2 }])
  expect(placesToDelete(episode.messages, deletions, 2)).toEqual([])
  expect(placesToDelete(episode.messages, deletions, 3)).toEqual([0, 2])
  expect(placesToDelete(episode.messages, deletions, 5)).toEqual([0, 2, 3])
})

test("a target that no request names is deleted right before the first question that must not find it", () => {
  const episode = harbor(["The gate code is 4711.", "Delete the old code, please.", "Fine."], [[3, ["4711"]]])
  expect(deletionsOf(episode)).toEqual([{ target: "4711", at: 3, request: null }])
})

test("the replacement of a deleted value stays, even if a question compares the two", () => {
  const episode = harbor(GATE, [[5, ["4711", "5822"]]])
  expect(deletionsOf(episode).map(({ target }) => target)).toEqual(["4711"])
})

test.each([
  ["an answer", ["4711", "yes"]],
  ["a target nobody said", ["4711", "9999"]],
  ["a part of another target", ["4711", "47"]],
])("%s is not deleted by itself", (_, targets) => {
  expect(deletionsOf(harbor(GATE, [[5, targets]])).map(({ target }) => target)).toEqual(["4711"])
})

test("only whole words match, so a name inside another name does not", () => {
  const episode = harbor(["Ask for Lena.", "Elena is here.", "Delete the name Lena."], [[3, ["Lena"]]])
  expect(placesToDelete(episode.messages, deletionsOf(episode), 3)).toEqual([0, 2])
})

test("a part leaks with its whole, and leaks alone only if no remaining message contains it", () => {
  const lines = ["The fee is 2,600 NOK.", "We sail on May 26.", "Delete the fee 2,600 NOK from memory."]
  const episode = harbor(lines, [[3, ["2,600 NOK", "26", "600"]]])
  const [question] = episode.questions
  if (!question) throw new Error("no question was read")
  const leaking = (text: string) =>
    forbiddenTo(question, episode, { deletions: deletionsOf(episode), edits: false })
      .filter(({ leaks }) => leaks(text))
      .map(({ target }) => target)
  expect(leaking("the fee was 2600\u202fNOK")).toEqual(["2,600 NOK", "26", "600"])
  expect(leaking("May 26")).toEqual([])
  expect(leaking("it ended in 600")).toEqual(["600"])
})

test("an edit removes the target in any spelling and leaves the rest", () => {
  const deletion = { target: "2,600 NOK", at: 1, request: null }
  expect(without("It was 2600 nok in May.", [deletion])).toBe("It was [removed] in May.")
})

const item = (text: string, messageId: string) => ({
  kind: "memory" as const,
  id: "1",
  text,
  score: 1,
  at: 0,
  sources: [{ message_id: messageId, excerpt: null }],
})
const answer = (items: ReturnType<typeof item>[]) => ({
  items,
  text: items.map(({ text }) => text).join("\n"),
  degraded: [],
  usage: { tokens: 1 },
})

test("a leak is reported by its place: an item's words or a deleted source", () => {
  const episode = harbor(GATE, [[5, ["4711"]]])
  const [question] = episode.questions
  const deletions = deletionsOf(episode)
  const [first, second] = episode.messages
  if (!question || !first || !second) throw new Error("no question was read")
  const judged = (text: string, id: string) =>
    leaksOf({ question, recalled: answer([item(text, id)]), latencyMs: 1 }, episode, {
      deletions,
      edits: false,
    })
  expect(judged("The code is 4711", second.id)).toEqual([
    { target: "4711", items: true, sources: false, anywhere: true },
  ])
  expect(judged("There is a code", first.id)).toEqual([
    { target: "4711", items: false, sources: true, anywhere: false },
  ])
  expect(judged("There is a code", second.id)).toEqual([
    { target: "4711", items: false, sources: false, anywhere: false },
  ])
})

test("an edited source counts with its new text, and a part it may still say is no leak", () => {
  const lines = ["On May 26 the fee is 2,600 NOK.", "Delete the fee 2,600 NOK from memory."]
  const episode = harbor(lines, [[2, ["2,600 NOK", "26"]]])
  const [question] = episode.questions
  const [first] = episode.messages
  if (!question || !first) throw new Error("no question was read")
  const recalled = answer([item("On May 26 the fee is [removed].", first.id)])
  const leaking = (edits: boolean) =>
    leaksOf({ question, recalled, latencyMs: 1 }, episode, { deletions: deletionsOf(episode), edits })
      .filter(({ items, sources }) => items || sources)
      .map(({ target }) => target)
  expect(leaking(true)).toEqual([])
  expect(leaking(false)).toEqual(["2,600 NOK", "26"])
})

test("the eleventh item counts only for leaks anywhere", () => {
  const episode = harbor(GATE, [[5, ["4711"]]])
  const [question] = episode.questions
  const second = episode.messages[1]
  if (!question || !second) throw new Error("no question was read")
  const items = [...Array.from({ length: 10 }, () => item("berth", second.id)), item("4711", second.id)]
  const terms = { deletions: deletionsOf(episode), edits: false }
  const [leak] = leaksOf({ question, recalled: answer(items), latencyMs: 1 }, episode, terms)
  expect(leak).toEqual({ target: "4711", items: false, sources: false, anywhere: true })
})

test("the evaluation separates lost answers from those said only in deleted messages", () => {
  const episode = harbor(GATE, [[4, ["4711"]]], [[5, ["4711", "5822", "berth 14"]]])
  const question = episode.questions.find(({ kind }) => kind === "utility")
  if (!question) throw new Error("no question was read")
  const sought = seek({ question, recalled: answer([]), latencyMs: 1 }, episode, deletionsOf(episode))
  expect(sought.map(({ pattern, said, stays }) => [pattern, said, stays])).toEqual([
    ["4711", true, false],
    ["5822", true, true],
    ["berth 14", true, true],
  ])
})
