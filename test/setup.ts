/** Gives every property test the seed of this run, and loads the libraries that entry points load. */
import fc from "fast-check"
import { loadLibraries } from "../src/runtime/object/libraries.ts"
import { seed } from "./dice.ts"

fc.configureGlobal({ seed })
await loadLibraries()
