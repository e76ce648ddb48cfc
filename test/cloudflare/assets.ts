/** A Worker's static files: a session names their hashes, and the files that are missing are uploaded within it. */
import { type ApiRequest, type ApiRoute, jsonOf, Refusal } from "./replies.ts"
import type { CloudflareState } from "./state.ts"

/** The token of a session whose files have all arrived, which the upload of the Worker names. */
const COMPLETE = "complete"

/** Takes the token of its session instead of the account's. */
export const ASSETS_UPLOAD = "/accounts/:account/workers/assets/upload"

type Manifest = Record<string, { hash: string; size: number }>

export function assetRoutes({ assets }: CloudflareState): ApiRoute[] {
  return [
    {
      method: "POST",
      path: "/accounts/:account/workers/scripts/:script/assets-upload-session",
      answer: (request) => {
        const { manifest } = jsonOf(request) as { manifest: Manifest }
        for (const [path, { hash }] of Object.entries(manifest)) assets.paths.set(path, hash)
        const missing = Object.values(manifest).flatMap(({ hash }) => (assets.files.has(hash) ? [] : [hash]))
        return missing.length === 0 ? { jwt: COMPLETE, buckets: [] } : { jwt: "session", buckets: [missing] }
      },
    },
    {
      method: "POST",
      path: ASSETS_UPLOAD,
      answer: async (request) => {
        for (const [hash, file] of await formOf(request))
          assets.files.set(hash, Buffer.from(await new Response(file).text(), "base64"))
        return { jwt: COMPLETE }
      },
    },
  ]
}

async function formOf({ bytes, headers }: ApiRequest): Promise<FormData> {
  if (headers.get("authorization") !== "Bearer session") throw new Refusal(403, 10000, "Authentication error")
  const type = headers.get("content-type") ?? ""
  return await new Response(new Uint8Array(bytes), { headers: { "content-type": type } }).formData()
}

/** Throws if a Worker names files that have not arrived. */
export function checkAssets({ assets }: CloudflareState, jwt: string | undefined): void {
  const isMissing = [...assets.paths.values()].some((hash) => !assets.files.has(hash))
  if (jwt !== undefined && (jwt !== COMPLETE || isMissing))
    throw new Refusal(400, 10021, "The assets of this Worker were not uploaded.")
}
