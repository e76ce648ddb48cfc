/**
 * Loads compromise, the English grammar library, on first use. Evaluating it takes about 100 ms, which a
 * Worker's startup has no room for, so nothing else may import it.
 */
import type nlp from "compromise/two"

let loaded: typeof nlp | null = null

/** Loads the library once per isolate. Every entry point awaits it through `loadLibraries`. */
export async function loadGrammar(): Promise<void> {
  loaded ??= (await import("compromise/two")).default
}

/** Returns the library. Throws if `loadGrammar` has not finished. */
export function grammar(): typeof nlp {
  if (loaded === null) throw new Error("the grammar library is not loaded: await loadLibraries() first")
  return loaded
}
