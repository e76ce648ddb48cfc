/**
 * The libraries that load on first use instead of at startup. A Worker has one second to start, and the
 * platform counts what its modules evaluate.
 */
import { loadSecretLibraries } from "../../privacy/secret-libraries.ts"
import { loadGrammar } from "../../text/grammar.ts"

/**
 * Loads all of them once per isolate. Every entry point awaits this before it handles anything: Durable
 * Objects in their constructor, the workflow and the HTTP app at the start of a call.
 */
export async function loadLibraries(): Promise<void> {
  await Promise.all([loadGrammar(), loadSecretLibraries()])
}
