/** Outcomes that only pages have, beside the refusals of all doors. */

/**
 * `discord_silent`: Discord could not be asked for the person's roles. `sign_in_failed`: it did not confirm who they are.
 * `sign_in_off`: sign-in is not set up. `foreign_form`: the form came from another site.
 * `unknown_person`: nobody on this machine has the id.
 */
export type PageProblemKind =
  | "discord_silent"
  | "sign_in_failed"
  | "sign_in_off"
  | "foreign_form"
  | "unknown_person"

/** Thrown by pages and answered with a page of its own. Nothing was changed. */
export class PageProblem extends Error {
  readonly kind: PageProblemKind

  constructor(kind: PageProblemKind) {
    super(kind)
    this.kind = kind
  }
}
