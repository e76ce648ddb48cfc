/** Pages of channels: the mode, the readers, and mentions. They change what is recorded from now on, and delete no memory. */
import { Hono } from "hono"
import { z } from "zod"
import { viewerForChannel } from "../../access/audience.ts"
import { hasUnknownReaders } from "../../access/known-readers.ts"
import { type Channel, channelOf } from "../../access/permissions.ts"
import { isCategory, isThread } from "../../domain/channel-types.ts"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import { changeSettings } from "../../policy/change.ts"
import {
  type ChannelSetting,
  DEFAULT_CHANNEL,
  INHERIT_MODE,
  INHERIT_NAME,
  MODE_NAMES,
  MODE_TEXTS,
  withChannelChange,
} from "../../policy/channel-modes.ts"
import { CHANNEL_MODES, type ChannelMode, isQuiet, modeOf, nestingOf } from "../../policy/settings.ts"
import { refreshChannels } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import { ActField, CheckField, PostForm, readForm, SelectField, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, DataTable, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Badge, Card, Empty, Pairs, type Tone } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { channelLabel, readableChannels } from "./readable-channels.ts"
import { changedValues } from "./settings-change.ts"

const PAGE = 50
const ACTIVE = "run/channels"

const MODE_TONES: Record<ChannelMode, Tone> = {
  full: "good",
  notes: "accent",
  roleplay: "accent",
  off: "plain",
}

export const channelPages = new Hono<GuildApp>()

channelPages.get("/channels", (c) => {
  const visit = c.get("visit")
  const all = readableChannels(visit)
  const after = cursorIn(c)
  const start = after === null ? 0 : all.findIndex(({ id }) => id === after.id) + 1
  const { items, next } = pageOf(all.slice(start, start + PAGE + 1), PAGE, ({ id }) => ({ at: 0, id }))
  const { default: otherwise } = visit.entered.guild.settings.channels
  return guildPage(c, {
    title: "Channels",
    lead: "What Keepsake records in the channels that you can read. Threads inherit from their channel, and channels from their category.",
    active: ACTIVE,
    content: (
      <>
        <Card title="Server default" lead={MODE_TEXTS[otherwise]}>
          <PostForm action={`${visit.base}/run/channels`} fields={{ channel: DEFAULT_CHANNEL }} stack>
            <SelectField
              name="mode"
              label="Channels without a setting of their own"
              value={otherwise}
              options={CHANNEL_MODES.map((mode) => [mode, MODE_NAMES[mode]] as const)}
            />
            <div class="buttons">
              <Submit>Save default</Submit>
            </div>
          </PostForm>
        </Card>
        <Card flush>
          {items.length === 0 ? (
            <Empty icon="hash" title="No channels known">
              <p>Connect the bot to Discord, or send the server's structure over the API.</p>
            </Empty>
          ) : (
            <DataTable
              caption="Channels"
              columns={[{ text: "Channel" }, { text: "Mode" }, { text: "Readers" }, { text: "Mentions" }]}
              rows={items.map((channel) => channelRow(visit, channel))}
            />
          )}
        </Card>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

/** Returns the settings in force in a channel. `sourceId`: the channel or category that sets the mode; null for the default. */
function stateOf({ entered }: Visit, id: Id) {
  const { channels } = entered.guild.settings
  const { structure } = entered
  const nesting = nestingOf(structure.channels, id)
  const sourceId = [id, ...nesting.parentIds].find((one) => channels.modes[one] !== undefined) ?? null
  return {
    mode: modeOf(channels, nesting),
    sourceId,
    quiet: isQuiet(channels, nesting),
    ownQuiet: channels.quiet.includes(id),
  }
}

function channelRow(visit: Visit, channel: Channel) {
  const { mode, sourceId, quiet } = stateOf(visit, channel.id)
  return [
    <span class={isCategory(channel) || channel.parentId === null ? "" : "below"}>
      <a class="quiet" href={`${visit.base}/run/channels/${channel.id}`}>
        {channelLabel(channel)}
      </a>{" "}
      <KindBadge channel={channel} />
    </span>,
    <span class="meta">
      <Badge tone={MODE_TONES[mode]} dot>
        {MODE_NAMES[mode]}
      </Badge>
      {sourceId === channel.id ? <span>own setting</span> : null}
    </span>,
    isCategory(channel) ? "" : readersOf(visit, channel),
    mode === "off" || quiet ? <span class="soft">not answered</span> : "answered",
  ]
}

function KindBadge({ channel }: { channel: Channel }) {
  if (isCategory(channel)) return <Badge>Category</Badge>
  return (
    <>
      {isThread(channel) ? <Badge>Thread</Badge> : null} {channel.nsfw ? <Badge>Age-restricted</Badge> : null}
    </>
  )
}

/** Says who may read what is learned in a channel. */
function readersOf({ entered: { structure } }: Visit, { id }: Channel): string {
  if (hasUnknownReaders(structure, id)) return "Unknown, so withheld"
  const open = viewerForChannel(structure, null).readable
  return open === "all" || open.includes(id) ? "Everyone" : "Some roles or people"
}

channelPages.get("/channels/:channel", (c) => {
  const visit = c.get("visit")
  const channel = channelFor(visit, c.req.param("channel"))
  const { mode, sourceId, quiet, ownQuiet } = stateOf(visit, channel.id)
  const { base, entered } = visit
  const source =
    sourceId === channel.id
      ? "its own setting"
      : sourceId === null
        ? "the server default"
        : `inherited from ${channelLabel(channelOf(entered.structure, sourceId))}`
  return guildPage(c, {
    title: channelLabel(channel),
    active: ACTIVE,
    crumbs: [{ href: `${base}/run/channels`, text: "Channels" }],
    content: (
      <div class="grid">
        <Card title="Now">
          <Pairs
            items={[
              [
                "Mode",
                <>
                  <Badge tone={MODE_TONES[mode]} dot>
                    {MODE_NAMES[mode]}
                  </Badge>{" "}
                  <span class="soft">({source})</span>
                </>,
              ],
              ["Meaning", MODE_TEXTS[mode]],
              [
                "Mentions",
                mode === "off" || quiet
                  ? `not answered${quiet && !ownQuiet ? ", inherited" : ""}`
                  : "answered",
              ],
              ["Readers", isCategory(channel) ? null : readersOf(visit, channel)],
              [
                "Messages kept",
                entered.guild.settings.retention_days === 0
                  ? "only until they are read"
                  : `${entered.guild.settings.retention_days} days from when they were received`,
              ],
              ["Messages received", isCategory(channel) ? null : channel.heard ? "Yes" : "None yet"],
            ]}
          />
        </Card>
        <Card title="Change">
          <PostForm action={`${base}/run/channels`} fields={{ channel: channel.id, quiet: "off" }} stack>
            <SelectField
              name="mode"
              label="Mode"
              value={sourceId === channel.id ? mode : INHERIT_MODE}
              options={[
                [INHERIT_MODE, INHERIT_NAME],
                ...CHANNEL_MODES.map((one) => [one, MODE_NAMES[one]] as const),
              ]}
              help="Ignored also deletes the channel's messages that are not read yet. What was learned stays."
            />
            <CheckField name="quiet" label="Do not answer mentions here" checked={ownQuiet} />
            <div class="buttons">
              <Submit kind="main">Save</Submit>
            </div>
          </PostForm>
        </Card>
      </div>
    ),
  })
})

/** Refuses a channel that the visitor cannot see like one that does not exist. */
function channelFor(visit: Visit, id: string): Channel {
  const channel = readableChannels(visit).find((one) => one.id === id)
  if (channel === undefined) throw new Refused({ reason: "unknown_channel", channelId: id })
  return channel
}

const ChangeForm = z.object({
  act: ActField,
  channel: z.union([z.literal(DEFAULT_CHANNEL), Snowflake]),
  mode: z.enum([...CHANNEL_MODES, INHERIT_MODE]),
  // A browser leaves out a box that is not ticked, so a hidden field precedes it.
  quiet: z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [value].flat().includes("on"))
    .optional(),
})

channelPages.post("/channels", async (c) => {
  const visit = c.get("visit")
  const { act, channel, mode, quiet } = await readForm(c, ChangeForm)
  const { entered, guildId, by, base } = visit
  if (channel !== DEFAULT_CHANNEL) channelFor(visit, channel)
  const wanted: ChannelSetting = channel === DEFAULT_CHANNEL ? { mode } : { mode, quiet }
  const { channels } = entered.guild.settings
  const before = {
    mode: channel === DEFAULT_CHANNEL ? channels.default : (channels.modes[channel] ?? INHERIT_MODE),
    quiet: channels.quiet.includes(channel),
  }
  const after = { mode, ...(wanted.quiet === undefined ? {} : { quiet: wanted.quiet }) }
  const detail = { channel, ...changedValues(before, after) }
  await changeSettings(entered.db, guildId, (settings) => withChannelChange(settings, channel, wanted), {
    by,
    cause: act,
    detail,
  })
  await refreshChannels(c.env, await enter(c.env, guildId))
  const path = channel === DEFAULT_CHANNEL ? "/run/channels" : `/run/channels/${channel}`
  return redirectTo(c, `${base}${path}`, { done: "saved" })
})
