/** A server that only imports told of is shown by the name that they give it, until Discord tells one. */
import { expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { call, channelPath, talk } from "./http.ts"
import { as, newKey } from "./key-holder.ts"
import { exportOf, sendFile, serverOf } from "./upload-world.ts"

function sendNamed(guild: string, guild_name: string, firstId: number) {
  const messages = talk(firstId, Date.parse("2026-03-01T12:00:00Z"), [[OWNER, "Olga", "I play the theremin"]])
  return call("POST", `${channelPath(guild, GENERAL)}/messages`, { guild_name, messages })
}

/** The name that the owner's pages show. */
async function nameShown(guild: string): Promise<string | undefined> {
  const { html } = await (await PageBrowser.of(OWNER)).get(`/app/g/${guild}/me`)
  return / · ([^·<]+) · Keepsake<\/title>/.exec(html)?.[1]
}

function namedStructure(guild: string) {
  return guildStructure(guild, [], { members: [member(OWNER, [], "Olga")] })
}

function unnamedStructure(guild: string) {
  const told = namedStructure(guild) as { guild: { name?: string } }
  delete told.guild.name
  return told
}

test("an import names a server that has no name; a later import does not, and Discord's own name replaces it", async () => {
  const guild = "663101"
  expect((await sendNamed(guild, "Night Ferry", 1_000)).status).toBe(202)
  await tell(guild, unnamedStructure(guild))
  expect(await nameShown(guild)).toBe("Night Ferry")
  await sendNamed(guild, "Day Ferry", 2_000)
  expect(await nameShown(guild)).toBe("Night Ferry")
  await tell(guild, namedStructure(guild))
  expect(await nameShown(guild)).toBe("A guild")
  await sendNamed(guild, "Night Ferry", 3_000)
  expect(await nameShown(guild)).toBe("A guild")
})

test("an uploaded export names a server that has no name", async () => {
  const guild = "663102"
  await tell(guild, unnamedStructure(guild))
  expect(await nameShown(guild)).toBe(`Server ${guild}`)
  const page = `/app/g/${guild}/run/history`
  const file = new Blob([exportOf(guild, GENERAL, [{ by: OWNER, text: "I play the theremin" }])])
  const sent = await sendFile(await PageBrowser.of(OWNER), `${page}/upload`, {
    file,
    name: "general.json",
    page,
  })
  expect(sent.status).toBe(303)
  expect(await nameShown(guild)).toBe("A guild")
})

test("a key that is bound to a channel may not name the server", async () => {
  const guild = "663103"
  await serverOf(guild, { manager: "6631031", member: "6631032" })
  const { token } = await newKey(guild, { scope: "write", channel_id: GENERAL })
  const body = { guild_name: "Mine", messages: [] }
  const answer = await as(token, "POST", `${channelPath(guild, GENERAL)}/messages`, body)
  expect(answer.status).toBe(403)
})
