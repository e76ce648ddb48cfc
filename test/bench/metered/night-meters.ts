/** Meters for a night: calls to Durable Objects, and the maxima over its steps. */
import type { WorkflowStep } from "cloudflare:workers"

export interface NightCounters {
  objectCalls: number
  /** Steps as the platform counts them, except that each attempt counts here. */
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

/** Wraps a namespace and counts each call to one of its objects. */
export function meteredObjects<T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
): DurableObjectNamespace<T> {
  const getByName = (name: string) => {
    counted.objectCalls += 1
    return objects.getByName(name)
  }
  // A night only gets an object by name for one call.
  return { getByName } as unknown as DurableObjectNamespace<T>
}

/** Wraps steps and records the maxima: milliseconds of an attempt, bytes of a result. */
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
  // The product only uses `do` with a name and a configuration.
  return metered as unknown as WorkflowStep
}
