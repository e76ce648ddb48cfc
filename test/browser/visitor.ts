/** A signed-in person who reads pages over plain HTTP, without a browser. */
import type { ApiServer } from "../../src/tools/api-request.ts"

/** The server whose pages are visited. `DemoStage` adds a browser to it. */
export interface PageStage {
  worker: ApiServer
  guildId: string
  /** The path of the guild's pages. */
  base: string
  /** `manager` owns the server, `member` has no rights. */
  people: { readonly manager: string; readonly member: string }
  /** A channel that everyone reads. */
  channelId: string
}

export interface Visitor {
  /** The header that carries the session. */
  cookie: string
  /** Returns a page. Throws on any status but 200. */
  read(path: string): Promise<string>
}

/** Signs in as a person of the local worker, which `LOCAL_SIGN_IN` must allow. */
export async function signIn({ worker }: Pick<PageStage, "worker">, userId: string): Promise<Visitor> {
  const answer = await fetch(`${worker.url}/app/sign-in/local`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: worker.url },
    body: new URLSearchParams({ person: userId }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(";")[0] ?? "")
    .find((one) => /^__Host-keepsake=./.test(one))
  if (cookie === undefined) throw new Error(`sign-in was answered with ${answer.status} and no session`)
  return {
    cookie,
    read: async (path) => {
      const page = await fetch(worker.url + path, { headers: { cookie }, redirect: "manual" })
      if (page.status !== 200) throw new Error(`${path} was answered with ${page.status}`)
      return page.text()
    },
  }
}

/** Returns what the first link of the manager's list names that looks like this. */
export async function firstLink(stage: PageStage, list: string, link: RegExp): Promise<string> {
  const manager = await signIn(stage, stage.people.manager)
  const found = link.exec(await manager.read(`${stage.base}/${list}`))?.[1]
  if (found === undefined) throw new Error(`the list ${list} is empty`)
  return found
}
