/**
 * The shape of a command-line program: arguments, streams and variables go in, an exit code comes out. Tests
 * call it in process.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { unknownOptionText } from "./unknown-option.ts"

/** A text output, such as `process.stdout`. */
export interface Sink {
  write(text: string): unknown
  /** True on a terminal, where a line may rewrite itself. */
  isTTY?: boolean
}

export interface ProgramIo {
  stdout: Sink
  stderr: Sink
  env: Readonly<Record<string, string | undefined>>
  /** The folder that holds `.dev.vars`. */
  cwd: string
}

/**
 * `argv` begins with the first argument. Resolves to the exit code: 0 for success, 2 for a wrong call, 1 for
 * other failures.
 */
export type Program = (argv: string[], io: ProgramIo) => Promise<number>

/** An argument is wrong, with a message for the person who runs the program. */
export class UsageError extends Error {
  /** True if the message alone says what to do, so that the usage is not printed below it. */
  readonly isBrief: boolean

  constructor(message: string, options: ErrorOptions & { isBrief?: boolean } = {}) {
    super(message, options)
    this.isBrief = options.isBrief ?? false
  }
}

/** The program cannot go on, with a message for the person who runs it. */
export class ProgramError extends Error {}

/**
 * Adds `--help` to a program. A wrong argument prints `usage` with exit code 2, a `ProgramError` its message with exit
 * code 1.
 */
export function withUsage(usage: string, run: Program): Program {
  return async (argv, io) => {
    if (argv.includes("--help") || argv.includes("-h")) {
      printerTo(io.stdout)(usage)
      return 0
    }
    try {
      return await run(argv, io)
    } catch (error) {
      if (error instanceof ProgramError) {
        printerTo(io.stderr)(error.message)
        return 1
      }
      if (!isUsageError(error)) throw error
      const message = unknownOptionText(error, usage) ?? error.message
      const isBrief = error instanceof UsageError && error.isBrief
      printerTo(io.stderr)(isBrief ? message : `${message}\n\n${usage}`)
      return 2
    }
  }
}

/** `parseArgs` reports a wrong argument as a TypeError with a code of its own. @internal */
export function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_")
}

/** Writes one line. */
export type Print = (line: string) => void

export function printerTo(sink: Sink): Print {
  return (line) => void sink.write(`${line}\n`)
}

/** Runs a program as this process and exits with its code. A file calls it only if it is the entry point. */
export async function runProgram(main: Program): Promise<never> {
  const { stdout, stderr, env } = process
  const code = await main(process.argv.slice(2), { stdout, stderr, env, cwd: process.cwd() })
  // Open connections would keep the process alive for some seconds.
  process.exit(code)
}

// The deployment's variables on this machine: from the environment, or from `.dev.vars`, wrangler's file of
// secrets, which git ignores.

/** Looks up a variable; `undefined` if it is missing or blank. */
export type DeploymentVariables = (name: string) => string | undefined

/** For an environment such as "staging", the file is `.dev.vars.staging`. */
export function deploymentVariables(
  { env, cwd }: Pick<ProgramIo, "env" | "cwd">,
  environment: string | null = null,
): DeploymentVariables {
  const file = join(cwd, environment === null ? ".dev.vars" : `.dev.vars.${environment}`)
  const written: typeof env = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}
  // A variable that the environment sets hides the file's, even if it is empty.
  return (name) => (name in env ? env[name] : written[name])?.trim() || undefined
}
