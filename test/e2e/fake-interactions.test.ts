/**
 * The fake Discord's interactions behave as discord.js expects: it reads options, answers, follows up,
 * updates messages and opens modals.
 */
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  type ContextMenuCommandInteraction,
  GatewayIntentBits as Intent,
  type Interaction,
  type Message,
  MessageFlags,
  type ModalSubmitInteraction,
} from "discord.js"
import { afterEach, expect, test } from "vitest"
import { clickable, eventually, type FakeDiscord, startFakeDiscord } from "../discord/server.ts"
import { atEnd, endAll, loggedIn } from "./discord-js.ts"

afterEach(endAll)

/** Connects discord.js to a guild with one person and answers each interaction with `answer`. */
async function harbor(answer: (interaction: Interaction) => Promise<unknown>) {
  const discord = await startFakeDiscord({ heartbeatMs: 1000 })
  atEnd(() => discord.stop())
  const { world } = discord
  const guild = world.addGuild({ name: "Harbor" }).made
  const role = world.addRole(guild.id, { name: "crew", permissions: 32n }).made
  const ada = world.addUser("Ada")
  world.addMember(guild.id, ada, { roles: [role.id] })
  const general = world.addChannel(guild.id, { name: "general" }).made
  const setting = { guildId: guild.id, channelId: general.id, userId: ada.id }
  const intents = [Intent.Guilds, Intent.GuildMessages, Intent.MessageContent]
  const client = await loggedIn(discord, { intents })
  const failures: unknown[] = []
  client.on("interactionCreate", (interaction) => {
    answer(interaction).catch((error: unknown) => failures.push(error))
  })
  const heard: Message[] = []
  client.on("messageCreate", (message) => heard.push(message))
  return { discord, world, guild, ada, general, setting, heard, failures }
}

function saidIn(discord: FakeDiscord, guildId: string, channelId: string): string[] {
  return [...(discord.world.guild(guildId).messages.get(channelId)?.values() ?? [])].map((one) => one.content)
}

test("discord.js reads a command's options, member and permissions, and everyone sees its public answer", async () => {
  let read: unknown[] = []
  const { discord, setting, ada, general, guild, heard, failures } = await harbor(async (interaction) => {
    const command = interaction as ChatInputCommandInteraction<"cached"> // The only command.
    const { options } = command
    read = [
      options.getSubcommand(),
      options.getString("text"),
      options.getInteger("count"),
      options.getUser("who")?.id,
      options.getMember("who")?.displayName,
      options.getChannel("where")?.name,
      command.memberPermissions?.has("ManageGuild"),
      command.channel?.id,
    ]
    await command.deferReply()
    await command.editReply({ content: "Here you are.", allowedMentions: { parse: [] } })
    await command.followUp({ content: "And this.", flags: MessageFlags.Ephemeral })
  })
  const options = [
    {
      name: "find",
      type: 1,
      options: [
        { name: "text", type: 3, value: "tea" },
        { name: "count", type: 4, value: 3 },
        { name: "who", type: 6, value: ada.id },
        { name: "where", type: 7, value: general.id },
      ],
    },
  ]
  const use = discord.interactOverGateway({ deed: { kind: "command", name: "recall", options }, setting })
  const original = await use.original()
  const followUp = await use.followUp()
  expect(failures).toEqual([])
  expect(read).toEqual(["find", "tea", 3, ada.id, "Ada", "general", true, general.id])
  expect(original).toMatchObject({ content: "Here you are.", edited_timestamp: null, type: 20 })
  expect(followUp.content).toBe("And this.")
  expect(saidIn(discord, guild.id, general.id)).toEqual(["Here you are."])
  expect(heard).toHaveLength(1)
  expect(heard[0]?.interactionMetadata?.user.id).toBe(ada.id)
})

test("discord.js reads message commands and user commands", async () => {
  const read: string[] = []
  const { discord, world, guild, general, setting, ada } = await harbor(async (interaction) => {
    const menu = interaction as ContextMenuCommandInteraction // The only kind sent here.
    read.push(menu.isMessageContextMenuCommand() ? menu.targetMessage.content : menu.targetId)
    await menu.reply({ content: "Done.", flags: MessageFlags.Ephemeral })
  })
  const said = world.say(guild.id, general.id, { author: ada, content: "tea at four" }).made
  const first = discord.interactOverGateway({
    deed: { kind: "message", name: "Remember", targetId: said.id },
    setting,
  })
  await first.original()
  await discord
    .interactOverGateway({ deed: { kind: "user", name: "Profile", targetId: ada.id }, setting })
    .original()
  expect(read).toEqual(["tea at four", ada.id])
  expect(first.ephemeral).toBe(true)
})

test("discord.js offers choices while a person types", async () => {
  const { discord, setting } = await harbor(async (interaction) => {
    const typing = interaction as AutocompleteInteraction // The only kind sent here.
    await typing.respond([{ name: `${typing.options.getFocused()}a`, value: "tea" }])
  })
  const options = [{ name: "what", type: 3, value: "te", focused: true }]
  const use = discord.interactOverGateway({
    deed: { kind: "autocomplete", name: "recall", options },
    setting,
  })
  expect(await eventually(() => (use.choices.length > 0 ? use.choices : null))).toEqual([
    { name: "tea", value: "tea" },
  ])
})

test("discord.js updates the message whose button is pressed and opens a modal", async () => {
  const read: string[] = []
  const { discord, setting, failures } = await harbor(async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({
        flags: MessageFlags.Ephemeral | MessageFlags.IsComponentsV2,
        components: [
          { type: 10, content: "One thing." },
          {
            type: 1,
            components: ["forget", "correct"].map((id) => ({ type: 2, style: 2, label: id, custom_id: id })),
          },
        ],
      })
    else if (interaction.isButton() && interaction.customId === "correct")
      await (interaction as ButtonInteraction).showModal({
        custom_id: "words",
        title: "Correct it",
        components: [{ type: 18, label: "Words", component: { type: 4, custom_id: "text", style: 1 } }],
      })
    else if (interaction.isButton())
      await interaction.update({ components: [{ type: 10, content: "Forgotten." }] })
    else {
      const modal = interaction as ModalSubmitInteraction // The only remaining kind.
      read.push(modal.fields.getTextInputValue("text"))
      await modal.deferUpdate()
      await modal.editReply({ components: [{ type: 10, content: "Corrected." }] })
    }
  })
  const use = discord.interactOverGateway({ deed: { kind: "command", name: "memories" }, setting })
  const message = await use.original()
  expect(clickable(message).map((one) => one.customId)).toEqual(["forget", "correct"])
  const asked = discord.interactOverGateway({
    deed: { kind: "component", message, customId: "correct" },
    setting,
  })
  await eventually(() => asked.interaction.answered === 9)
  const deed = { kind: "modal", customId: "words", fields: { text: "two things" }, message } as const
  const corrected = discord.interactOverGateway({ deed, setting })
  await eventually(() => corrected.interaction.answered === 6)
  expect(await corrected.changed(message)).toMatchObject({
    components: [{ content: "Corrected." }],
    flags: 64 | (1 << 15),
  })
  const pressed = discord.interactOverGateway({
    deed: { kind: "component", message, customId: "forget" },
    setting,
  })
  expect(await pressed.original()).toMatchObject({ components: [{ content: "Forgotten." }] })
  expect(read).toEqual(["two things"])
  expect(failures).toEqual([])
})

test("the fake refuses an answer that comes twice, breaks a limit or comes too late", async () => {
  const { discord, setting, failures } = await harbor(async (interaction) => {
    const command = interaction as ChatInputCommandInteraction // The only kind sent here.
    if (command.commandName === "long") await command.reply("x".repeat(2001))
    await command.deferReply()
    if (command.commandName === "late") await new Promise((done) => setTimeout(done, 60))
    await discord.gateway.note("answering", { shard: null })
    if (command.commandName === "late") await command.editReply("too late")
    else
      await command.client.rest.post(`/interactions/${command.id}/${command.token}/callback`, {
        body: { type: 5 },
      })
  })
  for (const name of ["long", "twice", "late"]) {
    const { interaction } = discord.interactOverGateway({ deed: { kind: "command", name }, setting })
    if (name === "late") interaction.expiresAt = Date.now() + 50
    await eventually(() => failures.length > ["long", "twice", "late"].indexOf(name))
  }
  expect(failures).toMatchObject([{ code: 50035 }, { code: 40060 }, { code: 50027 }])
})
