/** Plays one round of chaos: starts a worker, sends it messages and kills it at the chosen moment. */
import type { LocalWorker } from "../../../src/tools/local-worker.ts"
import type { ModelServer } from "../model-server.ts"
import { type Prepared, startWorker } from "../prepared.ts"
import type { Client } from "./client.ts"
import type { Dice } from "./dice.ts"
import { readDisk } from "./disk.ts"
import { type Aim, found, MAX_MESSAGES, moment, type Phase, thinkingMs } from "./phases.ts"
import type { Readings } from "./reader.ts"
import type { Place, Talk } from "./talk.ts"

export interface Stage {
  prepared: Prepared
  stateDir: string
  model: ModelServer
  readings: Readings
  client: Client
  talk: Talk
  dice: Dice
  /** Channels that people write in throughout the run. A lull must close their windows. */
  lasting: Place[]
}

const VARIABLES = { LEASE_SECONDS: "2", RETRY_SECONDS: "0.5", AI_FAST_MODEL: "loopback" }
const NEW_CHANNELS = 3

/** Starts the worker on the run's state. Asks it nothing but whether it is up. */
export async function startRoundWorker(stage: Stage): Promise<LocalWorker> {
  stage.readings.restarted()
  const vars = { ...VARIABLES, AI_BASE_URL: stage.model.url }
  return startWorker({ stateDir: stage.stateDir, vars }, stage.prepared)
}

/** Plays a round and returns the phase in which each unfinished window was found. */
export async function playRound(stage: Stage, aim: Aim): Promise<Phase[]> {
  stage.model.control({ delayMs: thinkingMs(aim) })
  const worker = await startRoundWorker(stage)
  const talks = aim === "restart" ? [] : await speak(stage, worker.url, aim)
  await moment(aim, { ...stage, firstHeard: Promise.race(talks) })
  const { inFlight } = stage.client
  worker.kill()
  await worker.stop()
  await Promise.all(talks)
  return found(readDisk(stage.stateDir), stage.readings, inFlight)
}

/**
 * Starts redelivery and new talk; returns one promise per channel. Nobody writes in the new channels again,
 * so only their alarms can finish their windows.
 */
async function speak(stage: Stage, url: string, aim: Aim): Promise<Promise<void>[]> {
  const { client, dice, talk } = stage
  const fresh = Array.from({ length: NEW_CHANNELS }, () => {
    const odd = aim === "flush" ? 1 + dice.below(MAX_MESSAGES - 1) : 0
    return talk.say(talk.channel(), MAX_MESSAGES * (1 + dice.below(2)) + odd)
  })
  const more = stage.lasting.map((place) => talk.say(place, 1 + dice.below(MAX_MESSAGES)))
  await client.redeliver(url)
  return [...fresh, ...more].map(async (lines) => {
    await client.deliver(url, lines)
    const [place] = lines
    if (aim === "flush" && place) await client.flush(url, place)
  })
}
