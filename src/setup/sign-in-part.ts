/** Judges sign-in to the pages, which is optional: its secret, and the redirect that Discord must know. Pure. */
import { redirectOf } from "../domain/sign-in-path.ts"
import type { SetupFacts } from "./facts.ts"
import { OPEN_VARIABLES, type Part, RELOAD } from "./part.ts"

const TITLE = "Sign-in to the pages"
const PORTAL = {
  text: "Open the Discord Developer Portal",
  href: "https://discord.com/developers/applications",
}

export function signInPart({ settings, discord, origin }: SetupFacts): Part {
  const redirect = redirectOf(origin)
  const register = `In the Discord Developer Portal, choose your application and open OAuth2. Below Redirects, press Add Redirect, enter ${redirect} and press Save Changes.`
  if (settings?.DISCORD_CLIENT_SECRET === undefined)
    return {
      title: TITLE,
      state: "optional",
      detail:
        "Off. Everything else works without it. With it, members see, correct and erase on web pages what is known of them, and managers run Keepsake there.",
      next: [
        register,
        "On the same page, press Reset Secret, and copy the client secret.",
        OPEN_VARIABLES,
        "Press Add, choose the type Secret, enter the variable name DISCORD_CLIENT_SECRET, paste the client secret as its value, and press Deploy.",
        RELOAD,
      ],
      link: PORTAL,
    }
  const known = discord.kind === "known" ? discord.application.redirect_uris : undefined
  if (known?.includes(redirect) === false)
    return {
      title: TITLE,
      state: "problem",
      detail:
        "Discord does not know the address to which it must send people back, so it lets nobody sign in.",
      next: [register, "Press Check again."],
      link: PORTAL,
    }
  return {
    title: TITLE,
    state: "ok",
    detail: known
      ? "People sign in with Discord."
      : `The client secret is set. Discord must list the redirect ${redirect}; it did not tell if it does.`,
    next: [],
    link: { text: "Open the pages", href: "/app" },
  }
}
