/** Projects: named sets of channels with memory of their own. Whoever cannot read one of its channels sees no project. */
import { Hono } from "hono"
import { z } from "zod"
import { channelOf } from "../../access/permissions.ts"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { plainText } from "../../domain/plain-text.ts"
import { listMemories, type MemoryFilter } from "../../memory/read/manage.ts"
import { changeSettings } from "../../policy/change.ts"
import { type GuildSettings, ProjectId } from "../../policy/settings.ts"
import { refreshChannels } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import {
  ActField,
  CancelButton,
  CheckGroup,
  Confirm,
  manyOf,
  PostButton,
  PostForm,
  readForm,
  Submit,
  TextField,
} from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { redirectTo } from "../kit/notices.ts"
import { Card, countOf, Empty } from "../kit/parts.tsx"
import { MemoryRows } from "../memories/memory-parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { channelLabel, mayUseChannel, talkChannels } from "./readable-channels.ts"

const PAGE = 25
const ACTIVE = "run/projects"

type Project = GuildSettings["projects"][string]

export const projectPages = new Hono<GuildApp>()

projectPages.get("/projects", (c) => {
  const visit = c.get("visit")
  const { base, entered } = visit
  const shown = Object.entries(entered.guild.settings.projects).filter(([, one]) => maySee(visit, one))
  return guildPage(c, {
    title: "Projects",
    lead: "A project is a named set of channels with memory of its own. Events name it, and its memory is shown where everyone may read all of its channels.",
    active: ACTIVE,
    content: (
      <>
        <Card flush>
          {shown.length === 0 ? (
            <Empty icon="folder" title="No projects">
              <p>Create one below, so that tools can send events about it.</p>
            </Empty>
          ) : (
            <ul class="rows">
              {shown.map(([id, project]) => (
                <li>
                  <div class="main-part">
                    <a class="fact" href={`${base}/run/projects/${id}`}>
                      {project.name}
                    </a>
                    <span class="meta">
                      <code>{id}</code>
                      <span>{channelsText(visit, project)}</span>
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title="New project">
          <PostForm action={`${base}/run/projects`} stack>
            <TextField
              name="id"
              label="Id"
              help="Lower-case letters, digits and hyphens. Events and the API use it."
              max={40}
              required
            />
            <TextField name="name" label="Name" max={100} required />
            <ChannelBoxes visit={visit} chosen={[]} />
            <div class="buttons">
              <Submit kind="main">Create project</Submit>
            </div>
          </PostForm>
        </Card>
      </>
    ),
  })
})

function maySee(visit: Visit, { channels }: Project): boolean {
  return visit.isAdministrator || channels.every((id) => mayUseChannel(visit, id))
}

function channelsText({ entered }: Visit, { channels }: Project): string {
  if (channels.length === 0) return "no channels, so its memory is shown nowhere"
  const names = channels.slice(0, 4).map((id) => channelLabel(channelOf(entered.structure, id)))
  const more = channels.length - names.length
  return more > 0 ? `${names.join(", ")} and ${countOf(more, "more", "more")}` : names.join(", ")
}

function ChannelBoxes({ visit, chosen }: { visit: Visit; chosen: readonly string[] }) {
  return (
    <CheckGroup
      name="channel"
      label="Channels"
      options={talkChannels(visit).map((channel) => [channel.id, channelLabel(channel)] as const)}
      chosen={chosen}
    />
  )
}

projectPages.get("/projects/:project", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, base } = visit
  const id = c.req.param("project")
  const project = projectFor(visit, id)
  const found = await listMemories(entered.db, viewer, projectFilter(id), {
    after: cursorIn(c),
    limit: PAGE + 1,
  })
  const { items, next } = pageOf(found, PAGE, ({ at, memory }) => ({ at, id: memory.id }))
  const action = `${base}/run/projects`
  return guildPage(c, {
    title: project.name,
    lead: channelsText(visit, project),
    active: ACTIVE,
    crumbs: [{ href: action, text: "Projects" }],
    content: (
      <>
        <Card title="What is known" flush>
          {items.length === 0 ? (
            <Empty icon="memory" title="Nothing known yet">
              <p>Send events with the scope project and the id {id}. You see what may be shown to you.</p>
            </Empty>
          ) : (
            <MemoryRows memories={items} visit={visit} about={false} />
          )}
        </Card>
        <Pager c={c} next={next} />
        <Card title="Change">
          <PostForm action={`${action}/${id}`} stack>
            <TextField name="name" label="Name" value={project.name} max={100} required />
            <ChannelBoxes visit={visit} chosen={project.channels} />
            <div class="buttons">
              <Submit kind="main">Save</Submit>
            </div>
          </PostForm>
          <div class="buttons">
            <Confirm id="remove" text="Remove project" title={`Remove “${project.name}”?`} kind="danger">
              <p>Its memory is kept and shown nowhere, until a project with this id exists again.</p>
              <div class="buttons">
                <CancelButton id="remove" />
                <PostButton action={`${action}/${id}/remove`} kind="danger main">
                  Remove project
                </PostButton>
              </div>
            </Confirm>
          </div>
        </Card>
      </>
    ),
  })
})

function projectFilter(subjectId: string): MemoryFilter {
  const any = { type: null, status: null, contradicted: null, topic: null, words: null }
  return { scope: "project", subjectId, ...any }
}

/** Refuses a project that the visitor may not see like one that does not exist. */
function projectFor(visit: Visit, id: string): Project {
  const { projects } = visit.entered.guild.settings
  const project = Object.hasOwn(projects, id) ? projects[id] : undefined
  if (project === undefined || !maySee(visit, project)) throw new Refused({ reason: "forbidden" })
  return project
}

const Changes = z.object({ act: ActField, name: plainText(100, 1), channel: manyOf(Snowflake) })
const NewProject = Changes.extend({
  id: z.string().trim().pipe(ProjectId),
})

projectPages.post("/projects", async (c) => {
  const visit = c.get("visit")
  const { act, id, name, channel } = await readForm(c, NewProject)
  if (Object.hasOwn(visit.entered.guild.settings.projects, id))
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "id", problem: "is taken by another project" }],
    })
  await change(c.env, visit, { act, id, project: { name, channels: usable(visit, channel) } })
  return redirectTo(c, `${visit.base}/run/projects/${id}`, { done: "created" })
})

projectPages.post("/projects/:project", async (c) => {
  const visit = c.get("visit")
  const id = c.req.param("project")
  projectFor(visit, id)
  const { act, name, channel } = await readForm(c, Changes)
  await change(c.env, visit, { act, id, project: { name, channels: usable(visit, channel) } })
  return redirectTo(c, `${visit.base}/run/projects/${id}`, { done: "saved" })
})

projectPages.post("/projects/:project/remove", async (c) => {
  const visit = c.get("visit")
  const id = c.req.param("project")
  projectFor(visit, id)
  const { act } = await readForm(c, z.object({ act: ActField }))
  await change(c.env, visit, { act, id, project: null })
  return redirectTo(c, `${visit.base}/run/projects`, { done: "removed" })
})

function usable(visit: Visit, ids: readonly string[]): string[] {
  const hidden = ids.find((id) => !mayUseChannel(visit, id))
  if (hidden !== undefined)
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "channel", problem: "are not all channels that you can read" }],
    })
  return [...ids]
}

/** Writes a project, or removes it for `null`. */
async function change(
  env: Env,
  { entered, guildId, by }: Visit,
  { act, id, project }: { act: string; id: string; project: Project | null },
): Promise<void> {
  const changed = ({ projects, ...settings }: GuildSettings): GuildSettings => {
    const { [id]: _, ...others } = projects
    return { ...settings, projects: project === null ? others : { ...others, [id]: project } }
  }
  const detail = { project: id, channels: project?.channels.length ?? null }
  await changeSettings(entered.db, guildId, changed, { by, cause: act, detail })
  await refreshChannels(env, await enter(env, guildId))
}
