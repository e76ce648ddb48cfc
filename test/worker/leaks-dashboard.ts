/** Reads a random guild on the dashboard as one signed-in person: every page that shows what is known. */

import { PageBrowser, type PageSeen } from "./dashboard-browser.ts"
import type { Asker } from "./leaks-asking.ts"
import { compareWithStranger } from "./leaks-consent.ts"
import { type Dice, markerOf } from "./leaks-dice.ts"

/** Pages that members may open, and their surface. */
const MEMBER_PAGES = ["me", "me/privacy", "memories", "people", "conversations", "topics"]
const MANAGER_PAGES = [
  ...["manage/overview", "manage/review", "manage/lab", "manage/policy", "manage/trials"],
  ...["run/events", "run/identities", "run/projects", "run/spend", "run/nights", "run/audit"],
]

const NEVER_MADE = `m_${"0".repeat(24)}`

/** `asker` reads alone, in no place. People whom the guild does not know cannot sign in. */
export async function visitPages(asker: Asker, dice: Dice): Promise<void> {
  const { world, lines, ledger, bound } = asker.scenery
  const { viewer_id: personId = "" } = asker.stated
  if (asker.shown === null || !world.people.some(({ id }) => id === personId)) return
  const browser = new PageBrowser(bound)
  await browser.post("/app/sign-in/local", { person: personId })
  // Who left, or was never seen, cannot sign in here.
  if (!browser.cookies.has("__Host-keepsake")) return
  const base = `/app/g/${world.guildId}`
  // Administrators configure age-restricted channels, whose words they are shown nowhere.
  const configured = world.channels.flatMap(({ id, nsfw }) => (nsfw ? [id] : [])).join(" ")
  const open = async (path: string, query = ""): Promise<PageSeen> => {
    const page = await browser.get(`${base}/${path}${query.replaceAll(" ", "+")}`)
    if (page.status >= 500) throw new Error(`${path}: ${page.status} ${page.text}`)
    // The page repeats the words that were searched for, as a whole.
    const shown =
      query === ""
        ? page.html
        : [query, query.replaceAll(" ", "+"), query.replaceAll(" ", "%20")].reduce(
            (html, words) => html.replaceAll(words, ""),
            page.html,
          )
    // The audit log says whose consent changed.
    const recorded = path === "run/audit" ? (world.objector?.id ?? "") : ""
    const asked = path.startsWith("run/") ? `${path} ${configured} ${recorded}` : path
    asker.look("pages", shown, asked, { isOwn: true, isAnswer: page.status === 200 })
    return page
  }
  const words = () => Array.from({ length: 3 }, () => markerOf(dice, lines)).join(" ")
  for (const path of MEMBER_PAGES) await open(path)
  await open("memories?q=", words())
  await open(`people/${dice.pick(world.people).id}`)
  const known = [...ledger.ids].filter(([id]) => ledger.memories.has(id))
  for (const [id] of dice.shuffled(known).slice(0, 3)) await open(`memories/${id}`)
  const overview = await open("manage/overview")
  if (overview.status === 200) {
    for (const path of MANAGER_PAGES) await open(path)
    await open("manage/lab?as=everyone&q=", words())
  }
  const ofPerson = [
    "people/ID",
    "conversations?person=ID",
    "topics?person=ID",
    "manage/lab?as=person&person=ID&q=tea",
  ]
  for (const path of ofPerson)
    await compareWithStranger(asker, path, async ({ id }) => {
      const page = await browser.get(`${base}/${path.replace("ID", id)}`)
      return `${page.status} ${page.html}`
    })
  const hidden = known.filter(([, channels]) => !channels.some(asker.mayKnow)).map(([id]) => id)
  if (hidden.length === 0) return
  const id = dice.pick(hidden)
  const [real, none] = [
    await browser.get(`${base}/memories/${id}`),
    await browser.get(`${base}/memories/${NEVER_MADE}`),
  ]
  asker.findings.refused += 1
  if (real.status !== none.status || real.text.replaceAll(id, "") !== none.text.replaceAll(NEVER_MADE, ""))
    asker.findings.uneven.push(`page of ${id} for ${personId}: ${real.status} ${real.text.slice(0, 300)}`)
}
