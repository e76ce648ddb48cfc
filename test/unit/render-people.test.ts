/**
 * People in a rendered context: each appears once, those asking first, told apart by id, with digests if
 * there are any and facts otherwise.
 */
import { expect, test } from "vitest"
import { FORMATS } from "../../src/domain/recalls.ts"
import { render } from "../../src/recall/render/formats.ts"
import { personSections } from "../../src/recall/render/people.ts"
import { chatMessage, contextOf, DAY, item, NOW, note, person } from "./render-context.ts"

const ada = { id: "11", name: "Ada" }
const bees = item("Ada keeps bees", { subject: ada })
const digests = (given: Partial<Record<"context" | "today" | "history", string>>) => ({
  digests: { context: null, today: null, history: null, ...given },
})
const narrated = (...parts: Parameters<typeof contextOf>) =>
  render(contextOf(...parts), "narrative")
    .split("\n")
    .slice(1)

test("an empty context renders to no text, even with people about whom nothing is known", () => {
  for (const format of FORMATS) {
    expect(render(contextOf([]), format)).toBe("")
    expect(render(contextOf([], [person("11", "Ada"), person("12", null)]), format)).toBe("")
  }
})

test("of a person asked about, each format says that nothing is known", () => {
  const bo = person("12", "Bo", { role: "mentioned", isUnknown: true })
  const about = (format: (typeof FORMATS)[number]) => render(contextOf([], [person("11", "Ada"), bo]), format)
  expect(about("xml")).toContain('<person name="Bo">none known</person>')
  expect(about("narrative")).toContain("About Bo, who is mentioned: none known.")
  expect(about("block")).toContain("[What you know about Bo: none known]")
  // What is known after all is shown instead.
  const known = contextOf([item("Bo sings", { subject: { id: "12", name: "Bo" } })], [bo])
  expect(render(known, "block")).not.toContain("none known")
})

test("each person appears once: asking, mentioned, noted, then other subjects of facts", () => {
  const people = [
    person("14", "Dee", { role: "noted", ...digests({ today: "Dee slept." }) }),
    person("12", "Bo", { role: "mentioned" }),
    person("11", "Ada", { role: "asking" }),
    person("12", "Bo", { role: "noted", ...digests({ today: "Bo cooked." }) }),
  ]
  const about = (id: string, name: string) => item(`${name} sings`, { subject: { id, name } })
  const context = contextOf(
    [about("15", "Eli"), about("12", "Bo"), about("11", "Ada"), item("Rules hold")],
    people,
  )
  expect(personSections(context).map(({ label, role }) => [label, role])).toEqual([
    ["Ada", "asking"],
    ["Bo", "mentioned"],
    ["Dee", "noted"],
    ["Eli", null],
    ["this server", null],
  ])
})

test("ids tell apart two people with one name, and an id replaces an invisible name", () => {
  const context = contextOf([
    item("Alex sings", { subject: { id: "11", name: "Alex" } }),
    item("Alex paints", { subject: { id: "12", name: "Al\u200bex" } }),
    item("Somebody hums", { subject: { id: "13", name: "\u202e \u2066" } }),
  ])
  expect(render(context, "block")).toContain("[What you know about Alex (11):]\nProfile:\n- Alex sings")
  expect(render(context, "block")).toContain("[What you know about Alex (12):]\nProfile:\n- Alex paints")
  expect(render(context, "xml")).toContain('<person name="13">')
  expect(render(context, "xml")).toContain('<person name="Alex" id="12">')
})

test("the context digest replaces the day digests, and a fact it contains is not repeated", () => {
  const part = person("11", "Ada", {
    role: "asking",
    ...digests({
      context: "Ada keeps bees, and lost a hive",
      today: "A hive was lost",
      history: "All was well",
    }),
  })
  const facts = [bees, item("Ada sells honey", { subject: ada })]
  expect(narrated(facts, [part])).toEqual([
    "About Ada, who is asking: Ada keeps bees, and lost a hive. Ada sells honey.",
  ])
})

test("without a context digest the available facts, today and the days before follow in order", () => {
  const today = digests({ today: "A hive was lost" })
  const both = digests({ today: "A hive was lost", history: "All was well" })
  const history = digests({ history: "All was well" })
  const of = (given: object) => [person("11", "Ada", given)]
  expect(narrated([bees], of(both))).toEqual([
    "About Ada: Ada keeps bees. Today: A hive was lost. In the days before: All was well.",
  ])
  expect(narrated([], of(today))).toEqual(["About Ada: Today: A hive was lost."])
  expect(narrated([], of(history))).toEqual(["About Ada: In the days before: All was well."])
  expect(narrated([bees])).toEqual(["About Ada: Ada keeps bees."])
})

test("an expiring fact has its day, and other relevant items follow as a list", () => {
  const items = [
    item("Ada saw a whale.", { subject: ada, permanent: false, at: NOW - 2 * DAY }),
    note("Ferries", "They compared ferries", { at: NOW - DAY }),
    chatMessage("Bo: which pier?", { at: NOW }),
  ]
  expect(narrated(items)).toEqual([
    "About Ada: Ada saw a whale (2 days ago).",
    "Also on record:",
    '- In the conversation "Ferries" on 2026-11-19: They compared ferries.',
    "- In the chat on 2026-11-20, Bo: which pier?",
  ])
  expect(narrated(items.slice(1))[0]).toBe("Also on record:")
})

test("block shows the whole profile, the last five expiring facts, and five more by score", () => {
  const passing = Array.from({ length: 12 }, (_, index) =>
    item(`Ada did thing ${index}`, {
      subject: ada,
      permanent: false,
      score: 1 - index / 20,
      // The best matches are the oldest.
      at: NOW - (12 - index) * DAY,
    }),
  )
  const text = render(contextOf([bees, ...passing]), "block")
  const under = (title: string) =>
    text
      .split(`${title}:\n`)[1]
      ?.split(/\n(?!- )/)[0]
      ?.match(/thing \d+|bees/g)
  expect(under("Profile")).toEqual(["bees"])
  expect(under("Recent")).toEqual(["thing 11", "thing 10", "thing 9", "thing 8", "thing 7"])
  expect(under("Relevant")).toEqual(["thing 0", "thing 1", "thing 2", "thing 3", "thing 4"])
})

test("in the classic style a note stands with the first person of the context who took part in it", () => {
  const bees = item("Ada keeps bees", {
    subject: { id: "11", name: "Ada" },
    section: "bio",
    confidence: 0.95,
  })
  const hive = note("Hives", "They moved two hives.", { participants: ["99", "11"] })
  const ferry = note("Ferry", "The ferry was late.", { participants: ["99"] })
  const context = contextOf([bees, hive, ferry], [person("11", "Ada")])
  expect(render(context, "xml", "classic").split("\n").slice(1)).toEqual([
    "<background_facts>",
    '<user name="Ada">',
    "Bio: Ada keeps bees [told directly, 2026-11-20]",
    "<notes>",
    "Hives: They moved two hives. [2026-11-20]",
    "</notes>",
    "</user>",
    "<notes>",
    "Ferry: The ferry was late. [2026-11-20]",
    "</notes>",
    "</background_facts>",
  ])
  expect(render(context, "tagged", "classic")).toContain("\n[profile] Ada keeps bees (confidence: 0.95)\n")
  expect(render(context, "block", "classic")).toBe(render(context, "block"))
})

test("a fact learned from an event says so, and json names the event", () => {
  const source = {
    message_id: null,
    channel_id: "800",
    author_id: null,
    url: null,
    excerpt: "",
    event_id: "deploy:1",
  }
  const context = contextOf([item("The staging server runs Debian 13", { sources: [source] })])
  for (const style of ["default", "classic"] as const) {
    const text = render(context, "xml", style)
    expect(text).toContain("an event")
    expect(text).not.toContain("told directly")
  }
  expect(JSON.parse(render(context, "json")).remembered[0]).toMatchObject({ event: "deploy:1" })
})
