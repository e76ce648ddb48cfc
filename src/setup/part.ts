/** A part of a deployment as the setup page shows it, and instructions that several parts share. */
import type { SetupStep } from "./steps.ts"

/**
 * `todo`: a button does it. `problem`: the owner must do it. `waiting`: it comes by itself, or after another part.
 * `optional`: all works without it.
 */
export type PartState = "ok" | "todo" | "problem" | "waiting" | "optional"

export interface Part {
  title: string
  state: PartState
  detail: string
  /** Instructions for the owner, in order. */
  next: readonly string[]
  /** The step whose button belongs here. */
  step?: SetupStep
  link?: { text: string; href: string }
}

/** How to change variables in Cloudflare's dashboard. */
export const OPEN_VARIABLES =
  "In the Cloudflare dashboard, open Workers & Pages, choose this Worker, open Settings, and find Variables and Secrets."
export const RELOAD = "Wait a minute, then press Check again."
