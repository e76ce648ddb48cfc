/** The one style sheet of all pages. Its address holds its hash, so that browsers may keep it for good. */
import { sha256 } from "../../../domain/hash.ts"
import { BASE } from "./base.ts"
import { PARTS } from "./parts.ts"
import { SHELL } from "./shell.ts"
import { tokensIn } from "./tokens.ts"

const OWN = [BASE, SHELL, PARTS].join("").replace(/\n\s*/g, "\n").trim()

export const STYLESHEET = `:root{${tokensIn(OWN)}}\n${OWN}`

export const STYLESHEET_PATH = `/app/style-${sha256(STYLESHEET).slice(0, 12)}.css`

/** The mark in the browser's tab. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3b5bdb"/><path d="M7.5 5.5h9v13l-4.5-3-4.5 3v-13Z" fill="#fff"/></svg>'
