/** Why a deployment stopped, and what its owner can do about it. */
import type { z } from "zod"
import { ProgramError } from "../program.ts"

/** A step that failed, with a message for the person who deploys. */
export class DeployError extends ProgramError {}

/** Wrangler's end: its exit code, its standard output, and all that it printed. */
export interface Outcome {
  code: number | null
  stdout: string
  output: string
}

const ADVICE: [RegExp, string][] = [
  [
    /non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN|Not logged in|Did not login/,
    "Wrangler is not logged in to Cloudflare. Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.",
  ],
  [
    /More than one account available/,
    "Set CLOUDFLARE_ACCOUNT_ID to the id of the account to deploy to, for example `CLOUDFLARE_ACCOUNT_ID=<id> npm run deploy`.",
  ],
  [
    /register a workers\.dev subdomain/,
    "Your account has no workers.dev subdomain yet. Open the address above, choose a name (it becomes part of the bot's address), and run the command again.",
  ],
  [
    /Authentication error \[code: 10000\]|Invalid access token \[code: 9109\]/,
    "Cloudflare refuses the token. It is wrong or expired, or it lacks a right: docs/DEPLOY.md lists those it needs. After `npx wrangler login`, no token is needed.",
  ],
  [/maximum number of D1 databases/, "Delete a D1 database that you no longer need, or move to a paid plan."],
  [
    /\[code: 10027\]/,
    "The Worker is larger than your plan allows. Run `npm ci` and try again; if it stays, please report it.",
  ],
  [/\[code: 10079\]/, "Another deployment changed the Durable Objects meanwhile. Run the command again."],
]

/** Describes a failed command, with advice if its cause is known. */
export function failureOf(args: readonly string[], { output }: Outcome): DeployError {
  const advice =
    ADVICE.find(([pattern]) => pattern.test(output))?.[1] ??
    "Fix the problem above and run the command again; it continues where it stopped."
  return new DeployError(`${output.trim()}\n\n"wrangler ${args.slice(0, 3).join(" ")}" failed. ${advice}`)
}

/** Reads the JSON that a command printed. Another version of wrangler may print something else. */
export function readJson<T>(schema: z.ZodType<T>, args: readonly string[], { stdout }: Outcome): T {
  try {
    return schema.parse(JSON.parse(stdout))
  } catch (cause) {
    const said = stdout.trim().slice(0, 500) || "nothing"
    throw new DeployError(
      `"wrangler ${args.slice(0, 3).join(" ")}" printed something unexpected:\n${said}\n\nRun \`npm ci\`, so that wrangler is the version of this project, and the command again.`,
      { cause },
    )
  }
}
