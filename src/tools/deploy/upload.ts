/** Uploads and deploys the Worker: code and secrets as one version. */
import { failureOf, type Outcome } from "./deploy-error.ts"
import { type Project, runWrangler } from "./project.ts"
import { type Secrets, withSecretsFile } from "./secrets.ts"

/** Settings that some plans refuse, each with the reply that refuses it. */
const REFUSABLE = [
  {
    code: /\[code: 100328\]/,
    setting: "limits",
    said: "Your account is on the free plan, which takes no [limits]. Deploying without them, for that plan ...",
    vars: { PLAN: "free" },
  },
  {
    code: /\[code: (?:100158|10159)\]/,
    setting: "vectorize",
    said: "Your account has no access to Vectorize. Deploying with the Worker's own index ...",
    vars: {},
  },
] as const

/**
 * Deploys a version with these secrets; others stay as they are. Sets `PLAN` by whether Cloudflare takes the limits;
 * on a paid account, a `PLAN` of wrangler.toml stays. Throws a DeployError.
 */
export async function uploadWorker(project: Project, secrets: Secrets): Promise<Outcome> {
  // Set, not left out: `keep_vars` would keep `free` after an upgrade.
  if (project.config.limits !== undefined) setVars(project, { PLAN: "paid", ...project.config.vars })
  return withSecretsFile(secrets, async (file) => {
    const args = ["deploy", ...(Object.keys(secrets).length > 0 ? ["--secrets-file", file] : [])]
    for (;;) {
      const outcome = await runWrangler(project, args)
      if (outcome.code === 0) return outcome
      const refused = REFUSABLE.find(
        ({ code, setting }) => code.test(outcome.output) && project.config[setting] !== undefined,
      )
      if (!refused) throw failureOf(args, outcome)
      project.print(refused.said)
      delete project.config[refused.setting]
      setVars(project, refused.vars)
    }
  })
}

function setVars({ config }: Project, vars: Record<string, unknown>): void {
  config.vars = { ...config.vars, ...vars }
}

/** Returns the workers.dev address that a deployment printed; `null` if it has none. */
export function addressIn({ output }: Outcome): string | null {
  return /https:\/\/\S+\.workers\.dev\b/.exec(output)?.[0] ?? null
}
