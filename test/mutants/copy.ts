/** A copy of the working tree to mutate. It reads the real tree and never writes to it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SourceFile } from "./mutant.ts"

/** Test folders that run the code. House rules only read it. */
const TESTED_IN = /^test\/(?:unit|contract|worker)\/.*\.test\.ts$/

/** The sources that mutants are applied to, and the test files that may catch them. */
export interface Tree {
  sources: SourceFile[]
  tests: string[]
}

/** Copies the tree into a temporary folder and returns its path. Hidden files stay behind: some hold secrets. */
export function copyTree(from: string): string {
  const root = mkdtempSync(join(tmpdir(), "keepsake-mutants-"))
  for (const name of readdirSync(from))
    if (name !== "node_modules" && !name.startsWith("."))
      cpSync(join(from, name), join(root, name), { recursive: true })
  // One link per package, so that the caches Vite keeps in node_modules belong to the copy.
  mkdirSync(join(root, "node_modules"))
  for (const name of readdirSync(join(from, "node_modules")))
    if (name === ".bin" || !name.startsWith("."))
      symlinkSync(join(from, "node_modules", name), join(root, "node_modules", name))
  return root
}

export function readTree(root: string): Tree {
  const paths = (room: string) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((path) => `${room}/${path}`)
  const sources = paths("src").filter((path) => path.endsWith(".ts"))
  return {
    sources: sources.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") })),
    tests: paths("test").filter((path) => TESTED_IN.test(path)),
  }
}
