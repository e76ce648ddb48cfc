/** All mutants: the promises whose loss a person would notice, each with the test that notices first. */
import { ACCESS } from "./access.ts"
import { KEEPING } from "./keeping.ts"
import { MEMORY } from "./memory.ts"
import type { Mutant } from "./mutant.ts"

export const MUTANTS: readonly Mutant[] = [...ACCESS, ...MEMORY, ...KEEPING]
