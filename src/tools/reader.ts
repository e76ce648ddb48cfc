/** Puts the program that shows the API's document, Scalar, beside its page at /docs. wrangler runs it before it builds. */
import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** Git ignores it. */
const SCALAR = "docs/api/site/docs/scalar.js"

// The package exports no path to its build for browsers, which lies beside its entry point.
const entry = fileURLToPath(import.meta.resolve("@scalar/api-reference"))
copyFileSync(join(entry, "../browser/standalone.js"), SCALAR)
