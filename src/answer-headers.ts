/**
 * Headers of every answer, from the API, to Discord and of the pages: a browser guesses no type, frames
 * nothing and loads nothing, and no cache stores what an answer holds.
 */
import type { MiddlewareHandler } from "hono"
import { secureHeaders } from "hono/secure-headers"

/** Headers of answers that are data. */
export const dataHeaders = sealed([])
/** Headers of pages that carry their styles. */
export const pageHeaders = sealed(["'unsafe-inline'"])

function sealed(styleSrc: string[]): MiddlewareHandler {
  const none = ["'none'"]
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      baseUri: none,
      formAction: none,
      frameAncestors: none,
      ...(styleSrc.length > 0 ? { styleSrc } : {}),
    },
    xFrameOptions: "DENY",
    // Without includeSubDomains: the operator's other hosts are not ours to decide on.
    strictTransportSecurity: "max-age=15552000",
  })
  return async (c, next) => {
    await secure(c, next)
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store")
  }
}
