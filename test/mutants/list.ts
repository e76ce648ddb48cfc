/** All mutants: each breaks a promise whose loss a person would notice, and names the tests that catch it. */
import { ACCESS } from "./access.ts"
import { KEEPING } from "./keeping.ts"
import { MEMORY } from "./memory.ts"
import type { Mutant } from "./mutant.ts"

export const MUTANTS: readonly Mutant[] = [...ACCESS, ...MEMORY, ...KEEPING]
