/** The address to which Discord sends people back when they sign in to the pages. */

export const SIGN_IN_PATH = "/app/sign-in/discord"

/** Returns the redirect that the Discord Developer Portal must list for a Worker at this address. */
export function redirectOf(address: string): string {
  return new URL(SIGN_IN_PATH, address).href
}
