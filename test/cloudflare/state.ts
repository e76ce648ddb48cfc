/** All that the fake Cloudflare account holds. Routes change it; tests read it. */
import type { DatabaseSync } from "node:sqlite"

/** A binding of an uploaded Worker, as the multipart metadata names it. */
export interface UploadedBinding {
  name: string
  type: string
  text?: string
  id?: string
  index_name?: string
  class_name?: string
  workflow_name?: string
  namespace_id?: string
}

export interface WorkerVersion {
  id: string
  number: number
  bindings: UploadedBinding[]
  limits: Record<string, number> | null
}

export interface DeployedWorker {
  name: string
  versions: WorkerVersion[]
  /** Ids of the versions that were deployed, the latest last. */
  deployments: string[]
  /** Tag of the last Durable Object migration. */
  migrationTag: string | null
  durableObjects: string[]
  crons: string[]
  onWorkersDev: boolean
}

export interface Database {
  uuid: string
  name: string
  sqlite: DatabaseSync
}

export interface VectorIndex {
  name: string
  dimensions: number
  metric: "cosine" | "euclidean" | "dot-product"
  /** Property names of its metadata indexes. */
  properties: string[]
}

export interface FakeAccount {
  id: string
  name: string
}

/** What differs between the accounts that people deploy to. */
export interface AccountTraits {
  accounts: FakeAccount[]
  plan: "free" | "paid"
  /** Name below workers.dev; null if the account has none yet. */
  subdomain: string | null
  /** True if the token has no rights to Vectorize. */
  withoutVectorize: boolean
  /** True if the token has no rights to D1. */
  withoutD1: boolean
}

export interface CloudflareState extends AccountTraits {
  workers: Map<string, DeployedWorker>
  databases: Database[]
  indexes: VectorIndex[]
  /** Names of Workflows, each with the Worker that owns it. */
  workflows: Map<string, string>
  /** Files uploaded for an import, by name. */
  uploads: Map<string, string>
  /** A Worker's static files: hashes by path, and what arrived by hash. */
  assets: { paths: Map<string, string>; files: Map<string, Uint8Array> }
}

export const ACCOUNT: FakeAccount = { id: "a".repeat(32), name: "Ada's account" }

export function emptyState(traits: Partial<AccountTraits> = {}): CloudflareState {
  return {
    accounts: [ACCOUNT],
    plan: "paid",
    subdomain: "ada",
    withoutVectorize: false,
    withoutD1: false,
    ...traits,
    workers: new Map(),
    databases: [],
    indexes: [],
    workflows: new Map(),
    uploads: new Map(),
    assets: { paths: new Map(), files: new Map() },
  }
}

/** Returns the values of a Worker's secrets in its latest version. */
export function secretsOf(worker: Pick<DeployedWorker, "versions">): Record<string, string> {
  const bindings = worker.versions.at(-1)?.bindings ?? []
  return Object.fromEntries(
    bindings.flatMap(({ name, type, text = "" }) => (type === "secret_text" ? [[name, text]] : [])),
  )
}

/** Returns the state without times, ids and counts that differ between equal deployments. */
export function summaryOf(state: CloudflareState): unknown {
  return {
    workers: [...state.workers.values()].map((worker) => ({
      name: worker.name,
      bindings: (worker.versions.at(-1)?.bindings ?? []).map((one) => `${one.type} ${one.name}`).sort(),
      limits: worker.versions.at(-1)?.limits,
      isDeployed: worker.deployments.at(-1) === worker.versions.at(-1)?.id,
      migrationTag: worker.migrationTag,
      durableObjects: worker.durableObjects,
      crons: worker.crons,
      onWorkersDev: worker.onWorkersDev,
    })),
    databases: state.databases.map(({ name, sqlite }) => ({
      name,
      migrations: sqlite.prepare("SELECT name FROM d1_migrations ORDER BY id").all(),
      schema: sqlite.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").all(),
    })),
    indexes: state.indexes.map((index) => ({ ...index, properties: index.properties.toSorted() })),
    workflows: [...state.workflows],
  }
}
