/** The shape of a command-line program: arguments, streams and variables go in, an exit code comes out. Tests call it in process. */

/** A place to write text to, such as `process.stdout`. */
export interface Sink {
  write(text: string): unknown
  /** Whether a person watches: a line may then rewrite itself. */
  isTTY?: boolean
}

export interface ProgramIo {
  stdout: Sink
  stderr: Sink
  env: Readonly<Record<string, string | undefined>>
  /** The folder that holds `.dev.vars`. */
  cwd: string
}

/** `argv` begins with the first argument. Resolves to the exit code: 0 for success, 2 for a wrong call, 1 for other failures. */
export type Program = (argv: string[], io: ProgramIo) => Promise<number>

/** Writes one line. */
export type Print = (line: string) => void

export function printerTo(sink: Sink): Print {
  return (line) => void sink.write(`${line}\n`)
}

/** Runs a program as this process and ends the process with its exit code. A file calls it only if it is the entry point. */
export async function runProgram(main: Program): Promise<never> {
  const { stdout, stderr, env } = process
  const code = await main(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() })
  // Open connections would keep the process alive for some seconds.
  process.exit(code)
}
