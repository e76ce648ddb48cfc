/** Reads evaluation data from files in the public formats. Errors name the faulty line. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { z } from "zod"

/** An outcome that ends an evaluation, in words for the person who ran it. */
export class EvaluationError extends Error {}

/**
 * Returns the JSON document at `path`. Throws an EvaluationError if there is none or it is not in the named
 * `format`.
 */
export function readJson<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  format: string,
): z.output<Shape> {
  const parsed = shape.safeParse(parseJson(readText(path), path))
  if (parsed.success) return parsed.data
  throw new EvaluationError(`${path} is not in ${format}'s format: ${firstProblem(parsed.error)}`)
}

/** One value per line that is not empty. */
export function readJsonLines<Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  format: string,
): z.output<Shape>[] {
  return readText(path)
    .split("\n")
    .flatMap((line, index) => {
      if (line.trim() === "") return []
      const where = `${path}, line ${index + 1}`
      const parsed = shape.safeParse(parseJson(line, where))
      if (parsed.success) return [parsed.data]
      throw new EvaluationError(`${where} is not in ${format}'s format: ${firstProblem(parsed.error)}`)
    })
}

/** Throws if the path is not a folder. */
export function expectFolder(path: string): void {
  if (!existsSync(path)) throw new EvaluationError(`There is no folder ${path}.`)
  if (!statSync(path).isDirectory()) throw new EvaluationError(`${path} is a file; a folder is expected.`)
}

/** The folders in `path` that hold a file named `file`, and `path` itself where it does. In order of name. */
export function foldersWith(path: string, file: string): string[] {
  expectFolder(path)
  const folders = [path, ...readdirSync(path).map((name) => join(path, name))]
  return folders.filter((folder) => existsSync(join(folder, file))).sort()
}

function readText(path: string): string {
  if (!existsSync(path)) throw new EvaluationError(`There is no file ${path}.`)
  if (!statSync(path).isFile()) throw new EvaluationError(`${path} is not a file.`)
  return readFileSync(path, "utf8")
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EvaluationError(`${where} is not JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join(".") || "value"}: ${issue.message}` : "unknown shape"
}
