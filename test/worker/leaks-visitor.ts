/**
 * Simulates a Discord user of a random guild who runs commands and presses buttons, and scans every answer.
 */

import { type InteractionOutcome, loadForm } from "../../src/discord/bot/dispatch.ts"
import type { Reply } from "../../src/discord/bot/ui/command.ts"
import {
  customIdsOf,
  type From,
  type Given,
  ground,
  MANAGE_GUILD,
  parsed,
  performed,
  pressed,
  type RawInteraction,
  slash,
  suggested,
  typing,
} from "./interacting.ts"
import { Asker, type Findings, type Scenery } from "./leaks-asking.ts"
import type { Dice } from "./leaks-dice.ts"
import { ledgerOf } from "./leaks-ledger.ts"
import { overstatements, pageText, unfolded } from "./leaks-pages.ts"
import type { Channel, Person } from "./leaks-world.ts"

/**
 * The user and place as Discord states them, including the roles of people unknown to the guild's structure.
 */
export interface Identity {
  person: Pick<Person, "id" | "name">
  roles: string[]
  place: Channel
  manages: boolean
}

/** A new member who is not in the structure. */
export const STRANGER: Person = { id: "737373737373", name: "Gus", roles: null, left: false }

/** Picks a member or a newcomer, in an existing channel. */
export function somebody(dice: Dice, { world }: Scenery, { manages }: Pick<Identity, "manages">): Identity {
  const known = world.people.filter(({ left }) => !left)
  const { id, name, roles } = known.length === 0 || dice.chance(0.1) ? STRANGER : dice.pick(known)
  const held = world.roles.slice(1).filter(({ ofBot }) => !ofBot)
  return {
    person: { id, name },
    roles: roles ?? dice.some(held, 0.4).map((role) => role.id),
    place: dice.pick(world.channels.filter(({ gone }) => !gone)),
    manages,
  }
}

export class Visitor {
  readonly who: Identity
  readonly scenery: Scenery
  readonly findings: Findings
  /** Scans what only this user sees. */
  readonly alone: Asker
  /** Scans what everyone in the place sees. */
  readonly all: Asker
  /** Custom ids of all buttons they were shown. */
  readonly seen = new Set<string>()
  readonly #from: From

  constructor(scenery: Scenery, who: Identity, findings: Findings) {
    const { place, person, roles, manages } = who
    this.who = who
    this.scenery = scenery
    this.findings = findings
    this.alone = new Asker(scenery, { placeId: place.id, personId: person.id, roles, manages }, findings)
    this.all = new Asker(scenery, { placeId: place.id, personId: null }, findings)
    this.#from = {
      guild: scenery.world.guildId,
      ...(place.parentId === null ? { channel: place.id } : { channel: place.parentId, thread: place.id }),
      user: person.id,
      name: person.name,
      roles,
      permissions: manages ? MANAGE_GUILD : 0n,
    }
  }

  get from(): From {
    return this.#from
  }

  /** Runs a slash command, or with `path` a subcommand. */
  call(name: string, given: Given = {}): Promise<Reply> {
    return this.does(`/${name}`, slash(name, this.#from, given), {
      isPublic: given.values?.private === false,
    })
  }

  press(id: string, values?: string[]): Promise<Reply> {
    return this.does("buttons", pressed(id, this.#from, values ? { values } : {}))
  }

  async does(surface: string, interaction: RawInteraction, seen: { isPublic?: boolean } = {}) {
    return (await this.tries(surface, interaction, seen)).reply
  }

  /** Runs an interaction and returns its outcome. */
  async tries(
    surface: string,
    interaction: RawInteraction,
    seen: { isPublic?: boolean } = {},
  ): Promise<InteractionOutcome> {
    // Answers by models are scanned in leaks-answers.ts.
    const bound = surface === "/ask" ? {} : this.scenery.bound
    const { ids } = this.scenery.ledger
    const done = await performed(interaction, { on: ground(bound) })
    const held = "custom_id" in interaction.data ? unfolded(interaction.data.custom_id, ids) : []
    const request = [JSON.stringify(interaction.data), ...held].join(" ")
    if (done.went === "failed") throw new Error(`failed: ${request}`)
    const judge = surface === "/remember" ? await this.afterwards() : this
    judge.looks(surface, done.reply, { request, ...seen })
    for (const id of customIdsOf(done.reply)) this.seen.add(id)
    return done
  }

  /** A user who tells a fact may see it from then on. */
  async afterwards(): Promise<Visitor> {
    const ledger = await ledgerOf(this.scenery.world.guildId)
    return new Visitor({ ...this.scenery, ledger }, this.who, this.findings)
  }

  looks(
    surface: string,
    reply: Reply,
    { request, isPublic = false }: { request: string; isPublic?: boolean },
  ): void {
    const reader = isPublic ? this.all : this.alone
    for (const { data } of reply.kind === "laid_out" ? (reply.files ?? []) : [])
      reader.look(surface, data, request, { isOwn: true })
    reader.look(surface, pageText(reply, this.scenery.ledger), request)
    for (const what of overstatements(reply, this))
      this.findings.uneven.push(`${request} for ${this.who.person.id}: ${what}`)
  }

  /** Scans the suggestions shown only to this user while typing. */
  async types(command: string, name: string, value: string): Promise<void> {
    const found = await suggested(typing(command, { name, value }, { from: this.#from }))
    this.alone.look("suggestions", JSON.stringify(found), value)
  }

  /** Opens a button's form, or returns the answer shown instead. */
  async opens(id: string): Promise<string> {
    const interaction = pressed(id, this.#from)
    const answer = await loadForm(ground(this.scenery.bound), parsed(interaction))
    const text = JSON.stringify("form" in answer ? answer.form : answer.reply)
    this.alone.look("forms", text, unfolded(id, this.scenery.ledger.ids).join(" "))
    return text
  }
}
