/** The GateMem evaluation: each episode becomes its own guild, and a pattern matches in any spelling. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { episodeOf, readGatemem } from "../eval/gatemem-data.ts"
import { matcher } from "../eval/patterns.ts"

const turn = (turn_id: string, text: string, timestamp?: string) => ({
  turn_id,
  text,
  speaker: { principal_id: "guest_bo" },
  ...(timestamp ? { timestamp } : {}),
})
const episode = {
  episode_id: "harbor_1",
  entities: { principals: [{ principal_id: "guest_bo", display_name: "Bo Lund" }] },
  turns: [turn("t1", "The berth is 14."), turn("t2", "It costs 2,350 NOK."), turn("t3", "It is 16 now.")],
}
const checkpoint = (id: string, as_of_turn_id: string, query_type = "utility") => ({
  checkpoint_id: id,
  episode_id: "harbor_1",
  as_of_turn_id,
  asker: { principal_id: "guest_bo" },
  query_type,
  query_text: "Which berth?",
  expected_action: query_type === "utility" ? "answer" : "refuse",
  judge_spec: { include: ["berth"] },
})
const read = (checkpoints = [checkpoint("late", "t3"), checkpoint("early", "t1")], turns = episode.turns) =>
  episodeOf({ ...episode, turns }, checkpoints, { domain: "harbor", index: 0 })

test("questions are in order of time and know how many messages came before", () => {
  expect(read().questions.map(({ id, said }) => [id, said])).toEqual([
    ["early", 1],
    ["late", 3],
  ])
})

test("only utility questions with an expected answer are asked", () => {
  expect(read([checkpoint("private", "t2", "privacy")]).questions).toEqual([])
  expect(read().questions.map(({ kind }) => kind)).toEqual(["utility", "utility"])
})

test("a checkpoint at a missing turn is refused by name", () => {
  expect(() => read([checkpoint("lost", "t9")])).toThrow("lost is as of turn t9")
})

test("a time without a zone is UTC, and a turn without a time comes a minute after the previous one", () => {
  const turns = [turn("t1", "a", "2026-04-08T09:00"), turn("t2", "b"), turn("t3", "c", "2026-04-08T12:00Z")]
  expect(read([], turns).messages.map(({ timestamp }) => timestamp)).toEqual([
    "2026-04-08T09:00:00.000Z",
    "2026-04-08T09:01:00.000Z",
    "2026-04-08T12:00:00.000Z",
  ])
  const untimed = read([]).messages.map(({ timestamp }) => Date.parse(timestamp))
  expect(untimed.map((at) => at - (untimed[0] ?? 0))).toEqual([0, 60_000, 120_000])
})

test("the speaker and the asker of one id are the same person, with the display name", () => {
  const { messages, questions } = read()
  expect(messages[0]?.author).toEqual({ id: questions[0]?.askerId, name: "Bo Lund" })
})

test("two episodes share no guild, channel or message", () => {
  const idsOf = (index: number) => {
    const { guildId, channelId, messages } = episodeOf(episode, [], { domain: "harbor", index })
    return [guildId, channelId, ...messages.map(({ id }) => id)]
  }
  expect(new Set([...idsOf(0), ...idsOf(1)]).size).toBe(10)
})

test("a malformed line is reported by file and line number", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-gatemem-"))
  await mkdir(join(folder, "harbor"))
  const write = (checkpoints: string) =>
    Promise.all([
      writeFile(join(folder, "harbor", "episodes.jsonl"), `${JSON.stringify(episode)}\n`),
      writeFile(join(folder, "harbor", "checkpoints.jsonl"), checkpoints),
    ])
  expect(() => readGatemem(folder)).toThrow("No folder in")
  const good = JSON.stringify(checkpoint("early", "t1"))
  await write(`${good}\n{"checkpoint_id":\n`)
  expect(() => readGatemem(folder)).toThrow("checkpoints.jsonl, line 2 is not JSON")
  await write(`${good}\n\n{"checkpoint_id":"b"}\n`)
  expect(() => readGatemem(folder)).toThrow(/checkpoints\.jsonl, line 3 .*episode_id/)
  await write(`${good}\n`)
  expect(readGatemem(folder).map(({ domain, questions }) => [domain, questions.length])).toEqual([
    ["harbor", 1],
  ])
  await rm(folder, { recursive: true })
})

test.each([
  ["side door", "Use the SIDE\n  door."],
  ["Bo's berth", "Bo\u2019s berth is 14"],
  ["no-auto-renewal", "no\u2011auto\u2011renewal"],
  ["2,350 NOK", "It costs 2350\u202fNOK"],
  ["2350 NOK", "It costs 2,350 NOK"],
  ["(?:berth|pier) 1[46]", "Pier 16 it is"],
  ["no\\D+blockers", "No open blockers"],
  ["berth (14", "the berth (14, they say)"],
  ["fees? (in NOK)?", "the fees? (in NOK)? nobody knows"],
])("%j is found in %j", (pattern, text) => {
  expect(matcher(pattern)(text)).toBe(true)
})

test.each([
  ["(?:berth|pier) 1[46]", "Pier 15"],
  ["2,350 NOK", "12,3501 NOK"],
  ["side door", "the door at the side"],
  ["9%", "19%"],
  ["350 NOK", "2,350 NOK"],
  ["May 1", "May 12"],
  ["(?:May|June) 1", "June 15"],
])("%j is not found in %j", (pattern, text) => {
  expect(matcher(pattern)(text)).toBe(false)
})
