/** Compares a member's sessions in German and Spanish, answer by answer, with golden files. */
import { afterEach, expect, test, vi } from "vitest"
import { expectGolden } from "../unit/golden.ts"
import { idOf, people, Session, village } from "./golden-session.ts"
import { type From, pressed, sent, slash } from "./interacting.ts"

afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ["de", "529461803372160001", 0, "discord/german-session.txt"],
  ["es-ES", "529461803372160002", 100, "discord/spanish-session.txt"],
] as const)("a member's session in %s reads the same", async (locale, guild, firstStep, golden) => {
  const session = new Session(firstStep)
  await village(guild)
  const known = people(guild)
  const ada = { ...known.ada, locale, guildLocale: locale }
  const bo = { ...known.bo, locale, guildLocale: locale }
  const run = (title: string, who: From, name: string, given = {}) =>
    session.answer(title, slash(name, session.from(who), given))
  const press = (title: string, who: From, id: string, values?: string[]) =>
    session.answer(title, pressed(id, session.from(who), values ? { values } : {}))

  const profile = await run("/profile", ada, "profile")
  const opened = await press("open", ada, idOf(profile, "open:"))
  await press("sources", ada, idOf(opened, "sources:"))
  await session.form("correct", pressed(idOf(opened, "correct:"), session.from(ada)))
  const corrected = idOf(opened, "correct:").replace(/^correct/, "corrected")
  const fields = { fact: "Ada bakes bread", importance: "high", lifetime: "90d" }
  await session.answer("corrected by another", sent(corrected, session.from(bo), { fields }))
  const changed = await session.answer("corrected", sent(corrected, session.from(ada), { fields }))
  await press("undo", ada, idOf(changed, "undo:"))
  await press("undo twice", ada, idOf(changed, "undo:"))
  await run("/profile of nobody known", ada, "profile", { people: { user: { id: "77", name: "New" } } })

  const fact = "I keep three ferrets"
  await run("/remember", ada, "remember", { values: { fact } })
  await run("/remember a secret", ada, "remember", { values: { fact: "my password is hunter2hunter2" } })
  await run("/remember nothing", ada, "remember", { values: { fact: "…" } })
  await run("/recall", ada, "recall", { values: { about: "ferrets" } })
  await run("/recall nothing", ada, "recall", { values: { about: "zeppelins" } })
  await run("/recap", ada, "recap", { values: { days: 7 } })

  const gone = await run("/forget one thing", ada, "forget", { values: { what: "ferrets" } })
  await press("undo forgetting", ada, idOf(gone, "undo:"))
  await run("/forget nothing", ada, "forget", { values: { what: "zeppelins" } })
  const which = await run("/forget several", ada, "forget", { values: { what: "everything" } })
  await press("keep", ada, idOf(which, "keep"))
  const sure = await press("all of them", ada, idOf(which, "forget-all:"))
  await press("sure", ada, idOf(sure, "forget-sure:"))

  const privacy = (title: string, path: string, given = {}) => run(title, ada, "privacy", { path, ...given })
  await privacy("/privacy see", "see")
  await privacy("/privacy opt-out", "opt-out")
  await run("/remember of one who opted out", bo, "remember", {
    values: { fact: "Ada likes boats" },
    people: { member: { id: "11", name: "Ada" } },
  })
  await privacy("/privacy opt-in", "opt-in")
  const erase = await privacy("/privacy erase", "erase")
  await press("erase and stay", ada, idOf(erase, "privacy-erase:stay"))
  await press("a button that is no more", ada, "gone:x")
  await expectGolden(golden, session.toString())
})

test("what everybody sees is in the server's language, what one person sees in theirs", async () => {
  const [guild, session] = ["529461803372160003", new Session(200)]
  await village(guild)
  const ada = { ...people(guild).ada, locale: "es-ES", guildLocale: "de" }
  const ask = (isPrivate: boolean) =>
    session.answer(
      "asked",
      slash("ask", session.from(ada), {
        values: { question: "Where does Ada live?", ...(isPrivate ? { private: true } : {}) },
      }),
    )
  expect(JSON.stringify(await ask(false))).toContain("-# Aus dem Gedächtnis: [1]")
  expect(JSON.stringify(await ask(true))).toContain("-# Según mi memoria: [1]")
  const refused = await session.answer("a button that is no more", pressed("gone:x", session.from(ada)))
  expect(JSON.stringify(refused)).toContain("Este botón o comando ya no es válido.")
})
