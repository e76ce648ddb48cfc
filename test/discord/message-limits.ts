/** Checks a bot's message against Discord's limits. */
import { emptyMessage, FormProblems } from "./api-error.ts"
import { COMPONENTS_V2, checkComponents } from "./component-limits.ts"
import { type Loose, listOf, looseOf } from "./loose.ts"

/** Throws Discord's error if a message cannot be sent or edited. `kept`: the edited message so far. */
export function checkMessage(body: Loose, more: { files: number; kept?: Loose }): void {
  const problems = new FormProblems()
  const flags = Number(body.flags ?? more.kept?.flags ?? 0)
  const v2 = (flags & COMPONENTS_V2) !== 0
  problems.length(["content"], body.content, [0, 2000])
  problems.length(["nonce"], body.nonce === undefined ? undefined : String(body.nonce), [0, 25])
  problems.size(["embeds"], body.embeds, [0, 10])
  if (v2) checkV2(body, problems)
  checkEmbeds(listOf(body.embeds), problems)
  checkComponents(body.components, v2, problems)
  checkMentions(looseOf(body.allowed_mentions), problems)
  problems.throwIfAny()
  const whole = { ...more.kept, ...body }
  const something = [
    String(whole.content ?? "") !== "",
    listOf(whole.embeds).length > 0,
    listOf(whole.components).length > 0,
    Array.isArray(whole.sticker_ids) && whole.sticker_ids.length > 0,
    more.files > 0 || listOf(whole.attachments).length > 0,
    whole.poll !== undefined,
  ]
  if (!something.includes(true)) throw emptyMessage()
}

function checkV2(body: Loose, problems: FormProblems): void {
  const said = ["content", "embeds", "poll"].filter(
    (key) => body[key] && !(Array.isArray(body[key]) && body[key].length === 0),
  )
  for (const key of said)
    problems.add(
      [key],
      "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
      `The '${key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
    )
}

function checkMentions(allowed: Loose, problems: FormProblems): void {
  const parse = Array.isArray(allowed.parse) ? allowed.parse.map(String) : []
  for (const kind of ["users", "roles"]) {
    const list = Array.isArray(allowed[kind]) ? allowed[kind] : []
    problems.size(["allowed_mentions", kind], list, [0, 100])
    if (parse.includes(kind) && list.length > 0)
      problems.add(
        ["allowed_mentions"],
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`,
      )
  }
  if (parse.some((one) => !["users", "roles", "everyone"].includes(one)))
    problems.add(
      ["allowed_mentions", "parse"],
      "BASE_TYPE_CHOICES",
      "Value must be one of {'users', 'roles', 'everyone'}.",
    )
}

function checkEmbeds(embeds: Loose[], problems: FormProblems): void {
  let words = 0
  embeds.forEach((embed, index) => {
    const at = (...path: (string | number)[]) => ["embeds", index, ...path]
    const text = (path: (string | number)[], value: unknown, range: [number, number]) => {
      problems.length(path, value, range)
      words += typeof value === "string" ? value.length : 0
    }
    text(at("title"), embed.title, [0, 256])
    text(at("description"), embed.description, [0, 4096])
    text(at("footer", "text"), looseOf(embed.footer).text, [0, 2048])
    text(at("author", "name"), looseOf(embed.author).name, [0, 256])
    problems.size(at("fields"), embed.fields, [0, 25])
    listOf(embed.fields).forEach((field, place) => {
      text(at("fields", place, "name"), field.name, [1, 256])
      text(at("fields", place, "value"), field.value, [1, 1024])
    })
  })
  if (words > 6000)
    problems.add(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
}
