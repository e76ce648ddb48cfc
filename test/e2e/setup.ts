/** Prepares the end-to-end project once for all of its files. */
import type { TestProject } from "vitest/node"
import { prepare } from "./prepared.ts"

export async function setup(project: TestProject): Promise<() => void> {
  const { built, state, remove } = await prepare()
  project.provide("prepared", { built, state })
  return remove
}
