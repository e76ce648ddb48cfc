/**
 * Puts Durable Objects in the region that the operator chose. `JURISDICTION` keeps them there for good, `LOCATION_HINT`
 * only asks for it. An object never moves, and another jurisdiction has other objects, so both must be set before the
 * first deployment.
 */
import { readSettings } from "../../settings.ts"

const NAMESPACES = [
  "CHANNELS",
  "INDEXES",
  "ERASERS",
  "SHARDS",
  "RESPONDERS",
  "NIGHT_ALARMS",
  "HISTORIES",
] as const

type Namespace = Pick<DurableObjectNamespace, "getByName">

/** One placed environment for each given one, because settings and guilds are cached by environment. */
const known = new WeakMap<Env, Env>()

/**
 * Returns the bindings with each namespace's objects in the chosen place. Every entry point of the Worker and every
 * object uses it on what it is given. Without a choice, and on one's own machine, which has no regions, that is `env`.
 * Never throws: with an unusable variable, which may be the place, the namespaces give no object.
 */
export function placed(env: Env): Env {
  const before = known.get(env)
  if (before) return before
  const place = placeOf(env)
  const found = place === null ? env : { ...env, ...inPlace(env, place) }
  known.set(env, found)
  known.set(found, found)
  return found
}

function placeOf(env: Env): ((namespace: DurableObjectNamespace) => Namespace) | null {
  try {
    const { JURISDICTION, LOCATION_HINT: locationHint, NIGHTS_SINCE } = readSettings(env)
    if (NIGHTS_SINCE !== null || (JURISDICTION ?? locationHint) === undefined) return null
    return (whole) => {
      const own = JURISDICTION === undefined ? whole : whole.jurisdiction(JURISDICTION)
      return { getByName: (name) => own.getByName(name, locationHint && { locationHint }) }
    }
  } catch (error) {
    return () => ({
      getByName: () => {
        throw error
      },
    })
  }
}

function inPlace(
  env: Env,
  place: (namespace: DurableObjectNamespace) => Namespace,
): Record<string, Namespace> {
  // The classes of the objects do not matter here.
  return Object.fromEntries(
    NAMESPACES.map((name) => [name, place(env[name] as unknown as DurableObjectNamespace)]),
  )
}
