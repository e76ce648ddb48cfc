/** Defines mutants and finds the place in the source code that each changes. Pure. */

/** One small change to the code that breaks one promise of the product. */
export interface Mutant {
  name: string
  /** The harm to a person, in plain words. */
  breaks: string
  /** The code to change. White space matches any white space; `…` matches as little of one line as possible. */
  code: string
  /** The replacement code. */
  instead: string
  /** The test files of the default tier that catch it: names without `.test.ts`, with a folder where two share a name. */
  tests: readonly string[]
}

export interface SourceFile {
  path: string
  text: string
}

export interface Place {
  path: string
  /** The file's text after the change. */
  mutated: string
}

/** Returns the one place that a mutant changes. Throws if its code is found nowhere or in several places. */
export function placeOf(mutant: Mutant, files: readonly SourceFile[]): Place {
  const pattern = patternOf(mutant.code)
  const places = files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({
      path,
      mutated: text.slice(0, match.index) + mutant.instead + text.slice(match.index + match[0].length),
    })),
  )
  const [place] = places
  if (place && places.length === 1) return place
  const found = places.length === 0 ? "nowhere" : `in ${places.map(({ path }) => path).join(", ")}`
  throw new Error(`stale mutant ${mutant.name}: its code is found ${found}`)
}

function patternOf(code: string): RegExp {
  return new RegExp(code.trim().split(/\s+/).map(escaped).join("\\s+"), "g")
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll("…", ".*?")
}

/** Returns the paths of a mutant's test files. Throws if a name fits no file or several. */
export function testsOf(mutant: Mutant, testPaths: readonly string[]): string[] {
  return mutant.tests.map((name) => {
    const paths = testPaths.filter((path) => path.endsWith(`/${name}.test.ts`))
    const [path] = paths
    if (path && paths.length === 1) return path
    throw new Error(`stale mutant ${mutant.name}: ${paths.length} test files are named ${name}.test.ts`)
  })
}
