/**
 * Lists what Discord would refuse in a payload, by the fake's own checks, for tests that build payloads
 * without sending them.
 */
import { ApiError, FormProblems } from "./api-error.ts"
import { checkCommands } from "./command-limits.ts"
import { checkModal } from "./component-limits.ts"
import type { Loose } from "./loose.ts"
import { checkMessage } from "./message-limits.ts"

const FILES = 10

export function messageProblems(body: object, files: readonly unknown[] = []): string[] {
  const problems = refusals(() => checkMessage(plain(body), { files: files.length }))
  return files.length > FILES ? [...problems, "too many files"] : problems
}

export function formProblems(form: object): string[] {
  return refusals(() => {
    const problems = new FormProblems()
    checkModal(plain(form), problems)
    problems.throwIfAny()
  })
}

export function commandProblems(definitions: readonly object[]): string[] {
  return refusals(() => checkCommands(definitions.map(plain)))
}

export function suggestionProblems(choices: readonly { name: string; value: string }[]): string[] {
  return refusals(() => {
    const problems = new FormProblems()
    problems.size(["choices"], choices, [0, 25])
    choices.forEach(({ name, value }, at) => {
      problems.length(["choices", at, "name"], name.trim(), [1, 100])
      problems.length(["choices", at, "value"], value, [1, 100])
    })
    problems.throwIfAny()
  })
}

/** A payload as sent over the wire. */
function plain(value: object): Loose {
  return JSON.parse(JSON.stringify(value)) as Loose
}

function refusals(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return messagesIn(error.errors ?? { _errors: [{ message: error.message }] })
  }
}

/** Discord nests problems by field: `{ field: { 0: { _errors: [{ code, message }] } } }`. */
function messagesIn(level: object, path = ""): string[] {
  return Object.entries(level).flatMap(([key, value]) =>
    key === "_errors"
      ? (value as { message: string }[]).map(({ message }) => `${path}: ${message}`)
      : messagesIn(value as object, path === "" ? key : `${path}.${key}`),
  )
}
