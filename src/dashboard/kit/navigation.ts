/** The pages in the sidebar, by the part of the product they belong to. */
import type { IconName } from "./icons.tsx"

interface NavigationEntry {
  /** The path below the guild's, and the key by which a page names itself as open. */
  path: string
  text: string
  icon: IconName
}

export interface NavigationGroup {
  heading: string
  /** True for pages that only managers see. */
  managers: boolean
  entries: readonly NavigationEntry[]
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    heading: "You",
    managers: false,
    entries: [
      { path: "me", text: "About me", icon: "person" },
      { path: "me/privacy", text: "Privacy and data", icon: "shield" },
    ],
  },
  {
    heading: "Memory",
    managers: false,
    entries: [
      { path: "memories", text: "Memories", icon: "memory" },
      { path: "people", text: "People", icon: "people" },
      { path: "conversations", text: "Conversations", icon: "chat" },
      { path: "topics", text: "Topics", icon: "topic" },
    ],
  },
  {
    heading: "Manage",
    managers: true,
    entries: [
      { path: "manage/overview", text: "Overview", icon: "home" },
      { path: "manage/review", text: "Review", icon: "inbox" },
      { path: "manage/lab", text: "Recall lab", icon: "lab" },
      { path: "manage/policy", text: "Policy", icon: "sliders" },
    ],
  },
  {
    heading: "Operations",
    managers: true,
    entries: [
      { path: "run/channels", text: "Channels", icon: "hash" },
      { path: "run/spend", text: "Costs", icon: "coins" },
      { path: "run/nights", text: "Nightly runs", icon: "moon" },
      { path: "run/health", text: "Health", icon: "pulse" },
      { path: "run/events", text: "Events", icon: "calendar" },
      { path: "run/identities", text: "Linked accounts", icon: "link" },
      { path: "run/projects", text: "Projects", icon: "folder" },
      { path: "run/keys", text: "API keys", icon: "key" },
      { path: "run/audit", text: "Audit log", icon: "clock" },
      { path: "run/history", text: "History", icon: "archive" },
      { path: "run/export", text: "Export and import", icon: "download" },
      { path: "run/erasures", text: "Erasures", icon: "trash" },
    ],
  },
]
