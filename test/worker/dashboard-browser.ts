/** A browser without scripts that visits the dashboard of this worker, signed in as somebody on a loopback address. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { pages } from "../../src/dashboard/pages.ts"

const LOOPBACK = "http://127.0.0.1:8787"

export interface PageSeen {
  status: number
  html: string
  /** The text as people read it. */
  text: string
  headers: Headers
  /** Where a redirect leads. */
  location: string | null
}

export class PageBrowser {
  readonly cookies = new Map<string, string>()
  readonly #env: Env
  readonly #origin: string

  constructor(change: Partial<Env> = {}, origin = LOOPBACK) {
    this.#env = { ...env, LOCAL_SIGN_IN: "true", ...change }
    this.#origin = origin
  }

  /** Signs in as a person whom some guild knows. */
  static async of(person: string, change: Partial<Env> = {}): Promise<PageBrowser> {
    const browser = new PageBrowser(change)
    await browser.post("/app/sign-in/local", { person })
    if (!browser.cookies.has("__Host-keepsake")) throw new Error(`${person} could not sign in`)
    return browser
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageSeen> {
    return this.send(path, { headers })
  }

  /** Sends a form as a browser does. `act` is made up if it is not given; a list is sent as fields of one name. */
  post(
    path: string,
    fields: Record<string, string | readonly string[]>,
    headers: Record<string, string> = {},
  ): Promise<PageSeen> {
    const body = new URLSearchParams({ act: crypto.randomUUID() })
    for (const [name, value] of Object.entries(fields)) {
      body.delete(name)
      for (const one of [value].flat()) body.append(name, one)
    }
    return this.send(path, { method: "POST", body, headers: { origin: this.#origin, ...headers } })
  }

  /** Sends a form and opens the page that it leads to. */
  async submit(path: string, fields: Record<string, string | readonly string[]>): Promise<PageSeen> {
    const answer = await this.post(path, fields)
    return answer.location === null ? answer : this.get(answer.location)
  }

  async send(path: string, init: RequestInit): Promise<PageSeen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = new Headers(init.headers as Record<string, string>)
    headers.set("cookie", cookie)
    const context = createExecutionContext()
    const request = new Request(new URL(path, this.#origin), { ...init, headers, redirect: "manual" })
    const response = await pages.fetch(request, this.#env, context)
    await waitOnExecutionContext(context)
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=")
      if (/max-age=0/i.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    // Also an export, which workerd does not take for text.
    const html = new TextDecoder().decode(await response.arrayBuffer())
    return {
      status: response.status,
      html,
      text: html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " "),
      headers: response.headers,
      location: response.headers.get("location"),
    }
  }
}
