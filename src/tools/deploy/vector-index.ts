/** The Vectorize index of a deployment; without rights to Vectorize, the Worker's own index takes its place. */
import { z } from "zod"
import { failureOf, type Outcome, readJson } from "./deploy-error.ts"
import { mustRun, type Project, runWrangler } from "./project.ts"

/** Dimensions of bge-m3's vectors. */
const DIMENSIONS = 1024

/** A metadata index never finds vectors that were written before it existed. */
const PROPERTIES = ["kind", "model", "place"]

/** The token has no right to Vectorize, or the plan has no Vectorize. */
const NO_ACCESS = /\[code: (?:10000|9109|1005)\]/

/**
 * Creates the index and its metadata indexes if they are missing. Takes the index out of the configuration if the
 * deployment may not use Vectorize, unless the running Worker uses it.
 */
export async function prepareIndex(project: Project): Promise<void> {
  const name = project.config.vectorize?.[0].index_name
  if (name === undefined) return
  if (project.isBuild && !project.namesIndex && !(await runsWithIndex(project))) {
    project.print("\nThe Worker's own index holds the vectors.")
    delete project.config.vectorize
    return
  }
  project.print("\nPreparing the vector index ...")
  const list = ["vectorize", "list-metadata-index", name, "--json"]
  const listed = await runWrangler(project, list)
  if (listed.code !== 0 && NO_ACCESS.test(listed.output)) return goWithout(project)
  if (listed.code !== 0) await createIndex(project, name, failureOf(list, listed))
  const there = listed.code === 0 ? propertiesOf(listed) : []
  for (const property of PROPERTIES.filter((wanted) => !there.includes(wanted)))
    await createMetadataIndex(project, name, property)
  project.print(there.length === PROPERTIES.length ? `${name} exists.` : "Done.")
}

/** `unlisted` says why its metadata indexes could not be listed: it tells more if the index exists after all. */
async function createIndex(project: Project, name: string, unlisted: Error): Promise<void> {
  const args = ["vectorize", "create", name, `--dimensions=${DIMENSIONS}`, "--metric=cosine"]
  const outcome = await runWrangler(project, args)
  if (outcome.code === 0) return
  throw /duplicate|already exists/i.test(outcome.output) ? unlisted : failureOf(args, outcome)
}

async function createMetadataIndex(project: Project, name: string, property: string): Promise<void> {
  const args = ["vectorize", "create-metadata-index", name, `--property-name=${property}`, "--type=string"]
  const outcome = await runWrangler(project, args)
  if (outcome.code !== 0 && !/duplicate|already exists/i.test(outcome.output)) throw failureOf(args, outcome)
}

const MetadataIndexes = z.array(z.object({ propertyName: z.string() }))

function propertiesOf(outcome: Outcome): string[] {
  const args = ["vectorize", "list-metadata-index"]
  return readJson(MetadataIndexes, args, outcome).map(({ propertyName }) => propertyName)
}

/** A Worker that has vectors in Vectorize keeps it: another index would have to embed everything again. */
async function goWithout(project: Project): Promise<void> {
  if (await runsWithIndex(project)) {
    project.print("Your token may not see Vectorize. The running Worker uses it, so it stays as it is.")
    return
  }
  project.print(
    "Your token may not use Vectorize. The Worker's own index holds the vectors instead; nothing else changes. To use Vectorize, give the token the right Vectorize: Edit and deploy again.",
  )
  delete project.config.vectorize
}

const Deployments = z.object({ versions: z.array(z.object({ version_id: z.string() })) })
const Version = z.object({
  resources: z.object({ bindings: z.array(z.looseObject({ type: z.string() })) }),
})

async function runsWithIndex(project: Project): Promise<boolean> {
  const args = ["deployments", "status", "--json"]
  const status = await runWrangler(project, args)
  if (status.code !== 0 && /not found|does not exist|has no deployments/.test(status.output)) return false
  if (status.code !== 0) throw failureOf(args, status)
  const id = readJson(Deployments, args, status).versions[0]?.version_id ?? ""
  const view = ["versions", "view", id, "--json"]
  return readJson(Version, view, await mustRun(project, view)).resources.bindings.some(
    ({ type }) => type === "vectorize",
  )
}
