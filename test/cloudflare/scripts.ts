/** Everything about a Worker that no version holds: secrets by name, its address, its crons and its settings. */
import type { Worker } from "cloudflare/resources/workers/beta/workers/workers.js"
import type { ScheduleUpdateResponse } from "cloudflare/resources/workers/scripts/schedules.js"
import type { ScriptAndVersionSettingGetResponse } from "cloudflare/resources/workers/scripts/script-and-version-settings.js"
import type { ScriptSetting } from "cloudflare/resources/workers/scripts/scripts.js"
import type { SecretListResponse } from "cloudflare/resources/workers/scripts/secrets.js"
import type { SubdomainCreateResponse } from "cloudflare/resources/workers/scripts/subdomain.js"
import { type ApiRequest, type ApiRoute, jsonOf, Refusal } from "./replies.ts"
import { type CloudflareState, type DeployedWorker, secretsOf } from "./state.ts"

const SCRIPT = "/accounts/:account/workers/scripts/:script"

export function findWorker(state: CloudflareState, { params }: ApiRequest): DeployedWorker {
  const worker = state.workers.get(params.script ?? "")
  if (!worker) throw new Refusal(404, 10007, "This Worker does not exist on your account.")
  return worker
}

export function scriptRoutes(state: CloudflareState): ApiRoute[] {
  return [
    {
      method: "GET",
      path: "/accounts/:account/workers/services/:script",
      answer: (request) => {
        const { migrationTag } = findWorker(state, request)
        const script = { tag: "t", tags: [], last_deployed_from: "wrangler", migration_tag: migrationTag }
        return { id: request.params.script, default_environment: { environment: "production", script } }
      },
    },
    {
      method: "GET",
      path: "/accounts/:account/workers/workers/:script",
      answer: (request): Pick<Worker, "id" | "name" | "subdomain"> => {
        const { name, onWorkersDev } = findWorker(state, request)
        return { id: name, name, subdomain: { enabled: onWorkersDev, previews_enabled: false } }
      },
    },
    {
      method: "GET",
      path: `${SCRIPT}/secrets`,
      answer: (request): SecretListResponse[] =>
        Object.keys(secretsOf(findWorker(state, request))).map((name) => ({ name, type: "secret_text" })),
    },
    {
      method: "GET",
      path: `${SCRIPT}/settings`,
      answer: (request): Pick<ScriptAndVersionSettingGetResponse, "bindings"> => ({
        bindings: (findWorker(state, request).versions.at(-1)?.bindings ?? []) as NonNullable<
          ScriptAndVersionSettingGetResponse["bindings"]
        >,
      }),
    },
    {
      method: "PATCH",
      path: `${SCRIPT}/script-settings`,
      answer: (request): Pick<ScriptSetting, "logpush"> => {
        findWorker(state, request)
        return { logpush: false }
      },
    },
    {
      method: "POST",
      path: `${SCRIPT}/subdomain`,
      answer: (request): SubdomainCreateResponse => {
        const worker = findWorker(state, request)
        worker.onWorkersDev = jsonOf(request).enabled === true
        return { enabled: worker.onWorkersDev, previews_enabled: false }
      },
    },
    {
      method: "PUT",
      path: `${SCRIPT}/schedules`,
      answer: (request): ScheduleUpdateResponse => {
        const schedules = jsonOf(request) as unknown as { cron: string }[]
        findWorker(state, request).crons = schedules.map(({ cron }) => cron)
        return { schedules }
      },
    },
  ]
}
