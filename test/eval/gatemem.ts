/** `npm run eval -- gatemem DIR`: how much of what GateMem's answers must hold stands in what recall brings, and how much of what was to be forgotten, over the HTTP API. */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import type { ApiServer } from "../../src/tools/api-request.ts"
import { printerTo, UsageError } from "../../src/tools/program.ts"
import { type GatememEpisode, type GatememQuestion, readGatemem } from "./gatemem-data.ts"
import { deletionsOf } from "./gatemem-forgetting.ts"
import { type Leak, leaksOf, type Sought, seek } from "./gatemem-judge.ts"
import { type Lived, live, type Manner } from "./gatemem-live.ts"
import { printConditions, printFigures, printForgetting } from "./gatemem-print.ts"
import { evaluation, mapped, progress, wholeNumber, withLocalWorker } from "./run.ts"

const USAGE = `npm run eval -- gatemem DIR
  --delete-by messages  what an episode asks to have deleted goes by deleting messages; "edits" edits it out of them;
                        "messages-only" leaves the requester's memories alone, which are else forgotten by their words
  --default-budget      asks within the policy's own limits, as a bot would
  --concurrency 3       episodes at once; latency is meaningful at 1
  --json OUT            writes each question with what was found and missed, and what leaked
  --with-models         lets the models named in the environment (AI_BASE_URL, ...) take part`

const MANNERS: Record<string, Manner> = {
  messages: { by: "deletion", forget: true },
  "messages-only": { by: "deletion", forget: false },
  edits: { by: "edit", forget: true },
}
const NO_DELETIONS: Manner = { by: "nothing", forget: false }

/** A question in both runs. */
export interface Answered extends GatememQuestion {
  domain: string
  episode: string
  /** Without the deletions that the episode asks for. */
  kept: Found
  /** With them. */
  deleted: Found
}

interface Found {
  sought: Sought[]
  leaks: Leak[]
  tokens: number
  items: number
  degraded: string[]
  latencyMs: number
}

/** All of an episode's questions, and what its deletions took. */
export interface Episode {
  answered: Answered[]
  deleted: number
  forgotten: number
}

export interface Options {
  folder: string
  manner: Manner
  wide: boolean
  concurrency: number
  json: string | undefined
  withModels: boolean
}

function readOptions(argv: string[]): Options {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      "delete-by": { type: "string", default: "messages" },
      "default-budget": { type: "boolean", default: false },
      concurrency: { type: "string", default: "3" },
      json: { type: "string" },
      "with-models": { type: "boolean", default: false },
    },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new UsageError("One folder of GateMem is needed.")
  const manner = MANNERS[values["delete-by"]]
  if (!manner) throw new UsageError(`--delete-by is one of ${Object.keys(MANNERS).join(", ")}.`)
  return {
    folder,
    manner,
    wide: !values["default-budget"],
    concurrency: wholeNumber("concurrency", values.concurrency, { from: 1, to: 16 }),
    json: values.json,
    withModels: values["with-models"],
  }
}

export const main = evaluation(USAGE, async (argv, io) => {
  const options = readOptions(argv)
  const episodes = readGatemem(options.folder)
  const { withModels, concurrency, json } = options
  const lived = await withLocalWorker({ stateDir: undefined, withModels, env: io.env }, async (server) => {
    const pace = { atOnce: concurrency, done: progress(io, "episodes", episodes.length) }
    return mapped(episodes, pace, (episode) => liveTwice(server, episode, options))
  })
  const print = printerTo(io.stdout)
  printConditions(print, episodes, options)
  printFigures(
    print,
    lived.flatMap(({ answered }) => answered),
  )
  printForgetting(print, lived)
  if (json === undefined) return
  writeFileSync(
    json,
    JSON.stringify(
      lived.flatMap(({ answered }) => answered),
      null,
      1,
    ),
  )
  printerTo(io.stderr)(`Each question with what was found and missed, and what leaked: ${json}`)
})

/** Once without and once with the deletions it asks for, in guilds of their own. */
async function liveTwice(
  server: ApiServer,
  episode: GatememEpisode,
  { manner, wide }: Options,
): Promise<Episode> {
  const twin = { ...episode, guildId: String(BigInt(episode.guildId) + 2n) }
  const kept = await live(server, episode, { manner: NO_DELETIONS, wide })
  const deleted = await live(server, twin, { manner, wide })
  const before = foundIn(kept, episode, false)
  const after = foundIn(deleted, episode, manner.by === "edit")
  const { domain, name } = episode
  const answered = episode.questions.flatMap((question, place) => {
    const [one, other] = [before[place], after[place]]
    return one && other ? [{ ...question, domain, episode: name, kept: one, deleted: other }] : []
  })
  return { answered, deleted: deleted.deleted, forgotten: deleted.forgotten }
}

/** `edits`: what was to go was edited out of its messages. */
function foundIn({ replies }: Lived, episode: GatememEpisode, edits: boolean): Found[] {
  const deletions = deletionsOf(episode)
  return replies.map((reply) => ({
    sought: seek(reply, episode, deletions),
    leaks: leaksOf(reply, episode, { deletions, edits }),
    tokens: reply.recalled.usage.tokens,
    items: reply.recalled.items.length,
    degraded: reply.recalled.degraded,
    latencyMs: reply.latencyMs,
  }))
}
