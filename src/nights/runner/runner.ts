/**
 * Chooses who runs nights: Cloudflare Workflows, or on the free plan an object's alarm, because a Workflow's step has only
 * 10 ms of CPU time there. Both run the same steps.
 */
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import type { Settings } from "../../settings.ts"
import type { Night } from "../deps.ts"
import type { NightStatus } from "./night-rows.ts"

/** A night to start. Its id is the run's. */
interface NightInstance {
  id?: string
  params?: Night
}

/** The part of the Workflow binding that nights use. */
export interface NightRunner {
  /** Starts nights. Reports one whose id was used before as an error. */
  createBatch(options: {
    instances: NightInstance[]
  }): Promise<{ errors: { index: number; code: number; message: string }[] }>
  /** Throws if the id was used before. */
  create(options: NightInstance): Promise<unknown>
  /** Throws `instance.not_found` for an unknown id, here or with the status. */
  get(id: string): Promise<{ status(): Promise<{ status: InstanceStatus["status"] }> }>
}

export function nightRunner(
  bindings: { NIGHTS: NightRunner; NIGHT_ALARMS: NightAlarms },
  { PLAN }: Pick<Settings, "PLAN">,
): NightRunner {
  return PLAN === "free" ? alarmRunner(bindings.NIGHT_ALARMS) : bindings.NIGHTS
}

/** The Workflow's codes for an id that exists, and for what it cannot do now. */
const ALREADY_EXISTS = 10_405
const INTERNAL = 10_001

interface NightAlarms {
  getByName(guildId: Id): {
    begin(night: Night): Promise<boolean>
    statusOf(runId: string): Promise<NightStatus>
  }
}

function alarmRunner(alarms: NightAlarms): NightRunner {
  return {
    async createBatch({ instances }) {
      const begun = await Promise.all(instances.map((one) => beginOne(alarms, one).catch(describeError)))
      return {
        errors: begun.flatMap((result, index) => {
          if (result === true) return []
          return result === false
            ? [{ index, code: ALREADY_EXISTS, message: "already exists" }]
            : [{ index, code: INTERNAL, message: result }]
        }),
      }
    },
    async create(instance) {
      if (!(await beginOne(alarms, instance))) throw new Error(`night ${instance.id} already exists`)
    },
    get: async (id) => ({
      status: async () => {
        // A run's id begins with its guild's.
        const status = await alarms.getByName(id.split("_")[0] ?? "").statusOf(id)
        if (status === "unknown") throw new Error("(instance.not_found) Instance not found")
        return { status }
      },
    }),
  }
}

async function beginOne(alarms: NightAlarms, { params }: NightInstance): Promise<boolean> {
  if (params === undefined) throw new Error("a night needs its parameters")
  return alarms.getByName(params.guildId).begin(params)
}
