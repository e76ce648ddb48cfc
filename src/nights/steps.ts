/** What a night is made of: named pieces of work, each done once. The platform's Workflow is one way to do them, a test that fails them another. */
import type { Plan, Tools } from "./tools.ts"

export interface Steps {
  /**
   * Does the work under this name, again where it throws, and returns what it returned the first time it did not. The value is JSON of
   * at most 1 MiB and holds nobody's words: the platform keeps it for days. Throws where it is given up.
   */
  do<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** A part of the night; each does its work in steps of its own. */
export type Phase = (steps: Steps, tools: Tools, plan: Plan) => Promise<void>
