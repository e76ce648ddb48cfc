/** Every command named in a text for people can be called as written. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type APIApplicationCommandOption, ApplicationCommandOptionType } from "discord-api-types/v10"
import { expect, test } from "vitest"
import { COMMANDS } from "../../src/discord/features/commands.ts"

const ROOM = join(import.meta.dirname, "../../src/discord")

interface Named {
  name: string
  name_localizations?: object | null | undefined
}

/** Commands as people type them in a language, with subcommands if there are any. */
function callsIn(locale: string): string[] {
  const called = ({ name, name_localizations: names }: Named) =>
    String(Object.entries(names ?? {}).find(([one]) => one === locale)?.[1] ?? name)
  return COMMANDS.flatMap(({ definition }) => {
    const options: APIApplicationCommandOption[] = "options" in definition ? (definition.options ?? []) : []
    const parts = options.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand)
    return parts.length === 0
      ? [called(definition)]
      : parts.map((part) => `${called(definition)} ${called(part)}`)
  })
}

/** Files of texts in other languages name the commands as their readers see them. */
const LOCALES: Record<string, string> = { "texts/de.ts": "de", "texts/es.ts": "es-ES" }

/** Every `/name …` outside comments. */
const NAMED = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .flatMap((path) => {
    const lines = readFileSync(join(ROOM, path), "utf8").split("\n")
    return lines
      .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)/.test(line))
      .flatMap((line) => [...line.matchAll(/\\?`\/([\p{Ll}][\p{Ll}-]*(?: [\p{Ll}-]+)*)\\?`/gu)])
      .map(([, call = ""]) => [call, path] as const)
  })

test("texts name more than ten commands", () => expect(NAMED.length).toBeGreaterThan(10))

test.each(NAMED)("the command `/%s` named in %s exists", (call, path) => {
  expect(callsIn(LOCALES[path] ?? "en-US")).toContain(call)
})
