/**
 * Test commands and actions, registered beside the real ones. Each shows one behavior that the endpoint or
 * the Responder must handle.
 */
import { ApplicationCommandType, ButtonStyle, ComponentType, TextInputStyle } from "discord-api-types/v10"
import {
  type Action,
  type Command,
  customId,
  type Form,
  type InteractionContext,
  plainReply,
  type Reply,
  textReply,
} from "../../src/discord/bot/ui/command.ts"
import { guildReader } from "../../src/discord/bot/ui/guild-reader.ts"
import { ACTIONS } from "../../src/discord/features/actions.ts"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { Refused } from "../../src/domain/errors.ts"

/** Number of handler runs by interaction id. */
export const runs = new Map<string, number>()
/** Promises that handlers wait for, by interaction id. */
export const gates = new Map<string, Promise<void>>()

function counted(run: (asked: InteractionContext) => Promise<Reply>): Command["run"] {
  return async (asked) => {
    runs.set(asked.id, (runs.get(asked.id) ?? 0) + 1)
    return run(asked)
  }
}

function command(
  name: string,
  run: (asked: InteractionContext) => Promise<Reply>,
  more: Partial<Command> = {},
): Command {
  const definition = { name, description: "A probe.", type: ApplicationCommandType.ChatInput as const }
  return { definition, isPrivate: () => true, run: counted(run), ...more }
}

const form: Form = {
  title: "A form",
  custom_id: customId("probe-sent", "m_1"),
  components: [
    {
      type: ComponentType.Label,
      label: "Fact",
      component: { type: ComponentType.TextInput, custom_id: "fact", style: TextInputStyle.Short },
    },
  ],
}

const BOMB = new Error("D1_ERROR: no such table: secret_insides at /src/memory/insides.ts:12")

const probes: Command[] = [
  command("probe-echo", async ({ asker }) => plainReply(`Hello, ${asker.name}.`)),
  command("probe-public", async () => textReply("For all to see."), { isPrivate: () => false }),
  command("probe-paced", async () => plainReply("An answer."), { isPrivate: () => false, paced: true }),
  command("probe-slow", async ({ id }) => {
    await gates.get(id)
    return plainReply("At last.")
  }),
  command("probe-bug", async () => {
    throw BOMB
  }),
  command("probe-refuses", async () => {
    throw new Refused({ reason: "nothing_known" })
  }),
  command("probe-too-long", async () => plainReply("x".repeat(2_001))),
  command("probe-file", async () => ({
    kind: "laid_out",
    components: [{ type: ComponentType.TextDisplay, content: "Your file." }],
    files: [{ name: "export.json", contentType: "application/json", data: '{"words":"mine"}' }],
  })),
  command("probe-reads", async (asked) => {
    const { viewer } = await guildReader(asked)
    return plainReply(viewer.readable === "all" ? "all" : [...viewer.readable].sort().join(" "))
  }),
  command(
    "probe-reads-public",
    async (asked) => {
      const { viewer } = await guildReader(asked)
      return plainReply(viewer.readable === "all" ? "all" : [...viewer.readable].sort().join(" "))
    },
    { isPrivate: () => false },
  ),
  {
    ...command("probe-admin", async () => plainReply("Settings.")),
    definition: { name: "probe-admin", description: "A probe.", default_member_permissions: "32" },
  },
  command("probe-form", async () => plainReply("No form this time."), {
    form: async (_, { values }) => (values.open === false ? null : form),
  }),
  command("probe-form-bug", async () => plainReply("never"), {
    form: async () => {
      throw BOMB
    },
  }),
  command("probe-form-unfit", async () => plainReply("never"), {
    form: async () => ({ ...form, title: "x".repeat(46) }),
  }),
  command("probe-suggests", async () => plainReply("never"), {
    suggest: async (_, __, { value }) =>
      Array.from({ length: 30 }, (_unused, at) => ({
        name: `${value} ${at} ${"y".repeat(200)}`,
        value: `${at}`,
      })),
  }),
  command("probe-suggests-bug", async () => plainReply("never"), {
    suggest: async () => {
      throw BOMB
    },
  }),
  command("probe-suggests-slowly", async () => plainReply("never"), {
    suggest: () => new Promise(() => undefined),
  }),
]

const button = (label: string, custom_id: string) => ({
  type: ComponentType.ActionRow as const,
  components: [
    { type: ComponentType.Button as const, style: ButtonStyle.Primary as const, label, custom_id },
  ],
})

const deeds: Action[] = [
  {
    name: "probe-updates",
    answers: "update",
    run: async (_, { args, values }) => ({
      kind: "plain",
      content: `Now ${[...args, ...values].join(" ")}.`,
      components: [button("Again", customId("probe-updates", "again"))],
    }),
  },
  {
    name: "probe-update-refuses",
    answers: "update",
    run: async () => {
      throw new Refused({ reason: "not_yours" })
    },
  },
  { name: "probe-update-lays-out", answers: "update", run: async () => textReply("Laid out.") },
  { name: "probe-replies", answers: "reply", run: async () => textReply("Beside.") },
  { name: "probe-opens", answers: "form", form: async () => form },
  {
    name: "probe-sent",
    answers: "update",
    run: async (_, { args, fields }) => textReply(`${args} is ${fields.fact}`),
  },
]

/** Registers the probes in this isolate; safe to repeat. */
export function register(): void {
  const commands = COMMANDS as Command[]
  const actions = ACTIONS as Action[]
  commands.push(...probes.filter((one) => !commands.includes(one)))
  actions.push(...deeds.filter((one) => !actions.includes(one)))
}

/** Removes the probes. */
export function unregister(): void {
  for (const [list, mine] of [
    [COMMANDS, probes],
    [ACTIONS, deeds],
  ] as [unknown[], unknown[]][])
    for (const one of mine) list.splice(list.indexOf(one), 1)
}
