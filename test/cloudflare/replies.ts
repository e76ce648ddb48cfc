/** The envelope of Cloudflare's API, and the routes that fill it. */

/** One request as a route receives it. */
export interface ApiRequest {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  bytes: Uint8Array
}

export interface ApiRoute {
  method: string
  /** Such as `/accounts/:account/d1/database`. */
  path: string
  /** Returns the `result` of a successful reply. Throws a `Refusal`. */
  answer: (request: ApiRequest) => unknown
}

/** An unsuccessful reply with one error. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export function jsonOf(request: ApiRequest): Record<string, unknown> {
  return JSON.parse(Buffer.from(request.bytes).toString() || "{}")
}

export function envelopeOf(result: unknown): string {
  return JSON.stringify({ success: true, errors: [], messages: [], result })
}

export function refusalOf({ code, message }: Refusal): string {
  return JSON.stringify({ success: false, errors: [{ code, message }], messages: [], result: null })
}
