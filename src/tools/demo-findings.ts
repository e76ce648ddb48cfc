/** Compares what rules and a model found, and says what would help where nothing was found. Pure. */
import type { HistoryCheck } from "../history/files/check.ts"
import type { Profile } from "./api-client.ts"
import { finderOf } from "./demo-print.ts"
import { factsOf } from "./demo-questions.ts"
import { accent, bold, count, dim } from "./demo-text.ts"

/** Fewer messages by people seldom tell a lasting fact. */
const FEW = 100
/** A person who wrote less is seldom told apart by what they said. */
const FEW_EACH = 10

/** Says why nothing may have been found, and what would help. */
export function emptyHints({
  kind,
  channels,
  people,
}: Pick<HistoryCheck, "kind" | "channels" | "people">): string[] {
  const sum = (of: (channel: (typeof channels)[number]) => number) =>
    channels.reduce((total, channel) => total + of(channel), 0)
  const bots = sum((channel) => channel.bots)
  const byPeople = sum((channel) => channel.messages) - bots
  if (people === 0)
    return [
      bots > 0
        ? "Only bots speak in this export, and Keepsake learns nothing from them. Export a channel in which people talk."
        : "Nobody speaks in this export. Export a channel in which people talk.",
    ]
  return [
    "Nothing said here is worth remembering about anyone, as far as the rules can tell.",
    ...(byPeople < FEW
      ? [
          `${count(byPeople, "message")} by people are few. Export a longer time: some thousand messages show more.`,
        ]
      : []),
    ...(byPeople >= FEW && byPeople / people < FEW_EACH
      ? ["Most people wrote only a few messages. A channel where the same people meet shows more."]
      : []),
    ...(kind === "data_package"
      ? ["A data package holds one side of each conversation. An export of a whole channel shows more."]
      : []),
    "The rules read English best, and German, Spanish, French and Portuguese. For other languages, or for more, set AI_BASE_URL to a server that speaks the OpenAI API, such as http://127.0.0.1:11434/v1, and AI_FAST_MODEL to a model there.",
  ]
}

type People = ReadonlyMap<string, { name: string }>

/** Lists each person's facts as the rules and the model have them. */
export function comparedLines(
  people: People,
  byRules: readonly Profile[],
  byModel: readonly Profile[],
): string[] {
  const ids = [...new Set([...byModel, ...byRules].map(({ user }) => user.id))]
  const found = (profiles: readonly Profile[], id: string) =>
    profiles.filter(({ user }) => user.id === id).flatMap(factsOf)
  const total = (profiles: readonly Profile[]) =>
    profiles.reduce((sum, profile) => sum + factsOf(profile).length, 0)
  return [
    `    ${accent(`rules: ${count(total(byRules), "memory", "memories")} · model: ${count(total(byModel), "memory", "memories")}`)}`,
    "",
    ...ids.flatMap((id) => [
      `    ${bold(people.get(id)?.name ?? "someone")}`,
      ...found(byRules, id).map((fact) => `      ${dim("rules")}  ${fact.fact}  ${dim(finderOf(fact))}`),
      ...found(byModel, id).map((fact) => `      ${accent("model")}  ${fact.fact}`),
      "",
    ]),
  ]
}
