/** Imports form no cycle, types included: every file can be read and tested after the files it imports. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

const SRC = "src"
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g

const files = new Map(
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    // The ambient declaration names the Durable Object classes, and nothing imports it.
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts") && !name.startsWith("tools/eval"))
    .map((name) => [name, importsOf(name, readFileSync(join(SRC, name), "utf8"))]),
)

test("no file imports itself through other files", () => {
  expect(firstCycle(files)).toEqual([])
})

test("a cycle of any length is found", () => {
  const long = new Map([
    ["a", ["b"]],
    ["b", ["c", "d"]],
    ["c", []],
    ["d", ["e"]],
    ["e", ["b"]],
  ])
  expect(firstCycle(long)).toEqual(["b", "d", "e", "b"])
})

function importsOf(name: string, text: string): string[] {
  return [...text.matchAll(IMPORT)].map((match) => join(name, "..", match[1] ?? ""))
}

/**
 * Returns the files of one cycle with the first one repeated at the end, or an empty list if there is none.
 * The search is depth first and enters each file once.
 */
function firstCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  function enter(file: string): string[] {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const cycle = enter(next)
      if (cycle.length > 0) return cycle
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const cycle = enter(file)
    if (cycle.length > 0) return cycle
  }
  return []
}
