/** The button that undoes a change: offered to whoever made it while it works, and afterwards the list says that it is over. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { explainOnPage } from "../../src/dashboard/kit/refused-form.tsx"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OFFTOPIC, OWNER, tell } from "./guild-structure.ts"
import { adaSays, memories } from "./http.ts"

const GUILD = "9474"
const ADA = "11"
const BASE = `/app/g/${GUILD}`
const BUTTON = /name="undo" value="(w_[0-9a-f-]{36})"/

test("the notice and its button are for the person who made the change, as long as it can be undone", async () => {
  const members = [member(ADA, [], "Ada P"), member(OWNER, [], "Olive")]
  await tell(GUILD, guildStructure(GUILD, [], { members }))
  await adaSays(GUILD, GENERAL, "I love spelunking", { name: "channel-200" })
  const [olive, ada] = [await PageBrowser.of(OWNER), await PageBrowser.of(ADA)]
  const [fact] = await memories(GUILD)
  const back = `${BASE}/memories?type=preference`
  const gone = await olive.post(`${BASE}/memories/forget`, { id: fact?.id ?? "", back })
  const address = gone.location ?? ""
  const seen = await olive.get(address)
  expect(seen.text).toContain("Forgotten.")
  // The server's own retention.
  expect(seen.text).toContain("until they expire, 7 days after Keepsake received them")
  const undo = BUTTON.exec(seen.html)?.[1] ?? ""
  const page =
    /name="page" value="([^"]*)"/.exec(seen.html.slice(seen.html.indexOf('name="undo"')))?.[1] ?? ""
  expect(page).toBe(back)
  const others = await ada.get(address)
  expect(others.status).toBe(200)
  expect(others.text).not.toContain("Forgotten.")
  expect(others.html).not.toMatch(BUTTON)
  await env.DB.prepare("UPDATE undo SET expires_at = 1 WHERE id = ?").bind(undo).run()
  const late = await olive.get(address)
  expect(late.text).not.toContain("Forgotten.")
  expect(late.html).not.toMatch(BUTTON)
  const refused = await olive.post(`${BASE}/undo`, { undo, back, page })
  expect(refused.status).toBe(409)
  expect(refused.text).toContain("Nothing was changed. This can no longer be undone")
  expect(refused.html).toContain("<h1>Memories</h1>")
  expect((await olive.get(`${back}&done=forgotten`)).text).not.toContain("Forgotten.")
})

test("a late undo whose page cannot be opened says what happened, and leads to the memories", async () => {
  const olive = await PageBrowser.of(OWNER)
  const undo = `w_${crypto.randomUUID()}`
  for (const page of [`${BASE}/memories/m_${"0".repeat(24)}`, ""]) {
    const refused = await olive.post(`${BASE}/undo`, { undo, page })
    expect(refused.status).toBe(409)
    expect(refused.html).toContain("<h1>This can no longer be undone</h1>")
    expect(refused.text).toContain(
      "Nothing was changed. A change can be undone once and for ten minutes, by whoever",
    )
    expect(refused.text.match(/can no longer be undone/g)).toHaveLength(2)
    expect(refused.html).toContain(`href="${BASE}/memories"`)
  }
})

test("a change that was undone is not offered again", async () => {
  await adaSays(GUILD, MOD_ROOM, "I love quilting", { name: "channel-100" })
  const olive = await PageBrowser.of(OWNER)
  const fact = (await memories(GUILD)).find((one) => one.fact.includes("quilting"))
  const gone = await olive.post(`${BASE}/memories/forget`, { id: fact?.id ?? "" })
  const undo = BUTTON.exec((await olive.get(gone.location ?? "")).html)?.[1] ?? ""
  expect((await olive.submit(`${BASE}/undo`, { undo })).text).toContain("Restored as it was.")
  expect((await olive.get(gone.location ?? "")).html).not.toMatch(BUTTON)
})

test("an address with the notice of a change offers no undo after another change of the same fact", async () => {
  const olive = await PageBrowser.of(OWNER)
  await adaSays(GUILD, OFFTOPIC, "I love pottery", { name: "channel-201" })
  const fact = (await memories(GUILD)).find((one) => one.fact.includes("pottery"))
  const page = `${BASE}/memories/${fact?.id}`
  const correct = (lifetime: string) =>
    olive.post(`${page}/correct`, { fact: fact?.fact ?? "", importance: "high", lifetime })
  const first = (await correct("7d")).location ?? ""
  expect((await olive.get(first)).html).toMatch(BUTTON)
  const second = (await correct("30d")).location ?? ""
  expect((await olive.get(second)).html).toMatch(BUTTON)
  const stale = await olive.get(first)
  expect(stale.html).not.toMatch(BUTTON)
  expect(stale.text).not.toContain("Corrected. You can undo this")
})

test("a manager who opens the address of a change of another person is offered its undo", async () => {
  const [olive, ada] = [await PageBrowser.of(OWNER), await PageBrowser.of(ADA)]
  const fact = (await memories(GUILD)).find((one) => one.fact.includes("pottery"))
  const back = `${BASE}/memories`
  const gone = await ada.post(`${back}/forget`, { id: fact?.id ?? "", back })
  const undo = BUTTON.exec((await olive.get(gone.location ?? "")).html)?.[1] ?? ""
  expect((await olive.submit(`${BASE}/undo`, { undo })).text).toContain("Restored as it was.")
  expect((await memories(GUILD)).map((one) => one.fact)).toContain(fact?.fact)
})

test("expired facts are listed for as long as this server keeps them, and the list says so", async () => {
  const olive = await PageBrowser.of(OWNER)
  expect((await olive.get(`${BASE}/memories`)).text).toContain("Expired ones stay listed for 30 days")
})

test("a guild is called a server in the words of Keepsake only", () => {
  expect(explainOnPage({ reason: "writing_off" })).toMatch(/^This server's policy/)
  const problem = "These exports come from 2 servers: Crafters guild (1), Guild of guild (2)."
  expect(explainOnPage({ reason: "not_imported", problem })).toBe(problem)
  const over = { reason: "history_state", historyId: "h_1", state: "done" } as const
  expect(explainOnPage(over)).toBe("This import is already done.")
})
