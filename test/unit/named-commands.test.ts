/** Every command named in a text for people can be called as written. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type APIApplicationCommandOption, ApplicationCommandOptionType } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { COMMANDS } from "../../src/discord/features/commands.ts"

const ROOM = join(import.meta.dirname, "../../src/discord")

/** Commands as people type them, with subcommands if there are any. */
const CALLS = COMMANDS.flatMap(({ definition }) => {
  const options: APIApplicationCommandOption[] = "options" in definition ? (definition.options ?? []) : []
  const parts = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand)
  return parts.length === 0 ? [definition.name] : parts.map(({ name }) => `${definition.name} ${name}`)
})

/** Every `/name …` outside comments. */
const NAMED = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .flatMap((path) => {
    const lines = readFileSync(join(ROOM, path), "utf8").split("\n")
    return lines
      .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
      .flatMap((line) => [...line.matchAll(/\\?`\/([a-z][a-z-]*(?: [a-z-]+)*)\\?`/g)])
      .map(([, call = ""]) => [call, path] as const)
  })

test("texts name more than ten commands", () => expect(NAMED.length).toBeGreaterThan(10))

test.each(NAMED)("the command `/%s` named in %s exists", (call) => expect(CALLS).toContain(call))
