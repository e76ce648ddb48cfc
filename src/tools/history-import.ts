/** Imports a file of messages from the command line: checks it whole, says what it is, then sends it with progress. */
import { checkHistory, type HistoryCheck } from "../history/files/check.ts"
import { HistoryFileError } from "../history/files/message.ts"
import { connectTo } from "./api-client.ts"
import { ApiError, type ApiServer } from "./api-request.ts"
import { checkLines, readersLines, type SendTally, sentLines } from "./history-print.ts"
import { duration, ProgressLine } from "./history-progress.ts"
import { type SentChannel, sendHistory } from "./history-send.ts"
import { openPath } from "./history-source.ts"
import { requireWorker, structureState } from "./history-worker.ts"
import { ProgramError, type ProgramIo, printerTo } from "./program.ts"

interface HistorySource {
  path: string
  /** Needed if the file holds several guilds. */
  guildId: string | undefined
}

interface DryRun extends HistorySource {
  /** For the command that imports: the worker's address or what stands for it, and further options. */
  url: string
  more: string
}

interface HistoryOrder extends HistorySource {
  server: ApiServer
  lanes: number
}

/** Says what is in the file and sends nothing. Resolves to the exit code, 0. */
export async function printHistory(source: DryRun, io: ProgramIo): Promise<number> {
  const guildId = guildOf(await checkedAndPrinted(source, io))
  const print = printerTo(io.stdout)
  print("Nothing was sent: this was a dry run. This command imports it:")
  print(
    `  npm run import -- ${shellWord(source.path)} --url ${shellWord(source.url)} --guild ${guildId}${source.more}`,
  )
  return 0
}

/**
 * Resolves to the exit code: 0, or 130 if a person stopped it. Throws a ProgramError if nothing answers at the address, or
 * if the worker refuses.
 */
export async function importHistory(order: HistoryOrder, io: ProgramIo): Promise<number> {
  const check = await checkedAndPrinted(order, io)
  await requireWorker(order.server)
  const guildId = guildOf(check)
  if (order.guildId === undefined)
    io.stdout.write(`Importing into server ${guildId}: everything in the file is of it.\n`)
  return send({ ...order, guildId }, check, io)
}

/** Checked history is of one guild. */
function guildOf({ channels }: HistoryCheck): string {
  return channels[0]?.guild.id ?? ""
}

/** Quotes a word for a shell if it needs it. */
function shellWord(text: string): string {
  return /^[\w./:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

async function checkedAndPrinted(source: HistorySource, io: ProgramIo): Promise<HistoryCheck> {
  const check = await checked(source, io)
  const print = printerTo(io.stdout)
  for (const line of checkLines(check)) print(line)
  return check
}

async function checked({ path, guildId }: HistorySource, io: ProgramIo): Promise<HistoryCheck> {
  const progress = new ProgressLine(io.stderr, 0)
  try {
    return await checkHistory(await openPath(path), {
      guildId,
      progress: (read) => progress.count(read, "messages read"),
    })
  } catch (error) {
    if (error instanceof HistoryFileError) throw new ProgramError(error.message, { cause: error })
    throw error
  } finally {
    progress.end()
  }
}

async function send(
  order: HistoryOrder & { guildId: string },
  check: HistoryCheck,
  io: ProgramIo,
): Promise<number> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  process.once("SIGINT", stop).once("SIGTERM", stop)
  const total = check.channels.reduce((sum, { messages }) => sum + messages, 0)
  const progress = new ProgressLine(io.stdout, total)
  const tally: SendTally = { done: 0, refused: new Map(), startedAt: Date.now() }
  const inUse = new Set<SentChannel>()
  try {
    const sent = await sendHistory(check, {
      client: connectTo(order.server, order.guildId),
      audienceOf: () => undefined,
      lanes: order.lanes,
      signal: stopping.signal,
      onBatch: (channel, batch, rejected) => {
        tally.done += batch.length
        for (const { reason } of rejected) tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1)
        inUse.add(channel)
        progress.update(tally.done, extras([...inUse]))
      },
      onWait: (reason, ms) => progress.note(`${reason} Trying again in ${duration(ms)}.`),
    })
    progress.end()
    for (const line of sentLines(sent, tally, Date.now())) io.stdout.write(`${line}\n`)
    if (!stopping.signal.aborted) {
      for (const line of await readersOf(order, sent)) io.stdout.write(`${line}\n`)
      return 0
    }
    io.stdout.write(`Stopped. Run the same command again: it goes on, and nothing doubles.\n`)
    return 130
  } catch (error) {
    progress.end()
    if (!(error instanceof ApiError)) throw error
    throw new ProgramError(
      `${explained(error)}\n${tally.done.toLocaleString("en-US")} messages were sent. Run the same command again: it goes on, and nothing doubles.`,
      { cause: error },
    )
  } finally {
    process.off("SIGINT", stop).off("SIGTERM", stop)
  }
}

/** Tells where what was learned can be asked for. */
async function readersOf(
  { server, guildId }: HistoryOrder & { guildId: string },
  sent: readonly SentChannel[],
): Promise<string[]> {
  const largest = sent.toSorted((a, b) => b.accepted + b.known - a.accepted - a.known)[0]
  if (largest === undefined || largest.accepted + largest.known === 0) return []
  return readersLines(await structureState(server, guildId), { guildId, channelId: largest.id })
}

function explained({ status, message }: ApiError): string {
  if (status === 401)
    return `${message}\nSet ADMIN_TOKEN to this deployment's admin token, or to an API key of the guild.`
  if (status === 403) return `${message}\nThe key needs scope write, and must not be bound to one channel.`
  return message
}

function extras(sent: readonly SentChannel[]): string {
  const known = sent.reduce((sum, channel) => sum + channel.known, 0)
  const kept = sent.reduce(
    (sum, { windows }) => sum + windows.reduce((all, { claims }) => all + claims.accepted, 0),
    0,
  )
  return `${known > 0 ? `, ${known.toLocaleString("en-US")} known already` : ""}, ${kept.toLocaleString("en-US")} memories`
}
