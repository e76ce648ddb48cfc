/** What counted work costs, from published unit prices. Pure; allowances that a plan includes are left aside. */

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number
  output: number
}

/** Tokens of chat models. */
export interface Tokens {
  input: number
  output: number
}

/** Models one may read windows with. Source: the catalog of Workers AI, November 2026. A server of one's own is paid for otherwise. */
export const CHOICES: readonly { name: string; price: ModelPrice }[] = [
  { name: "glm-4.7-flash (default)", price: { input: 0.0605, output: 0.4 } },
  { name: "gpt-oss-120b (strong for all)", price: { input: 0.35, output: 0.75 } },
  { name: "llama-3.3-70b-instruct-fp8-fast", price: { input: 0.293, output: 2.253 } },
  { name: "a server of one's own", price: { input: 0, output: 0 } },
]

/** bge-m3, dollars per million tokens. */
export const EMBEDDING_PRICE = 0.0118

/** Cloudflare's units, US dollars each; of Workers Paid, November 2026, beyond what the plan includes. */
export const UNITS = {
  /** A row written, in D1 or a Durable Object; an alarm set is one. */
  rowWritten: 1e-6,
  rowRead: 1e-9,
  workerRequest: 0.3e-6,
  cpuMs: 0.02e-6,
  objectRequest: 0.15e-6,
  /** A gigabyte-second that an object is awake. */
  objectGbSecond: 12.5e-6,
  workflowStep: 0.8 / 100_000,
  logEvent: 0.6e-6,
  /** A month of one stored dimension. */
  storedDimension: 0.05 / 100e6,
} as const

export type Unit = keyof typeof UNITS

/** Units used, in any number. */
export type Units = Partial<Record<Unit, number>>

/** Dollars of tokens. */
export function tokenDollars(tokens: Tokens, price: ModelPrice): number {
  return (tokens.input * price.input + tokens.output * price.output) / 1e6
}

/** Dollars of the platform's units. */
export function unitDollars(units: Units): number {
  return Object.entries(units).reduce((sum, [unit, count]) => {
    // Its keys are Unit by type.
    return sum + (count ?? 0) * UNITS[unit as Unit]
  }, 0)
}

/** `counted` of so many messages, for a million of them. */
export function perMillion(counted: number, messages: number): number {
  return (counted * 1e6) / messages
}
