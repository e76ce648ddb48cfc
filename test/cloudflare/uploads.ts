/** The upload of a Worker: its multipart form, and the checks that the platform makes before it takes it. */
import { checkAssets } from "./assets.ts"
import { type ApiRequest, Refusal } from "./replies.ts"
import type { CloudflareState, DeployedWorker, UploadedBinding, WorkerVersion } from "./state.ts"

interface DurableObjectMigration {
  old_tag?: string
  new_tag: string
  steps: { new_sqlite_classes?: string[] }[]
}

interface UploadMetadata {
  bindings: UploadedBinding[]
  /** Types of bindings that stay as they are in the version before. */
  keep_bindings?: string[]
  limits?: Record<string, number>
  migrations?: DurableObjectMigration
  assets?: { jwt?: string }
}

/** Adds a version. Throws if the platform would refuse it; then nothing has changed. */
export async function uploadVersion(
  state: CloudflareState,
  name: string,
  request: ApiRequest,
): Promise<{ worker: DeployedWorker; version: WorkerVersion }> {
  const metadata = await metadataOf(request)
  const known = state.workers.get(name)
  checkLimits(state, metadata)
  checkAssets(state, metadata.assets?.jwt)
  const bindings = inherited(metadata, known?.versions.at(-1)?.bindings ?? [])
  for (const binding of bindings) checkBinding(state, binding)
  const worker = known ?? newWorker(name)
  if (metadata.migrations) migrateObjects(worker, metadata.migrations)
  const id = crypto.randomUUID()
  const version = { id, number: worker.versions.length + 1, bindings, limits: metadata.limits ?? null }
  worker.versions.push(version)
  state.workers.set(name, worker)
  return { worker, version }
}

async function metadataOf({ bytes, headers }: ApiRequest): Promise<UploadMetadata> {
  const type = headers.get("content-type") ?? ""
  const form = await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData()
  return JSON.parse(String(form.get("metadata")))
}

function newWorker(name: string): DeployedWorker {
  const empty = { migrationTag: null, durableObjects: [], crons: [], onWorkersDev: false }
  return { name, versions: [], deployments: [], ...empty }
}

function inherited({ bindings, keep_bindings = [] }: UploadMetadata, before: UploadedBinding[]) {
  const kept = before.filter(
    ({ name, type }) => keep_bindings.includes(type) && !bindings.some((binding) => binding.name === name),
  )
  const named = bindings.map((binding) => {
    if (binding.type !== "inherit") return binding
    const own = before.find(({ name }) => name === binding.name)
    if (!own) throw new Refusal(400, 10057, `binding ${binding.name} cannot be inherited`)
    return own
  })
  return [...named, ...kept]
}

function checkLimits({ plan }: CloudflareState, { limits }: UploadMetadata): void {
  if (limits && plan === "free")
    throw new Refusal(400, 100328, "CPU limits are not supported for the Free plan. Switch to a paid plan.")
}

function checkBinding(state: CloudflareState, { type, name, id, index_name }: UploadedBinding): void {
  if (type === "d1" && !state.databases.some(({ uuid }) => uuid === id))
    throw new Refusal(400, 10021, `binding ${name} of type d1 must have a valid \`id\` specified`)
  if (type === "vectorize" && !state.indexes.some((index) => index.name === index_name))
    throw new Refusal(400, 10159, `vectorize index "${index_name}" not found`)
}

function migrateObjects(worker: DeployedWorker, { old_tag, new_tag, steps }: DurableObjectMigration): void {
  if ((old_tag ?? null) !== worker.migrationTag)
    throw new Refusal(412, 10079, `migration tag precondition failed; current tag is ${worker.migrationTag}`)
  worker.migrationTag = new_tag
  worker.durableObjects.push(...steps.flatMap(({ new_sqlite_classes = [] }) => new_sqlite_classes))
}
