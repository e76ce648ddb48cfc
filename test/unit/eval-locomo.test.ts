/**
 * The LoCoMo evaluation turns conversations into messages with their own times and resolves evidence to its
 * turns.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { snowflakeAt, snowflakeTime } from "../../src/domain/ids.ts"
import { cleanEvidence, conversationOf, readLocomo, sessionTime } from "../eval/locomo-data.ts"

const sample = {
  sample_id: "kelp-1",
  conversation: {
    speaker_a: "Ines",
    speaker_b: "Bo",
    session_10_date_time: "12:05 am on 2 March, 2024",
    session_10: [{ speaker: "Bo", dia_id: "D10:1", text: "The kiln is fixed." }],
    session_2_date_time: "9:30 pm on 28 February, 2024",
    session_2: [
      { speaker: "Ines", dia_id: "D2:1", text: "Look!", blip_caption: "a blue bowl" },
      { speaker: "Bo", dia_id: "D2:2", text: "Lovely glaze." },
    ],
  },
  qa: [
    { question: "What is fixed?", answer: "the kiln", evidence: ["D10:01"], category: 1 },
    { question: "How many bowls?", answer: 1, evidence: ["D2:1; D2:2"], category: 4 },
    { question: "Is Bo tall?", answer: "unknown", evidence: ["D9:9"], category: 3 },
    { question: "Who sold the kiln?", evidence: ["D10:1"], category: 5 },
  ],
}
const read = (captions = true) => conversationOf(sample, { index: 0, captions })

test.each([
  ["1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"],
  ["12:05 am on 2 March, 2024", "2024-03-02T00:05:00.000Z"],
  ["12:30 pm on 29 February, 2024", "2024-02-29T12:30:00.000Z"],
  ["11:59 PM on 31 december 2022", "2022-12-31T23:59:00.000Z"],
])("a session at %s gets that time in UTC", (text, expected) => {
  expect(new Date(sessionTime(text)).toISOString()).toBe(expected)
})

test.each(["yesterday", "1:56 on 8 May, 2023", "1:56 pm on 8 Floreal, 2023", ""])(
  "a session's unreadable time, %j, is refused by its text",
  (text) => expect(() => sessionTime(text)).toThrow(`"${text}" is no time`),
)

const turns = new Set(["D8:6", "D9:17", "D11:26", "D30:5"])
test.each([
  [["D8:6"], ["D8:6"]],
  [["D8:6; D9:17"], ["D8:6", "D9:17"]],
  [
    ["D8:6 D9:17", "D8:6"],
    ["D8:6", "D9:17"],
  ],
  [["D:11:26"], ["D11:26"]],
  [["D30:05"], ["D30:5"]],
  [["D10:19", "D", ""], []],
])("evidence %j means the turns %j", (evidence, expected) => {
  expect(cleanEvidence(evidence, turns)).toEqual(expected)
})

test("sessions are in order of time, with a minute per turn", () => {
  const { sessions, endsAt } = read()
  expect(sessions.map((session) => session.map(({ timestamp }) => timestamp))).toEqual([
    ["2024-02-28T21:30:00.000Z", "2024-02-28T21:31:00.000Z"],
    ["2024-03-02T00:05:00.000Z"],
  ])
  expect(endsAt).toBe(Date.UTC(2024, 2, 2, 0, 5))
})

test("every message's id encodes its time, and no two conversations share an id", () => {
  const messages = read().sessions.flat()
  expect(messages.map(({ id }) => new Date(snowflakeTime(id)).toISOString())).toEqual(
    messages.map(({ timestamp }) => timestamp),
  )
  const others = conversationOf(sample, { index: 1, captions: true }).sessions.flat()
  expect(new Set([...messages, ...others].map(({ id }) => id)).size).toBe(6)
})

test("an id grows with its time and with its number", () => {
  const at = Date.UTC(2024, 0, 1)
  expect(BigInt(snowflakeAt(at, 1))).toBeGreaterThan(BigInt(snowflakeAt(at, 0)))
  expect(BigInt(snowflakeAt(at + 1, 0))).toBeGreaterThan(BigInt(snowflakeAt(at, 4_194_303)))
})

test("a message includes its picture's caption, unless captions are turned off", () => {
  expect(read().sessions[0]?.[0]?.content).toBe("Look! [image: a blue bowl]")
  expect(read(false).sessions[0]?.[0]?.content).toBe("Look!")
})

test("questions of the four categories are asked, and those without a turn as evidence are counted as skipped", () => {
  const { questions, skipped } = read()
  expect(questions).toEqual([
    { question: "What is fixed?", answer: "the kiln", evidence: ["D10:1"], category: 1 },
    { question: "How many bowls?", answer: "1", evidence: ["D2:1", "D2:2"], category: 4 },
  ])
  expect(skipped).toBe(1)
})

test("each speaker is one person throughout", () => {
  const authors = read()
    .sessions.flat()
    .map(({ author }) => author)
  expect(authors.map(({ name }) => name)).toEqual(["Ines", "Bo", "Bo"])
  expect(authors[1]).toEqual(authors[2])
  expect(authors[0]?.id).not.toBe(authors[1]?.id)
})

test("a missing, non-JSON or malformed file is refused with a reason", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keepsake-locomo-"))
  const file = async (content: string) => {
    const path = join(folder, "file.json")
    await writeFile(path, content)
    return path
  }
  const reading = async (content: string) => readLocomo(await file(content), { captions: true })
  expect(() => readLocomo(join(folder, "none.json"), { captions: true })).toThrow("There is no file")
  await expect(reading("{")).rejects.toThrow("is not JSON")
  await expect(reading('[{"sample_id":"a"}]')).rejects.toThrow("0.conversation")
  const untimed = { ...sample, conversation: { session_1: [] } }
  await expect(reading(JSON.stringify([untimed]))).rejects.toThrow("kelp-1")
  await expect(reading(JSON.stringify([sample]))).resolves.toHaveLength(1)
  await rm(folder, { recursive: true })
})
