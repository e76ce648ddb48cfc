/** Meters for a night: calls to objects, and what was most of any of its steps. */
import type { WorkflowStep } from "cloudflare:workers"

export interface NightCounters {
  objectCalls: number
  /** As the platform counts them; each try of one counts here. */
  steps: number
  longest: { step: string; ms: number }
  largest: { step: string; bytes: number }
}

const zero = (): NightCounters => ({
  objectCalls: 0,
  steps: 0,
  longest: { step: "", ms: 0 },
  largest: { step: "", bytes: 0 },
})
let counted = zero()

export function nightCounters(): NightCounters {
  return counted
}

export function resetNight(): NightCounters {
  counted = zero()
  return counted
}

/** Objects that are counted as often as one of them is called. */
export function meteredObjects<T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  const getByName = (name: string) => {
    counted.objectCalls += 1
    return objects.getByName(name)
  }
  // What a night does of objects: gets one by its name, for one call.
  return { getByName } as unknown as DurableObjectNamespace<T>
}

/** Steps that tell what was most of any of them: milliseconds of a try, bytes of a result. */
export function meteredSteps(steps: WorkflowStep): WorkflowStep {
  const timed = (step: string, work: () => Promise<unknown>) => async () => {
    const begun = Date.now()
    try {
      const result = await work()
      const bytes = new TextEncoder().encode(JSON.stringify(result ?? null)).length
      if (bytes > counted.largest.bytes) counted.largest = { step, bytes }
      return result
    } finally {
      const ms = Date.now() - begun
      counted.steps += 1
      if (ms > counted.longest.ms) counted.longest = { step, ms }
    }
  }
  const metered = {
    do: (name: string, config: never, work: () => Promise<unknown>) =>
      steps.do(name, config, timed(name, work) as () => Promise<never>),
  }
  // What the product uses of steps: do, with a name and a configuration.
  return metered as unknown as WorkflowStep
}
