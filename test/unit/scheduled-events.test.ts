/** The sentence and the time that a scheduled event becomes. */
import { expect, test } from "vitest"
import { ScheduledEventShape, scheduledState } from "../../src/discord/gateway/events/scheduled-events.ts"
import { writtenTime } from "../../src/extraction/written-time.ts"

const told = (more: object = {}) =>
  scheduledState(
    ScheduledEventShape.parse({
      ...{ id: "1409400000000000000", guild_id: "1", channel_id: null, creator_id: null, name: "Raid night" },
      ...{ scheduled_start_time: "2026-05-16T19:00:00+00:00", status: 1, ...more },
    }),
    { guildId: "1", timezone: "Europe/Oslo", nameOf: (id) => (id === "5" ? "hall" : null) },
    null,
  ).event
const words = (more: object = {}) => told(more)?.words

test("an event with a start alone says when it begins, in the guild's time zone, and has no end", () => {
  const { mark, text } = words() ?? {}
  expect(text).toBe("The event “Raid night” takes place on Saturday 16 May 2026 at 21:00.")
  expect(mark?.statement).toBe(text)
  expect(mark?.time).toMatchObject({ when: "2026-05-16T21:00", until: null })
  expect(writtenTime(text ?? "")).toEqual({ when: "2026-05-16T21:00", until: null })
})

test("an event over several days names both, and its time ends with it", () => {
  const { mark } = words({ scheduled_end_time: "2026-05-18T08:30:00+00:00" }) ?? {}
  expect(mark?.statement).toBe(
    "The event “Raid night” takes place from Saturday 16 May 2026 21:00 to Monday 18 May 2026 10:30.",
  )
  expect(mark?.time?.endsAt).toBe(Date.parse("2026-05-18T08:31:00Z") - 1)
})

test("an event of a channel is about that channel and names it; one elsewhere is the guild's and names its place", () => {
  expect(told({ channel_id: "5" })).toMatchObject({ scope: "channel", scopeId: "5" })
  expect(words({ channel_id: "5" })?.mark.statement).toMatch(/ at 21:00 at hall\.$/)
  expect(told({ entity_metadata: { location: "Karl's" } })).toMatchObject({ scope: "guild", scopeId: "1" })
  expect(words({ entity_metadata: { location: "Karl's" } })?.mark.statement).toMatch(/ at Karl's\.$/)
})

test("marks of a name neither end the sentence nor its quotation, and the description stays outside of it", () => {
  const { mark, text } = words({ name: "Ready?  “Set”.\nGo!!", description: "Bring snacks. And dice." }) ?? {}
  expect(mark?.statement).toMatch(/^The event “Ready Set Go” takes place/)
  expect(text).toBe(`${mark?.statement}\nBring snacks. And dice.`)
  expect(words({ recurrence_rule: { frequency: 2, interval: 2 } })?.text).toMatch(
    /\nIt repeats every 2 weeks\.$/,
  )
})

test("an odd side field costs only itself; without a start or a name nothing can be read", () => {
  expect(words({ description: 7, entity_metadata: "x", recurrence_rule: [], creator: "?" })?.text).toMatch(
    /at 21:00\.$/,
  )
  const body = { id: "1", guild_id: "1", name: "Raid", status: 1 }
  expect(ScheduledEventShape.safeParse(body).success).toBe(false)
  expect(
    ScheduledEventShape.safeParse({ ...body, name: "", scheduled_start_time: "2026-05-16T19:00:00Z" })
      .success,
  ).toBe(false)
})
