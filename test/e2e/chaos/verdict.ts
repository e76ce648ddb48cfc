/**
 * Compares the messages sent with the data on disk after all kills. Pure; describes each violation in words.
 */
import type { Disk } from "./disk.ts"
import { type Line, worded } from "./talk.ts"

/** Returns all violations. */
export function violations(lines: readonly Line[], disk: Disk): string[] {
  return [
    ...unsealed(disk),
    ...messagesInWindows(lines, disk),
    ...windowsOnce(disk),
    ...memoriesOnce(lines, disk),
    ...fullText(disk),
    ...tallies(disk),
  ]
}

function unsealed({ channels }: Disk): string[] {
  return channels.flatMap((channel) => [
    ...channel.open.map((id) => `message ${id} is still open`),
    ...channel.windows
      .filter((window) => window.state !== "done")
      .map((window) => `window ${window.id} is still ${window.state}`),
  ])
}

/** Every message ends in exactly one window and in its channel's full-text index. */
function messagesInWindows(lines: readonly Line[], { channels }: Disk): string[] {
  const windowed = channels.flatMap((channel) => channel.windows.flatMap((window) => window.ids))
  const kept = channels.flatMap((channel) => channel.messages)
  const indexed = channels.flatMap((channel) => channel.indexed)
  const said = lines.map((line) => line.id)
  return [
    ...differences(said, windowed, "message", "in a window"),
    ...differences(said, kept, "message", "kept"),
    ...differences(said, indexed, "message", "in its channel's full text"),
  ]
}

/** Each window that a channel sealed is written once, whole, by the model, with one note. */
function windowsOnce({ channels, shared }: Disk): string[] {
  const sealed = channels.flatMap((channel) => channel.windows)
  const sizes = new Map(sealed.map((window) => [window.id, window.ids.length]))
  const ids = sealed.map((window) => window.id)
  return [
    ...differences(ids, names(shared.windows), "window", "written"),
    ...differences(
      ids.map((id) => `n_${id}`),
      names(shared.notes),
      "note",
      "written",
    ),
    ...shared.windows
      .filter((window) => window.message_count !== sizes.get(window.id) || window.method !== "model")
      .map((window) => `window ${window.id} was written ${window.method}, of ${window.message_count}`),
  ]
}

/**
 * Each fact is one memory. It counts each window that stated it once and cites each line that stated it as
 * evidence.
 */
function memoriesOnce(lines: readonly Line[], { channels, shared }: Disk): string[] {
  const windowOf = new Map(
    channels.flatMap(({ windows }) => windows.flatMap((w) => w.ids.map((id) => [id, w.id] as const))),
  )
  const told = Map.groupBy(
    lines.filter((line) => line.fact !== null),
    (line) => `${line.guildId} ${line.author.id} ${worded(line.author.name, line.fact ?? "")}`,
  )
  const memories = Map.groupBy(shared.memories, (m) => `${m.guild_id} ${m.subject_id} ${m.fact}`)
  const evidence = Map.groupBy(shared.evidence, (item) => item.memory_id)
  const wrong = [...told].flatMap(([fact, tellings]) => {
    const memory = memories.get(fact)?.[0]
    if (!memory) return []
    const rested = (evidence.get(memory.id) ?? []).map((item) => `${item.message_id} in ${item.window_id}`)
    const expected = tellings.map((line) => `${line.id} in ${windowOf.get(line.id)}`)
    const statements = new Set(tellings.map((line) => windowOf.get(line.id))).size
    const counted = [memory.evidence_count, memory.version].every((count) => count === statements)
    return [
      ...differences(expected, rested, `evidence of "${fact}":`, "there"),
      ...(counted ? [] : [`"${fact}" counts ${memory.evidence_count} statements, not ${statements}`]),
      ...(memory.status === "active" ? [] : [`"${fact}" is ${memory.status}`]),
    ]
  })
  const facts = [...memories].flatMap(([fact, same]) => same.map(() => fact))
  return [...differences([...told.keys()], facts, "memory", "there"), ...wrong]
}

function fullText({ shared }: Disk): string[] {
  const rowIds = (rows: { seq: number }[]) => rows.map((row) => String(row.seq))
  return [
    ...differences(rowIds(shared.memories), shared.memoryTerms.map(String), "memory row", "in the full text"),
    ...differences(rowIds(shared.notes), shared.noteTerms.map(String), "note row", "in the full text"),
  ]
}

/** Each window is one written batch with one billed call, and with one second reading if it yielded facts. */
function tallies({ shared }: Disk): string[] {
  const billed = (isSecond: boolean) =>
    shared.usage
      .filter(({ purpose }) => (purpose === "second_reading") === isSecond)
      .reduce((total, { calls }) => total + calls, 0)
  const telling = new Set(shared.evidence.map(({ window_id }) => window_id))
  return [
    tally(billed(false), shared.windows.length, "calls", "windows"),
    tally(billed(true), telling.size, "second readings", "windows with facts"),
  ].flat()
}

function tally(calls: number, wanted: number, what: string, of: string): string[] {
  return calls === wanted ? [] : [`${calls} ${what} were billed for ${wanted} ${of}`]
}

/** Returns items of `expected` that are missing or doubled in `actual`, and unexpected items. */
function differences(expected: string[], actual: string[], noun: string, place: string): string[] {
  const counts = Map.groupBy(actual, (item) => item)
  const wanted = new Set(expected)
  return [
    ...[...wanted].flatMap((item) => {
      const times = counts.get(item)?.length ?? 0
      return times === 1 ? [] : [`${noun} ${item} is ${times === 0 ? "not" : `${times} times`} ${place}`]
    }),
    ...[...counts.keys()]
      .filter((item) => !wanted.has(item))
      .map((item) => `${noun} ${item} is ${place} and should not be`),
  ]
}

function names(rows: { id: string }[]): string[] {
  return rows.map((row) => row.id)
}
