/** Sends requests over keep-alive connections with a fixed number in flight and times each to its last byte. */
import { Agent, request } from "node:http"
import { performance } from "node:perf_hooks"

export interface Shot {
  path: string
  body: string
  headers?: Record<string, string>
}

export interface Timing {
  /** Milliseconds of each shot, in order of completion. */
  latencies: number[]
  /** Milliseconds from the first byte sent to the last received. */
  wall: number
}

const HEADERS = { authorization: "Bearer dev", "content-type": "application/json" }
const TIMEOUT_MS = 60_000

export class Client {
  readonly #url: string
  readonly #agent: Agent
  readonly #timeoutMs: number

  /** `timeoutMs` is the longest a response may take. */
  constructor(url: string, connections: number, timeoutMs = TIMEOUT_MS) {
    this.#url = url
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Returns the response body. Throws on any status but 2xx and on a timeout. */
  send(shot: Shot, method = "POST"): Promise<string> {
    const headers = { ...HEADERS, ...shot.headers, "content-length": Buffer.byteLength(shot.body) }
    return new Promise((resolve, reject) => {
      const call = request(this.#url + shot.path, { method, agent: this.#agent, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("error", reject)
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString()
          const status = answer.statusCode ?? 0
          if (status >= 200 && status < 300) resolve(text)
          else reject(new Error(`${shot.path} was answered with ${status}: ${text.slice(0, 500)}`))
        })
      })
      call.setTimeout(this.#timeoutMs, () => call.destroy(new Error(`${shot.path} was not answered`)))
      call.on("error", reject)
      call.end(shot.body)
    })
  }

  /** Returns the milliseconds of one shot. */
  async time(shot: Shot): Promise<number> {
    const sent = performance.now()
    await this.send(shot)
    return performance.now() - sent
  }

  /** Sends all shots, `inFlight` at a time. */
  async fire(shots: readonly Shot[], inFlight: number): Promise<Timing> {
    const latencies: number[] = []
    const queue = shots.values()
    const begin = performance.now()
    const lane = async () => {
      for (const shot of queue) latencies.push(await this.time(shot))
    }
    await Promise.all(Array.from({ length: inFlight }, lane))
    return { latencies, wall: performance.now() - begin }
  }

  close(): void {
    this.#agent.destroy()
  }
}
