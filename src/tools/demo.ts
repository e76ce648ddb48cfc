/** `npm run demo`: a fresh worker hears a conversation, shows what it remembers, and answers questions with sources. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect, parseArgs } from "node:util"
import type { HistoryCheck } from "../history/files/check.ts"
import { HistoryFileError } from "../history/files/message.ts"
import type { Profile } from "./api-client.ts"
import { ApiError, type ApiServer } from "./api-request.ts"
import { emptyHints, type SubjectFacts } from "./demo-findings.ts"
import { type AudienceOf, checkPath, type ImportResult, importChecked } from "./demo-import.ts"
import {
  type ModelVariables,
  modelProblem,
  modelVariables,
  printComparison,
  subjectsOf,
  unreachable,
  unread,
} from "./demo-model.ts"
import { printAnswers, printNext, printProfiles, printRemarks, printWindows } from "./demo-print.ts"
import { askAbout, askOwnQuestions, type DemoAnswer, factsOf } from "./demo-questions.ts"
import { bold, count, dim, type Screen, screenOn } from "./demo-text.ts"
import { checkGuildArgument } from "./guild-argument.ts"
import { startLocalWorker } from "./local-worker.ts"
import { runProgram, withUsage } from "./program.ts"

const OWN_EXPORTS = join(import.meta.dirname, "../../test/fixtures/demo")
const PRIVATE_CHANNEL = "mods"
/** Of a large server, only the most talkative people's profiles are read. */
const PROFILES_READ = 100

const USAGE = `npm run demo             imports the sample server
npm run demo -- FILE     imports your server: a DiscordChatExporter JSON export, a zip or folder of them,
                         or the data package that Discord sends you (--from FILE is the same)
  --guild ID             the server to take from a file that holds several

With AI_BASE_URL set to an OpenAI-compatible server, a model reads, too, and both results are shown side by side.`

/** An outcome that ends the demo, with a message for the person who ran it. */
class DemoError extends Error {}

export const main = withUsage(USAGE, async (argv, io) => {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { from: { type: "string" }, guild: { type: "string" } },
    allowPositionals: true,
  })
  const from = values.from ?? positionals[0]
  checkGuildArgument(values.guild)
  try {
    return await demo({ from, guildId: values.guild, models: modelVariables(io.env) }, screenOn(io.stdout))
  } catch (error) {
    if (io.env.DEBUG) io.stderr.write(`${inspect(error)}\n`)
    io.stderr.write(`\n  ${explain(error)}\n\n`)
    return 1
  }
})

interface Wish {
  from: string | undefined
  guildId: string | undefined
  models: ModelVariables
}

/** File and AI server are checked first: a wrong one is told within a second, before a worker starts. */
async function demo({ from, guildId, models }: Wish, screen: Screen): Promise<number> {
  const interrupted = onInterrupt()
  const check = await checkPath(from ?? OWN_EXPORTS, guildId)
  const own = from === undefined
  const baseUrl = models.AI_BASE_URL
  const hasModel = baseUrl !== undefined
  const trouble = baseUrl === undefined ? null : await unreachable(baseUrl)
  if (trouble !== null) throw new DemoError(trouble)
  screen.say(`\n  ${bold("Keepsake")}, the memory of a Discord server`)
  screen.say(
    `  ${dim(`A fresh copy on this machine: ${hasModel ? "rules read first, then a model" : "no account, no network, no key"}. Starting...`)}`,
  )
  let byRules: SubjectFacts[] = []
  const read = async (server: ApiServer) => {
    byRules = await demonstrate({ server, screen, own, hasModel }, check)
  }
  const code = await withWorker(read, interrupted, {})
  if (code !== 0) return code
  if (hasModel) {
    screen.heading("With a model")
    screen.paragraph(`A second copy hears the same, and the model at ${baseUrl} reads. Starting...`, {
      indent: 4,
      style: dim,
    })
    const again = (server: ApiServer) => compare({ server, screen, own, hasModel }, check, byRules)
    const ended = await withWorker(again, interrupted, models)
    if (ended !== 0) return ended
  }
  printNext(screen, own, hasModel)
  return 0
}

/** Resolves to an exit code when the process is told to stop, or nobody reads its output, as with `head`. */
function onInterrupt(): Promise<number> {
  return new Promise((leave) => {
    process.on("SIGINT", () => leave(130)).on("SIGTERM", () => leave(143))
    process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => leave(code === "EPIPE" ? 0 : 1))
  })
}

/** Runs with a worker on temporary state, which is removed however this ends. Returns the exit code. */
async function withWorker(
  run: (server: ApiServer) => Promise<void>,
  interrupted: Promise<number>,
  vars: Record<string, string>,
): Promise<number> {
  const stateDir = await mkdtemp(join(tmpdir(), "keepsake-demo-"))
  const starting = startLocalWorker({ stateDir, quiet: true, vars })
  const finished = starting.then(run).then(() => 0)
  try {
    return await Promise.race([finished, interrupted])
  } finally {
    await starting.then((worker) => worker.stop()).catch(() => {})
    await rm(stateDir, { recursive: true, force: true })
  }
}

/** A running worker, and where the demo prints. */
interface Show {
  server: ApiServer
  screen: Screen
  own: boolean
  /** True if a model reads after the rules. */
  hasModel: boolean
}

async function demonstrate(show: Show, check: HistoryCheck): Promise<SubjectFacts[]> {
  const { screen, own, hasModel } = show
  screen.heading("Listening")
  const heard = await importFiles(show, check)
  const profiles = await readProfiles(heard)
  printWindows(screen, heard.channels)
  printProfiles(screen, heard, profiles)
  if (profiles.length === 0 && !hasModel) printHints(screen, emptyHints(check, false))
  const asked = own ? await askOwnQuestions(heard) : await askAbout(heard, profiles)
  if (own) refuseLeaks(heard, asked)
  printAnswers(screen, heard, asked)
  return subjectsOf(heard, profiles)
}

/** Reads the conversations again with a model, and shows what each found. Throws if the model does not read all. */
async function compare(show: Show, check: HistoryCheck, byRules: readonly SubjectFacts[]): Promise<void> {
  const before = await modelProblem(show.server)
  if (before?.isFailing) throw new DemoError(`The model cannot be used. ${before.text}`)
  const heard = await importFiles(show, check, true)
  const byModel = await subjectsOf(heard, await readProfiles(heard))
  await printComparison(show.screen, heard, { byRules, byModel })
  if (byRules.length + byModel.length === 0) printHints(show.screen, emptyHints(check, true))
  if (unread(heard.channels) === 0) return
  const after = await modelProblem(show.server)
  throw new DemoError(
    `The model stopped reading, so its side is incomplete. ${after?.text ?? "It answers again now: run the demo once more."}`,
  )
}

function printHints(screen: Screen, hints: readonly string[]): void {
  for (const hint of hints) screen.paragraph(hint, { indent: 4 })
}

/** With a model, waits until it has read everything. */
async function importFiles(
  { server, screen, own }: Show,
  check: HistoryCheck,
  untilRead = false,
): Promise<ImportResult> {
  if (!own && !untilRead)
    screen.say(
      `    ${dim("An export contains no permissions, so what was said in a channel is shown only there.")}\n`,
    )
  const started = performance.now()
  const line = screen.progressLine()
  const heard = await importChecked({
    server,
    check,
    untilRead,
    audienceOf: own ? ownAudience : () => undefined,
    progress: ({ name, accepted, windows, waiting }, finished) => {
      const text = `  ${`#${name}`.padEnd(20)} ${count(accepted, "message")}`
      const all = windows.length + waiting
      if (finished && waiting === 0) line.done(`${text}, ${count(all, "conversation")}`)
      else if (finished) line.done(`${text}, ${windows.length} of ${count(all, "conversation")}`)
      else line.update(all > 0 ? `${text}, ${windows.length} of ${count(all, "conversation")}` : text)
    },
  })
  printSummary(screen, heard, performance.now() - started)
  if (!untilRead) printRemarks(screen, heard.remarks)
  return heard
}

function printSummary(screen: Screen, { channels, people, guild }: ImportResult, tookMs: number): void {
  const messages = channels.reduce((total, channel) => total + channel.accepted, 0)
  const speakers = count(people.size, "person", "people")
  screen.say(
    `\n    ${count(messages, "message")} by ${speakers} of ${guild.name}, read in ${(tookMs / 1000).toFixed(1)} s`,
  )
  if (messages > 0) return
  throw new DemoError("There is nothing to remember in this export: it has no messages with text.")
}

const ownAudience: AudienceOf = (channelName) => (channelName === PRIVATE_CHANNEL ? "restricted" : "everyone")

/** Reads the profiles of people with any facts, the one with most first. */
async function readProfiles(heard: ImportResult): Promise<Profile[]> {
  const talkative = [...heard.people].sort(([, a], [, b]) => b.messages - a.messages).slice(0, PROFILES_READ)
  const profiles: Profile[] = []
  for (const [id] of talkative) {
    try {
      profiles.push(await heard.client.profile(id, heard.lastAt))
    } catch (error) {
      // Fallback: people are unknown until a conversation of theirs is read, so there is nothing to show.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return profiles
    .filter((profile) => factsOf(profile).length > 0)
    .sort((a, b) => factsOf(b).length - factsOf(a).length)
}

/** The demo promises that #mods stays in #mods. It fails rather than print a leak. */
function refuseLeaks(heard: ImportResult, asked: DemoAnswer[]): void {
  const hidden = heard.channels.find(({ name }) => name === PRIVATE_CHANNEL)
  const leaks = asked.some(
    ({ channel, answer }) =>
      channel !== hidden &&
      answer.some(({ sources }) => sources.some((source) => source.channel_id === hidden?.id)),
  )
  if (leaks)
    throw new DemoError("An answer used what was said in a private channel. This is a bug; please report it.")
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function explain(error: unknown): string {
  if (error instanceof DemoError || error instanceof HistoryFileError) return wordsOf(error)
  if (error instanceof ApiError)
    return `${wordsOf(error)}\n  Run it again. If it fails again, please report it with this line.`
  return `${wordsOf(error)}\n  Check that "npm ci" has run without errors, then try again.`
}

// After an interruption the import may still wait for its answer; ending the process ends it.
if (import.meta.main) await runProgram(main)
