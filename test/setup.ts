/** Gives every property test the seed of this run. */
import fc from "fast-check"
import { seed } from "./dice.ts"

fc.configureGlobal({ seed })
