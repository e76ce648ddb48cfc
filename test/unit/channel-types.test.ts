/** Discord's channel type numbers mean what Discord documents, and a channel without a type has no kind. */
import { ChannelType } from "discord-api-types/v10"
import { expect, test } from "vitest"
import {
  CATEGORY,
  holdsPosts,
  isCategory,
  isKnownType,
  isPrivateThread,
  isThread,
  isVoice,
  THREAD_TYPES,
  THREADS_SQL,
} from "../../src/domain/channel-types.ts"

const ALL = [...new Set(Object.values(ChannelType).filter((type) => typeof type === "number"))]

function typesThat(is: (channel: { type: number }) => boolean): number[] {
  return ALL.filter((type) => is({ type })).sort((a, b) => a - b)
}

test("each kind of channel consists of the types Discord names", () => {
  const { AnnouncementThread, PublicThread, PrivateThread } = ChannelType
  expect(typesThat(isThread)).toEqual([AnnouncementThread, PublicThread, PrivateThread])
  expect(typesThat(isPrivateThread)).toEqual([PrivateThread])
  expect(typesThat(isVoice)).toEqual([ChannelType.GuildVoice, ChannelType.GuildStageVoice])
  expect(typesThat(isCategory)).toEqual([ChannelType.GuildCategory])
  expect(typesThat(holdsPosts)).toEqual([ChannelType.GuildForum, ChannelType.GuildMedia])
  const inGuilds = ALL.filter((type) => type !== ChannelType.DM && type !== ChannelType.GroupDM)
  expect(typesThat(isKnownType)).toEqual(inGuilds.sort((a, b) => a - b))
  expect([CATEGORY, ...THREAD_TYPES]).toEqual([4, 10, 11, 12])
  expect(THREADS_SQL).toBe("(10, 11, 12)")
})

test("a channel of unknown type has no kind", () => {
  for (const is of [isKnownType, isThread, isPrivateThread, isVoice, isCategory, holdsPosts])
    expect([is({}), is({ type: null })]).toEqual([false, false])
})
