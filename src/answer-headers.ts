/**
 * Headers of every answer, from the API, to Discord and of the pages: a browser guesses no type, frames
 * nothing and loads nothing, and no cache stores what an answer holds.
 */
import type { MiddlewareHandler } from "hono"
import { secureHeaders } from "hono/secure-headers"

/** Headers of answers that are data. */
export const dataHeaders = sealed({})
/**
 * Headers of the dashboard: one style sheet and forms of this site, pictures of people and servers from Discord, and no
 * script.
 */
export const dashboardHeaders = sealed({
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "https://cdn.discordapp.com"],
  formAction: ["'self'"],
  referrerPolicy: "same-origin",
})
/**
 * Headers of pages that carry their styles and send forms to their own site. Without a referrer, browsers would not tell
 * such a form's origin.
 */
export const formHeaders = sealed({
  styleSrc: ["'unsafe-inline'"],
  formAction: ["'self'"],
  referrerPolicy: "same-origin",
})

interface Openings {
  styleSrc?: string[]
  imgSrc?: string[]
  formAction?: string[]
  referrerPolicy?: "same-origin"
}

function sealed({ styleSrc, imgSrc, formAction, referrerPolicy }: Openings): MiddlewareHandler {
  const none = ["'none'"]
  const secure = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: none,
      baseUri: none,
      formAction: formAction ?? none,
      frameAncestors: none,
      ...(styleSrc && { styleSrc }),
      ...(imgSrc && { imgSrc }),
    },
    xFrameOptions: "DENY",
    referrerPolicy: referrerPolicy ?? true,
    // Without includeSubDomains: the operator's other hosts are not ours to decide on.
    strictTransportSecurity: "max-age=15552000",
  })
  return async (c, next) => {
    await secure(c, next)
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store")
  }
}
