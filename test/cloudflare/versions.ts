/** Versions of a Worker and their deployments. */
import type { Deployment, DeploymentListResponse } from "cloudflare/resources/workers/scripts/deployments.js"
import type { ScriptUpdateResponse } from "cloudflare/resources/workers/scripts/scripts.js"
import type { SecretBulkUpdateResponse } from "cloudflare/resources/workers/scripts/secrets.js"
import type { VersionCreateResponse } from "cloudflare/resources/workers/scripts/versions.js"
import { type ApiRoute, jsonOf } from "./replies.ts"
import { findWorker } from "./scripts.ts"
import type { CloudflareState } from "./state.ts"
import { uploadVersion } from "./uploads.ts"

const SCRIPT = "/accounts/:account/workers/scripts/:script"
const TIME = "2026-11-26T00:00:00Z"

export function versionRoutes(state: CloudflareState): ApiRoute[] {
  return [
    {
      method: "PUT",
      path: SCRIPT,
      answer: async (request): Promise<ScriptUpdateResponse & { deployment_id: string }> => {
        const { worker, version } = await uploadVersion(state, request.params.script ?? "", request)
        worker.deployments.push(version.id)
        const deployed = { deployment_id: version.id.replaceAll("-", ""), startup_time_ms: 10 }
        return { id: worker.name, etag: version.id, ...deployed }
      },
    },
    {
      method: "POST",
      path: `${SCRIPT}/versions`,
      answer: async (request): Promise<VersionCreateResponse> => {
        findWorker(state, request)
        const { version } = await uploadVersion(state, request.params.script ?? "", request)
        return { id: version.id, number: version.number, resources: { script: { etag: version.id } } }
      },
    },
    {
      method: "GET",
      path: `${SCRIPT}/versions/:version`,
      answer: (request): VersionCreateResponse => {
        const version = findWorker(state, request).versions.find(({ id }) => id === request.params.version)
        const bindings = version?.bindings.map(({ text: _, ...binding }) => binding) ?? []
        const metadata = { created_on: TIME, author_email: "ada@example.com" }
        return { id: request.params.version ?? "", metadata, resources: { bindings } }
      },
    },
    {
      method: "PATCH",
      path: `${SCRIPT}/secrets-bulk`,
      answer: (request): SecretBulkUpdateResponse => {
        const worker = findWorker(state, request)
        const { secrets } = jsonOf(request) as { secrets: Record<string, { name: string; text: string }> }
        const before = worker.versions.at(-1)?.bindings ?? []
        const set = Object.values(secrets).map((secret) => ({ ...secret, type: "secret_text" }))
        const bindings = [...before.filter(({ name }) => !(name in secrets)), ...set]
        const number = worker.versions.length + 1
        const version = { id: crypto.randomUUID(), number, bindings, limits: null }
        worker.versions.push(version)
        worker.deployments.push(version.id)
        return Object.fromEntries(set.map(({ name }) => [name, { name, type: "secret_text" }]))
      },
    },
    {
      method: "GET",
      path: `${SCRIPT}/deployments`,
      answer: (request): DeploymentListResponse => ({
        deployments: findWorker(state, request).deployments.toReversed().map(deploymentOf),
      }),
    },
    {
      method: "POST",
      path: `${SCRIPT}/deployments`,
      answer: (request): Deployment => {
        const worker = findWorker(state, request)
        const { versions } = jsonOf(request) as { versions: { version_id: string }[] }
        const id = versions[0]?.version_id ?? ""
        worker.deployments.push(id)
        return deploymentOf(id)
      },
    },
  ]
}

function deploymentOf(version: string): Deployment {
  const versions = [{ version_id: version, percentage: 100 }]
  return { id: version, created_on: TIME, source: "wrangler", strategy: "percentage", versions }
}
