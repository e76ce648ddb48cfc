/** A note shows nothing that absent people said, and no sentence that tells of them. */
import { expect, test } from "vitest"
import { redactNote } from "../../src/memory/read/note-reads.ts"
import { nameRedactor } from "../../src/text/names.ts"
import { omitPeople } from "../../src/text/omit-people.ts"

function without(text: string, silent: string[], heard: string[] = ["Bo", "Cy Lund"]): string {
  return omitPeople(text, { redactor: nameRedactor(silent, heard), silent, heard }).text
}

test.each([
  [
    "their words go up to the next speaker",
    "It rains. Ada: I fly to Kyoto. the plan: none yet. Bo: have fun.",
    "It rains. Bo: have fun.",
  ],
  ["their words go up to the end", "Bo: hello. Ada: I fly. see you.", "Bo: hello."],
  ["sentences that name them go", "Ada flies to Kyoto. Bo stays. Cy Lund met Ada.", "Bo stays."],
  [
    "what follows about them goes too",
    "Ada flies to Kyoto. She is afraid. Her cat stays. Bo waits. She is late.",
    "Bo waits. She is late.",
  ],
  [
    "another's words that name them go",
    "Bo: Ada is ill. she told me. it rains. Cy Lund: no.",
    "Bo: it rains. Cy Lund: no.",
  ],
  ["of a list of people only their name goes", "Bo and Ada talked of rain.", "Bo talked of rain."],
  [
    "wherever it stands in the list",
    "Ada, Bo and Cy Lund talked. Bo, Cy Lund, Ada came.",
    "Bo and Cy Lund talked. Bo, Cy Lund came.",
  ],
  ["a name after a comma is no list", "Thanks Bo, Ada is ill. It rains.", "It rains."],
  ["somebody with no words left is not quoted", "Bo: poor Ada. Cy Lund: no.", "Cy Lund: no."],
  ["a text without them stays as it is", "Bo: it  rains. Cy Lund: no", "Bo: it  rains. Cy Lund: no"],
])("%s", (_, text, left) => {
  expect(without(text, ["Ada"])).toBe(left)
})

test("a name may hold a full stop or a colon", () => {
  expect(without("J. R. Mills: I fly. tomorrow. Bo: hi.", ["J. R. Mills"])).toBe("Bo: hi.")
  expect(without("Bo saw J. R. Mills there. It rains.", ["J. R. Mills"])).toBe("It rains.")
  expect(without("A: da: I fly. Bo: hi.", ["A: da"])).toBe("Bo: hi.")
})

test("an absent participant's words go even if somebody present has their name", () => {
  expect(without("Ada: I fly. Bo: hi.", ["Ada"], ["Ada", "Bo"])).toBe("Bo: hi.")
})

const NOTE = {
  ...{ id: "n_1", guildId: "1", channelId: "2", kind: "conversation" as const, firstMessageId: "3" },
  ...{ title: "Kyoto and rain", fromAt: 0, toAt: 1, sources: null, absent: ["Ada"] },
  summary: "Ada flies to Kyoto. Bo: it rains.",
  participants: [{ id: "4", name: "Bo", line: "Asked Ada about rain" }],
}

test("a title made of what was left out is replaced, and a line that names them is dropped", () => {
  const note = redactNote(NOTE, [])
  expect(note).toMatchObject({ title: "A conversation", summary: "Bo: it rains." })
  expect(note.participants).toEqual([{ id: "4", name: "Bo", line: null }])
  expect(redactNote({ ...NOTE, title: "Rain" }, []).title).toBe("Rain")
  expect(redactNote({ ...NOTE, title: "Ada and rain" }, []).title).toBe("A conversation")
  expect(redactNote({ ...NOTE, absent: [] }, ["Ada"]).summary).toBe("Bo: it rains.")
})
