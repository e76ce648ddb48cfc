/**
 * The table of pages. Every page that it lists gets every check of `pages.test.ts` and a picture by `pictures.ts`, so a
 * new page needs one line here.
 */
import { managedServer, uploadedExport } from "./manage-stage.ts"
import { firstLink, type PageStage } from "./visitor.ts"

export interface ListedPage {
  /** Names the picture, in kebab case. */
  name: string
  /** Whoever looks at it: nobody, a member without rights, or a manager of the sample server. */
  as: "nobody" | "member" | "manager"
  /** The path; of a page of the guild, below the guild's. */
  path: string | ((stage: PageStage) => string | Promise<string>)
  /** The status expected, if not 200. */
  status?: number
}

/** A manager's page of the sample server after some days of managing it. */
function managed(path: (trial: string) => string) {
  return async (stage: PageStage) => `${stage.base}/manage/${path(await managedServer(stage))}`
}

export const LISTED_PAGES: readonly ListedPage[] = [
  { name: "front", as: "nobody", path: "/" },
  { name: "sign-in", as: "nobody", path: "/app/sign-in" },
  { name: "privacy", as: "nobody", path: ({ guildId }) => `/privacy/${guildId}` },
  { name: "not-found", as: "member", path: "/app/no-such-page", status: 404 },
  { name: "withheld", as: "member", path: "/app/g/1/me", status: 403 },
  { name: "servers", as: "member", path: "/app" },
  { name: "sessions", as: "member", path: "/app/sessions" },
  { name: "about-me", as: "manager", path: ({ base }) => `${base}/me` },
  { name: "privacy-and-data", as: "member", path: ({ base }) => `${base}/me/privacy` },
  { name: "erase", as: "member", path: ({ base }) => `${base}/me/erase` },
  { name: "memories", as: "manager", path: ({ base }) => `${base}/memories` },
  { name: "memories-none", as: "member", path: ({ base }) => `${base}/memories?q=nobody+said+this` },
  {
    name: "memory",
    as: "manager",
    path: (stage) => firstLink(stage, "memories", /\/memories\/m_[^"?/]+/),
  },
  {
    name: "memories-selected",
    as: "manager",
    path: ({ base }) => `${base}/memories/selected?do=forget&all=1`,
  },
  { name: "people", as: "member", path: ({ base }) => `${base}/people` },
  { name: "person", as: "member", path: ({ base, people }) => `${base}/people/${people.manager}` },
  { name: "conversations", as: "member", path: ({ base }) => `${base}/conversations` },
  {
    name: "conversation",
    as: "member",
    path: (stage) => firstLink(stage, "conversations", /\/notes\/[^"]+/),
  },
  { name: "topics", as: "member", path: ({ base }) => `${base}/topics` },
  { name: "overview", as: "manager", path: managed(() => "overview") },
  { name: "review", as: "manager", path: managed(() => "review") },
  { name: "recall-lab", as: "manager", path: ({ base }) => `${base}/manage/lab` },
  {
    name: "recall-lab-answer",
    as: "manager",
    path: ({ base }) => `${base}/manage/lab?q=what+does+Wren+like&as=everyone&format=tagged`,
  },
  { name: "policy", as: "manager", path: ({ base }) => `${base}/manage/policy` },
  { name: "policy-versions", as: "manager", path: managed(() => "policy/versions") },
  { name: "policy-version", as: "manager", path: managed(() => "policy/versions/1?compare=1") },
  { name: "trials", as: "manager", path: managed(() => "trials") },
  { name: "trial", as: "manager", path: managed((trial) => `trials/${trial}`) },
  { name: "drift", as: "manager", path: ({ base }) => `${base}/manage/policy/drift` },
  { name: "channels", as: "manager", path: ({ base }) => `${base}/run/channels` },
  { name: "channel", as: "manager", path: ({ base, channelId }) => `${base}/run/channels/${channelId}` },
  { name: "spend", as: "manager", path: ({ base }) => `${base}/run/spend` },
  { name: "nights", as: "manager", path: ({ base }) => `${base}/run/nights` },
  { name: "health", as: "manager", path: ({ base }) => `${base}/run/health` },
  { name: "events", as: "manager", path: ({ base }) => `${base}/run/events` },
  { name: "identities", as: "manager", path: ({ base }) => `${base}/run/identities` },
  { name: "projects", as: "manager", path: ({ base }) => `${base}/run/projects` },
  { name: "keys", as: "manager", path: ({ base }) => `${base}/run/keys` },
  { name: "new-key", as: "manager", path: ({ base }) => `${base}/run/keys/new` },
  { name: "history", as: "manager", path: ({ base }) => `${base}/run/history` },
  { name: "own-history", as: "member", path: ({ base }) => `${base}/me/history` },
  { name: "history-preview", as: "manager", path: uploadedExport },
  { name: "export", as: "manager", path: ({ base }) => `${base}/run/export` },
  { name: "erasures", as: "manager", path: ({ base }) => `${base}/run/erasures` },
  { name: "erase-server", as: "manager", path: ({ base }) => `${base}/run/erasures/server` },
  { name: "audit", as: "manager", path: ({ base }) => `${base}/run/audit` },
]
