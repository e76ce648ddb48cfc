/** Finds the tokens of common services by secretlint's rules, each run as it is on one text. Pure. It reads no file and keeps no report. */
import { rules } from "@secretlint/secretlint-rule-preset-recommend"

/** What of a secretlint rule is used here. The package's own types stand in a package that only its engine brings. */
interface Rule {
  meta: { id: string }
  create(context: object, options: object): { file?(source: object): unknown }
}

/** One reads key files from a disk, and so makes its caller wait; one finds comments that switch the others off. */
const LEFT_OUT = /-(?:gcp|filter-comments)$/

/** Off by default, as a repository may well hold account ids; a chat has no use for them. */
const OPTIONS = { enableIDScanRule: true }

/** Every token is longer than this without a break: most lines hold no such run, and are let go by one look. */
const LONG_RUN = /\S{14}/

type Scan = (text: string) => boolean

/** Made when the first long run comes: an isolate that hears none pays nothing. */
let scan: Scan | null = null

/** Whether a text holds a token, a private key, a webhook or a login in a link of a service that secretlint knows. */
export function holdsServiceToken(text: string): boolean {
  if (!LONG_RUN.test(text)) return false
  scan ??= scanner(rules)
  return scan(text)
}

/** The rules report while they run; all that counts here is whether one did. */
function scanner(all: readonly Rule[]): Scan {
  let found = false
  const context = {
    createTranslator: () => () => ({ message: "", messageId: "" }),
    report: () => {
      found = true
    },
    ignore: () => {},
  }
  const scanners = all
    .filter(({ meta }) => !LEFT_OUT.test(meta.id))
    .map((rule) => rule.create(context, OPTIONS))
  return (text) => {
    found = false
    // Under this name the npm rule looks for `_authToken=` too; no other rule minds the name.
    const source = { content: text, filePath: ".npmrc", ext: "", contentType: "text" }
    return scanners.some((scanner) => {
      scanner.file?.(source)
      return found
    })
  }
}
