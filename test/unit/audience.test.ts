/** Promises of audience: what is not known to be open is shown only where it was said. */
import { expect, test } from "vitest"
import { type ChannelAudience, openChannels, operator, viewerAt } from "../../src/privacy/audience.ts"
import { GUILD } from "./builders.ts"

const channel = (
  id: string,
  audience: ChannelAudience["audience"],
  parentId: string | null = null,
): ChannelAudience => ({
  id,
  parentId,
  name: null,
  audience,
})

test.each<[string, ChannelAudience, boolean]>([
  ["told to be open", channel("9", "everyone"), true],
  ["told to be restricted", channel("9", "restricted"), false],
  ["of which nothing is told", channel("9", null), false],
  ["under an open one", channel("9", null, "1"), true],
  ["under a restricted one", channel("9", null, "2"), false],
  ["under an unknown one", channel("9", null, "404"), false],
  ["under one of which nothing is told", channel("9", null, "3"), false],
  ["restricted under an open one", channel("9", "restricted", "1"), false],
  ["open under a restricted one", channel("9", "everyone", "2"), true],
])("a channel %s", (_, given, open) => {
  const known = [channel("1", "everyone"), channel("2", "restricted"), channel("3", null), given]
  expect(openChannels(known).includes("9")).toBe(open)
})

const known = [channel("1", "everyone"), channel("2", "restricted"), channel("3", null)]

test.each<[string | null, string[]]>([
  [null, ["1"]],
  ["1", ["1"]],
  ["2", ["1", "2"]],
  ["3", ["1", "3"]],
  ["404", ["1", "404"]],
])("an answer read in %j may draw on %j", (channelId, readable) => {
  expect(viewerAt(GUILD, channelId, known)).toEqual({ guildId: GUILD, channelId, userId: null, readable })
})

test("where no channel is known, nothing is open", () => {
  expect(viewerAt(GUILD, null, []).readable).toEqual([])
})

test("the operator reads all of one guild", () => {
  expect(operator(GUILD)).toEqual({ guildId: GUILD, channelId: null, userId: null, readable: "all" })
})
