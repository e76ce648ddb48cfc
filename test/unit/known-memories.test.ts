/** Whose memories a window is read with: the rules ask for fewer than a prompt shows. */
import { expect, test } from "vitest"
import { subjectsShown } from "../../src/extraction/known-memories.ts"
import { ana, kai, message, windowOf } from "./builders.ts"

const talk = windowOf(message("sold the corolla", { author: kai, mentions: [ana] }))
const shown = (withModel: boolean) =>
  subjectsShown(talk, [kai.id, ana.id], withModel).map(({ scope, id }) => [scope, id])

test("a prompt shows what is known of all its people, of the channel and of the guild", () => {
  expect(shown(true)).toEqual([
    ["user", kai.id],
    ["user", ana.id],
    ["channel", talk.channelId],
    ["guild", talk.guildId],
  ])
})

test("the rules read what is known of those who speak, which their words may end, and of the channel", () => {
  expect(shown(false)).toEqual([
    ["user", kai.id],
    ["channel", talk.channelId],
  ])
})
