/** Claims that say more than their lines are refused; beside each stands a line that bears the same claim. */
import { expect, test } from "vitest"
import { checkSupport } from "../../src/extraction/support/support.ts"
import { ana, bo, kai, message, windowOf } from "./builders.ts"

const people = [kai, ana, bo]
/** Checks a claim about Kai that cites all lines. A line that begins with "Ana:" is Ana's, any other Kai's. */
function check(fact: string, ...lines: string[]) {
  const window = windowOf(
    ...lines.map((line) =>
      line.startsWith("Ana: ") ? message(line.slice(5), { author: ana }) : message(line),
    ),
  )
  const claim = { fact, subject: { scope: "user" as const, id: kai.id }, lines: lines.map((_, at) => at + 1) }
  const support = checkSupport(claim, { window, people, timezone: "UTC" })
  return support.kind === "refused" ? support.fault : "supported"
}

test.each([
  ["Kai always eats breakfast at Lou's.", "had breakfast at lou's today, decent", "not_said"],
  [
    "Kai always eats breakfast at Lou's.",
    "breakfast at lou's every morning, they know my order",
    "supported",
  ],
  ["Kai geht täglich schwimmen.", "heute war ich schwimmen", "not_said"],
  ["Kai geht täglich schwimmen.", "ich geh jeden tag schwimmen", "supported"],
  ["Kai lives in Graz.", "back when i lived in graz i biked everywhere", "was_so"],
  ["Kai lived in Graz.", "back when i lived in graz i biked everywhere", "supported"],
  ["Kai lives in Graz.", "i live in graz, biking everywhere", "supported"],
  ["Kai trabaja en un banco.", "de joven trabajaba en un banco", "was_so"],
  ["Kai loves waiting at the DMV.", "oh yeah i just LOVE waiting at the dmv 🙃", "not_meant"],
  ["Kai loves ramen.", "i love ramen", "supported"],
  ["Kai hates waiting at the DMV.", "oh yeah i just LOVE waiting at the dmv 🙃", "supported"],
  ["Kai ate a million dumplings.", "i have eaten literally a million dumplings", "not_meant"],
  ["Kai moved to Porto.", "Ana: my cousin Kai moved to porto", "others_words"],
  ["Kai moved to Porto.", "Ana: kai moved to porto!", "supported"],
  ["Kai wird befördert.", "Ana: mein Chef Kai wird befördert", "others_words"],
  ["Kai fue despedido.", "Ana: despidieron a Kai, el de mi curro", "others_words"],
  ["Kai is lazy.", "Ana: kai is so lazy lol", "insult"],
  ["Kai is lazy on Sundays.", "i'm lazy on sundays", "supported"],
  ["Kai taught Ana to solder.", "Ana: kai taught me to solder", "supported"],
  ["Kai lost an arm.", "*bows* Your Majesty, i lost an arm", "not_meant"],
  ["Kai has been to prison.", 'this guy goes "i have been to prison, twice"', "not_meant"],
  ["Kai bought a boat.", 'i bought a boat, the "Sea Wolf"', "supported"],
])("“%s” from “%s”: %s", (fact, line, expected) => {
  expect(check(fact, line)).toBe(expected)
})

test("who taught or lent is not turned around", () => {
  expect(check("Kai taught Ana to solder.", "Ana taught me to solder")).toBe("others_words")
  expect(check("Kai learned to solder from Ana.", "Ana taught me to solder")).toBe("supported")
  expect(check("Kai is lending Ana 20 euros.", "Ana's lending me 20 euros")).toBe("others_words")
})

test("a bare answer is read with the question before it, even if only the answer is cited", () => {
  const window = windowOf(message("are you coming to the LAN?", { author: ana }), message("count me out"))
  const claim = (fact: string) => ({ fact, subject: { scope: "user" as const, id: kai.id }, lines: [2] })
  const scene = { window, people, timezone: "UTC" }
  expect(checkSupport(claim("Kai is coming to the LAN."), scene)).toMatchObject({ kind: "refused" })
  expect(checkSupport(claim("Kai is not coming to the LAN."), scene)).toMatchObject({ kind: "supported" })
})

test("days that a later line replaced are refused, the new ones are not", () => {
  const window = windowOf(
    message("booked us the cabin, 20-22"),
    message("exam weekend!", { author: ana }),
    message("changed it, 27 to 29 now"),
  )
  const claim = (fact: string) => ({
    fact,
    subject: { scope: "channel" as const, id: "800" },
    lines: [1, 2, 3],
  })
  const scene = { window, people, timezone: "UTC" }
  expect(checkSupport(claim("The cabin is booked for 20 to 22 November 2026."), scene)).toMatchObject({
    fault: "moved_since",
  })
  expect(checkSupport(claim("The cabin is booked for 27 to 29 November 2026."), scene)).toMatchObject({
    kind: "supported",
  })
})
