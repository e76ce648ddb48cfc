/** Texts in every language: the same keys and values, nothing left in English, and commands within Discord's limits. */
import { expect, test } from "vitest"
import { COMMANDS } from "../../src/discord/features/commands.ts"
import { COMMAND_TABLES } from "../../src/discord/texts/commands.ts"
import { DE } from "../../src/discord/texts/de.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { ES } from "../../src/discord/texts/es.ts"
import { counted, fill, textsIn } from "../../src/discord/texts/texts.ts"
import { commandProblems } from "../discord/payload-problems.ts"

type Table = { [key: string]: string | Table }

function flat(table: Table, path = ""): [string, string][] {
  return Object.entries(table).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${path}${key}`, value]] : flat(value, `${path}${key}.`),
  )
}
const ENGLISH = new Map(flat(EN))
const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

test.each([
  ["German", DE],
  ["Spanish", ES],
])("%s has every text, with the same values, in its own words", (_, table) => {
  const texts = flat(table)
  expect(texts.map(([key]) => key).sort()).toEqual([...ENGLISH.keys()].sort())
  for (const [key, text] of texts) {
    expect(valuesIn(text), key).toEqual(valuesIn(ENGLISH.get(key) ?? ""))
    expect(text.trim(), key).not.toBe("")
    if (text.length > 12) expect(text, key).not.toBe(ENGLISH.get(key))
  }
})

test("a language without texts gets English, and its regions share one table", () => {
  expect(textsIn("fr")).toBe(EN)
  expect(textsIn("en-GB")).toBe(EN)
  expect(textsIn("es-419")).toBe(ES)
  expect(textsIn("de")).toBe(DE)
})

test("values are filled in, a missing one is a bug, and numbers choose their form", () => {
  expect(fill("since {date}", { date: "$&" })).toBe("since $&")
  expect(() => fill("since {date}", {})).toThrow("{date}")
  expect(counted(EN.recap.entries, 1, "en-US")).toBe("1 entry")
  expect(counted(DE.recap.entries, 1_234, "de")).toBe("1.234 Einträge")
  expect(counted(ES.recap.entries, 0, "es-ES")).toBe("0 entradas")
})

interface Part {
  name: string
  description?: string
  value?: string
  options?: Part[]
  choices?: Part[]
}

function pathsOf(part: Part, path: string): string[] {
  return [
    path,
    ...(part.options ?? []).flatMap((one) => pathsOf(one, `${path}/${one.name}`)),
    ...(part.choices ?? []).map((one) => `${path}=${one.value}`),
  ]
}

test.each(Object.entries(COMMAND_TABLES))(
  "%s names and describes every command, option and choice",
  (_, table) => {
    const parts = COMMANDS.map(({ definition }) => JSON.parse(JSON.stringify(definition)) as Part)
    expect(Object.keys(table).sort()).toEqual(parts.flatMap((part) => pathsOf(part, part.name)).sort())
    for (const [path, [name, description = "-"]] of Object.entries(table)) {
      expect(name.length, path).toBeLessThanOrEqual(path.includes("=") ? 100 : 32)
      expect(description.length, path).toBeLessThanOrEqual(100)
      if (!path.includes("=") && !/^[A-Z]/.test(path)) expect(name, path).toMatch(/^[-_\p{Ll}\p{N}]+$/u)
    }
    const names = parts.filter(({ description }) => description).map(({ name }) => table[name]?.[0])
    expect(new Set(names).size).toBe(names.length)
  },
)

test("translated options of one command differ, and Discord accepts all commands", () => {
  for (const table of Object.values(COMMAND_TABLES))
    for (const command of Object.keys(table).filter((path) => !/[/=]/.test(path))) {
      const options = Object.entries(table).filter(([path]) => new RegExp(`^${command}/[^/=]+$`).test(path))
      expect(new Set(options.map(([, [name]]) => name)).size, command).toBe(options.length)
    }
  expect(commandProblems(COMMANDS.map(({ definition }) => definition))).toEqual([])
})
