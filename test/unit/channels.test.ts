/** A channel's own setting comes first, then its parents'. */
import { expect, test } from "vitest"
import { type ChannelMode, ChannelsSchema, isQuiet, modeOf, nestingOf } from "../../src/policy/settings.ts"

const [THREAD, CHANNEL, CATEGORY] = ["30", "20", "10"]
const NESTED = { id: THREAD, parentIds: [CHANNEL, CATEGORY] }

const MODES: [what: string, modes: Record<string, ChannelMode>, otherwise: ChannelMode, mode: ChannelMode][] =
  [
    ["there are no settings", {}, "full", "full"],
    ["only another channel has a mode", { "99": "off" }, "notes", "notes"],
    ["only its category has a mode", { [CATEGORY]: "off" }, "full", "off"],
    ["its channel overrides its category", { [CATEGORY]: "off", [CHANNEL]: "notes" }, "full", "notes"],
    [
      "the thread overrides all its parents",
      { [CATEGORY]: "off", [CHANNEL]: "notes", [THREAD]: "full" },
      "off",
      "full",
    ],
    ["only the default is off", {}, "off", "off"],
    ["it is the only one turned on", { [THREAD]: "full" }, "off", "full"],
  ]

test.each(MODES)("the mode of a thread if %s", (_, modes, otherwise, mode) => {
  expect(modeOf(ChannelsSchema.parse({ modes, default: otherwise }), NESTED)).toBe(mode)
})

test("a thread's settings do not apply to its channel", () => {
  const channels = ChannelsSchema.parse({ modes: { [THREAD]: "off" }, quiet: [THREAD] })
  expect(modeOf(channels, { id: CHANNEL, parentIds: [CATEGORY] })).toBe("full")
  expect(isQuiet(channels, { id: CHANNEL, parentIds: [CATEGORY] })).toBe(false)
})

test("a thread is quiet if it, its channel or its category is quiet", () => {
  for (const quiet of [THREAD, CHANNEL, CATEGORY])
    expect(isQuiet(ChannelsSchema.parse({ quiet: [quiet] }), NESTED)).toBe(true)
  expect(isQuiet(ChannelsSchema.parse({ quiet: ["99"] }), NESTED)).toBe(false)
})

test("a channel's parents come from the known channels, at most two levels up", () => {
  const known = [
    { id: THREAD, parentId: CHANNEL },
    { id: CHANNEL, parentId: CATEGORY },
    { id: CATEGORY, parentId: null },
    { id: "5", parentId: "6" },
    { id: "6", parentId: "5" },
  ]
  expect(nestingOf(known, THREAD)).toEqual(NESTED)
  expect(nestingOf(known, CATEGORY)).toEqual({ id: CATEGORY, parentIds: [] })
  expect(nestingOf(known, "77")).toEqual({ id: "77", parentIds: [] })
  expect(nestingOf(known, "5").parentIds).toEqual(["6", "5"])
})
