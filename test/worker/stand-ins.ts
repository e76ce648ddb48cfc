/** A scripted model and a failing database for Durable Objects. */
import { runInDurableObject } from "cloudflare:test"
import { type DurableObject, env } from "cloudflare:workers"
import type { ChannelBuffer } from "../../src/channel/channel-buffer.ts"
import type { Filing, Sensitive } from "../../src/domain/types.ts"
import type { ExtractionReply } from "../../src/extraction/reply.ts"

export type Channel = DurableObjectStub<ChannelBuffer>

export function channelOf(guild: string, channel: string): Channel {
  return env.CHANNELS.getByName(`${guild}:${channel}`)
}

/** One of the worker's Durable Objects. */
type Stub<T extends DurableObject> = DurableObjectStub<T>

/** Overrides an object's bindings for as long as it lives. */
export async function equip<T extends DurableObject>(object: Stub<T>, change: Partial<Env>): Promise<void> {
  await runInDurableObject(object, (instance) => {
    // `env` is protected, and only tests may set it.
    const holder = instance as unknown as { env: Env }
    holder.env = { ...holder.env, ...change }
  })
}

type Claim = ExtractionReply["claims"][number]
/** A flat claim: fields that few claims need stand beside the rest. */
type Said = Omit<Claim, "more"> &
  Partial<Pick<Filing, "importance" | "lifetime">> & { sensitive?: Sensitive | null }

/** Builds a model's claim with defaults for all other fields. */
export function claim(about: string, fact: string, rest: Partial<Said> = {}): Claim {
  const { lifetime = "permanent", importance = "medium", sensitive, ...plain } = rest
  return {
    op: "save",
    memory: null,
    about,
    fact,
    type: "profile",
    section: "bio",
    topics: [],
    confidence: 1,
    lines: [1],
    when: null,
    until: null,
    more: [lifetime, importance, sensitive].filter(Boolean).join(" "),
    ...plain,
  }
}

export interface Model {
  /** Prompts it received, without those of second readings. */
  prompts: string[]
  /** Prompts of second readings. */
  second: string[]
  /** Returns the verdicts of a second reading, none unless a test sets it; throws to be down. Free of charge. */
  confirms: (facts: string[]) => boolean[]
  /** Returns its claims for a prompt; throws to be down. */
  says: (prompt: string) => Claim[] | Promise<Claim[]>
}

export const DOWN = () => {
  throw new Error("1031: internal error")
}

/** Binds a model to a channel. Its `says` can change at any time. */
export async function bindModel(channel: Channel, says: Model["says"]): Promise<Model> {
  const model: Model = { prompts: [], second: [], says, confirms: () => [] }
  const run = async (_name: string, input: { messages: { role: string; content: string }[] }) => {
    const prompt = input.messages.at(-1)?.content ?? ""
    if (isSecondReading(prompt)) return { response: secondReading(model, prompt), usage: FREE }
    model.prompts.push(prompt)
    const reply: ExtractionReply = {
      title: "A talk",
      summary: "They talked.",
      claims: await model.says(prompt),
      people: [],
    }
    return { response: reply, usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  // Only `run` of the binding is ever called.
  await equip(channel, { AI: { run } as unknown as Ai })
  return model
}

export function isSecondReading(prompt: string): boolean {
  return prompt.includes("\n<facts>\n")
}

/** A second reading's usage, so that tests count the first alone. */
const FREE = { prompt_tokens: 0, completion_tokens: 0 }

function secondReading(model: Model, prompt: string): object {
  model.second.push(prompt)
  const facts = prompt.match(/^F\d+ .*$/gm) ?? []
  const verdicts = model.confirms(facts)
  return { facts: verdicts.map((so, at) => ({ fact: `F${at + 1}`, why: "heard", so })) }
}

/** A call fails before the database runs it, or after it took effect and only the answer was lost. */
export type Fault = "before" | "after" | null

export interface OneFault {
  /** Number of the call, starting at 1. */
  at: number
  fault: "before" | "after"
}

/** Lists a fault for every call up to `calls`, before and after taking effect. */
export function faultsOf(calls: number): OneFault[] {
  return (["before", "after"] as const).flatMap((fault) =>
    Array.from({ length: calls }, (_, index) => ({ at: index + 1, fault })),
  )
}

export type Faults = (call: number) => Fault | Promise<Fault>

/** Gives the object a database whose calls, numbered from 1, fail as `fault` decides. */
export async function breakDatabase<T extends DurableObject>(
  object: Stub<T>,
  fault: Faults,
): Promise<{ calls: number }> {
  const count = { calls: 0 }
  await equip(object, { DB: faulty(env.DB, fault, count) })
  return count
}

export async function mendDatabase<T extends DurableObject>(object: Stub<T>): Promise<void> {
  await equip(object, { DB: env.DB })
}

const CALLS = ["all", "raw", "run", "first"]

/** Wraps a database to count each call and let it fail. */
export function faulty(db: D1Database, fault: Faults, count: { calls: number }): D1Database {
  return watchedDatabase(db, async (call) => {
    count.calls += 1
    const when = await fault(count.calls)
    if (when === "before") throw new Error("D1_ERROR: the database is out of reach")
    const result = await call()
    if (when === "after") throw new Error("D1_ERROR: the connection broke before the answer came")
    return result
  })
}

/** Wraps a database so that each call goes through `around`. */
export function watchedDatabase(
  db: D1Database,
  around: (call: () => Promise<unknown>) => Promise<unknown>,
): D1Database {
  const real = new WeakMap<object, D1PreparedStatement>()
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = new Proxy(statement, {
      get(target, key) {
        if (key === "bind") return (...values: unknown[]) => wrap(target.bind(...values))
        const member: unknown = Reflect.get(target, key)
        if (typeof member !== "function") return member
        const bound = member.bind(target)
        return CALLS.includes(String(key)) ? (...values: unknown[]) => around(() => bound(...values)) : bound
      },
    })
    real.set(wrapped, statement)
    return wrapped
  }
  const prepare = (query: string) => wrap(db.prepare(query))
  const batch = (statements: D1PreparedStatement[]) =>
    around(() => db.batch(statements.map((statement) => real.get(statement) ?? statement)))
  // Drizzle and `land` call nothing else.
  return { prepare, batch } as unknown as D1Database
}

/** Channel stubs whose calls fail as `next` decides. */
export function faultyChannels(next: (method: string) => Fault): typeof env.CHANNELS {
  const wrap = (stub: object) =>
    new Proxy(stub, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key)
        if (typeof member !== "function") return member
        return async (...values: unknown[]) => {
          const fault = next(String(key))
          if (fault === "before") throw new Error("the object is out of reach")
          const result: unknown = await Reflect.apply(member, target, values)
          if (fault === "after") throw new Error("the connection broke before the answer came")
          return result
        }
      },
    })
  // The Eraser calls only `getByName`.
  return { getByName: (name: string) => wrap(env.CHANNELS.getByName(name)) } as unknown as typeof env.CHANNELS
}
