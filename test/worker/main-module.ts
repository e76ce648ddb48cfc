/**
 * Remembers the Worker's main module. The pool asks Vitest's main process for its path before every call of a
 * Durable Object. A file that ends while an object in the background asks fails the whole run, with
 * `Closing rpc while "resolve" was pending`.
 */

interface ModuleRunner {
  import(path: string): Promise<unknown>
}

declare global {
  /** Vitest's own, which the pool uses too. */
  var __vitest_mocker__: { moduleRunner: ModuleRunner }
}

const MAIN = "/src/index.ts"

const remembering = new WeakSet<ModuleRunner>()

/** Once a runner has loaded the main module, it imports it again without asking. Later calls change nothing. */
export function rememberMainModule(): void {
  const runner = globalThis.__vitest_mocker__.moduleRunner
  if (remembering.has(runner)) return
  remembering.add(runner)
  const load = runner.import.bind(runner)
  let main: unknown
  runner.import = async (path) => {
    if (!path.endsWith(MAIN)) return load(path)
    main ??= await load(path)
    return main
  }
}
