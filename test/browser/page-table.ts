/**
 * The table of pages. Every page that it lists gets every check of `pages.test.ts` and a picture by `pictures.ts`, so a
 * new page needs one line here. A test compares the table with the routes of the app (test/worker/dashboard-listed.test.ts).
 */
import { erasedPerson, finishedNight, managedServer, PROJECT, uploadedExport } from "./manage-stage.ts"
import { firstLink, type PageStage } from "./visitor.ts"

export interface ListedPage {
  /** Names the picture, in kebab case. */
  name: string
  /** Whoever looks at it: nobody, a member without rights, or a manager of the sample server. */
  as: "nobody" | "member" | "manager"
  /** The path as the app's routes write it. */
  route: string
  /** Its parameters; `:guild` is the sample server if it is not given. */
  params?: Record<string, (stage: PageStage) => string | Promise<string>>
  query?: string
  /** The status expected, if not 200. */
  status?: number
}

/** Returns the address of a page, below the server's. */
export async function pathOf(
  stage: PageStage,
  { route, params = {}, query }: Pick<ListedPage, "route" | "params" | "query">,
): Promise<string> {
  const parts = route.split("/").map((part) => {
    if (!part.startsWith(":")) return part
    const name = part.slice(1)
    const find = params[name] ?? (name === "guild" ? ({ guildId }: PageStage) => guildId : undefined)
    if (find === undefined) throw new Error(`${route} has no value for ${part}`)
    return find(stage)
  })
  const path = (await Promise.all(parts)).join("/")
  return query === undefined ? path : `${path}?${query}`
}

const GUILD = "/app/g/:guild"

/** A manager's page of the sample server after some days of managing it. */
function managed(page: { name: string; route: string; params?: ListedPage["params"]; query?: string }) {
  const { route, params = {} } = page
  const guild = async (stage: PageStage) => {
    await managedServer(stage)
    return stage.guildId
  }
  return { ...page, as: "manager" as const, route: `${GUILD}/${route}`, params: { ...params, guild } }
}

export const LISTED_PAGES: readonly ListedPage[] = [
  { name: "front", as: "nobody", route: "/" },
  { name: "sign-in", as: "nobody", route: "/app/sign-in" },
  { name: "privacy", as: "nobody", route: "/privacy/:guild" },
  { name: "not-found", as: "member", route: "/app/no-such-page", status: 404 },
  { name: "withheld", as: "member", route: `${GUILD}/me`, params: { guild: () => "1" }, status: 403 },
  { name: "servers", as: "member", route: "/app" },
  { name: "sessions", as: "member", route: "/app/sessions" },
  { name: "about-me", as: "manager", route: `${GUILD}/me` },
  { name: "privacy-and-data", as: "member", route: `${GUILD}/me/privacy` },
  { name: "erase", as: "member", route: `${GUILD}/me/erase` },
  { name: "memories", as: "manager", route: `${GUILD}/memories` },
  { name: "memories-none", as: "member", route: `${GUILD}/memories`, query: "q=nobody+said+this" },
  {
    name: "memory",
    as: "manager",
    route: `${GUILD}/memories/:id`,
    params: { id: (stage) => firstLink(stage, "memories", /\/memories\/(m_[^"?/]+)/) },
  },
  {
    name: "memories-selected",
    as: "manager",
    route: `${GUILD}/memories/selected`,
    query: "do=forget&all=1",
  },
  {
    name: "memories-until",
    as: "manager",
    route: `${GUILD}/memories/selected`,
    query: "do=until&all=1",
  },
  { name: "people", as: "member", route: `${GUILD}/people` },
  {
    name: "person",
    as: "member",
    route: `${GUILD}/people/:user`,
    params: { user: ({ people }) => people.manager },
  },
  { name: "conversations", as: "member", route: `${GUILD}/conversations` },
  {
    name: "conversation",
    as: "member",
    route: `${GUILD}/notes/:id`,
    params: { id: (stage) => firstLink(stage, "conversations", /\/notes\/([^"]+)/) },
  },
  { name: "topics", as: "member", route: `${GUILD}/topics` },
  managed({ name: "overview", route: "manage/overview" }),
  managed({ name: "review", route: "manage/review" }),
  { name: "recall-lab", as: "manager", route: `${GUILD}/manage/lab` },
  {
    name: "recall-lab-answer",
    as: "manager",
    route: `${GUILD}/manage/lab`,
    query: "q=what+does+Wren+like&as=everyone&format=tagged",
  },
  { name: "policy", as: "manager", route: `${GUILD}/manage/policy` },
  managed({ name: "policy-versions", route: "manage/policy/versions" }),
  managed({
    name: "policy-version",
    route: "manage/policy/versions/:version",
    params: { version: () => "1" },
    query: "compare=1",
  }),
  managed({ name: "trials", route: "manage/trials" }),
  managed({ name: "trial", route: "manage/trials/:id", params: { id: managedServer } }),
  { name: "drift", as: "manager", route: `${GUILD}/manage/policy/drift` },
  { name: "channels", as: "manager", route: `${GUILD}/run/channels` },
  {
    name: "channel",
    as: "manager",
    route: `${GUILD}/run/channels/:channel`,
    params: { channel: ({ channelId }) => channelId },
  },
  { name: "spend", as: "manager", route: `${GUILD}/run/spend` },
  { name: "nights", as: "manager", route: `${GUILD}/run/nights` },
  { name: "night", as: "manager", route: `${GUILD}/run/nights/:run`, params: { run: finishedNight } },
  { name: "health", as: "manager", route: `${GUILD}/run/health` },
  { name: "events", as: "manager", route: `${GUILD}/run/events` },
  { name: "identities", as: "manager", route: `${GUILD}/run/identities` },
  { name: "projects", as: "manager", route: `${GUILD}/run/projects` },
  managed({ name: "project", route: "run/projects/:project", params: { project: () => PROJECT } }),
  { name: "keys", as: "manager", route: `${GUILD}/run/keys` },
  { name: "new-key", as: "manager", route: `${GUILD}/run/keys/new` },
  { name: "history", as: "manager", route: `${GUILD}/run/history` },
  { name: "own-history", as: "member", route: `${GUILD}/me/history` },
  {
    name: "history-preview",
    as: "manager",
    route: `${GUILD}/run/history/:id`,
    params: { id: uploadedExport },
  },
  { name: "export", as: "manager", route: `${GUILD}/run/export` },
  { name: "import", as: "manager", route: `${GUILD}/run/import` },
  { name: "erasures", as: "manager", route: `${GUILD}/run/erasures` },
  { name: "erase-server", as: "manager", route: `${GUILD}/run/erasures/server` },
  {
    name: "erasure",
    as: "nobody",
    route: "/privacy/:guild/erasure/:job",
    params: { job: erasedPerson },
  },
  { name: "audit", as: "manager", route: `${GUILD}/run/audit` },
]
