/**
 * The narrative format: a paragraph a person, those asking first. The merged prose where there is one; else facts, then today,
 * then the days before, whichever there are. What else bears on the question follows as a list with days.
 */
import { localDate } from "../../domain/calendar.ts"
import type { Context, Item, Standing } from "../context.ts"
import { ago } from "./dates.ts"
import { type Portrait, portraits } from "./people.ts"
import { NOTICE, plain, sentence } from "./words.ts"

const STANDS: Record<Standing, string> = {
  asking: ", who is asking",
  mentioned: ", who is mentioned",
  noted: "",
}

export function renderNarrative(context: Context): string {
  const others = context.items
    .filter((item) => item.kind !== "memory")
    .map((item) => otherLine(item, context))
  const lines = [
    ...portraits(context).map((portrait) => paragraph(portrait, context)),
    ...(others.length === 0 ? [] : ["Also on record:", ...others]),
  ]
  return lines.length === 0 ? "" : [NOTICE, ...lines].join("\n")
}

function paragraph({ label, standing, facts, prose }: Portrait, context: Context): string {
  const merged = prose[0]?.of === "context" ? plain(prose[0].text) : null
  const told = facts.map((item) => factSentence(item, context, merged ?? ""))
  const days = prose.filter(({ of }) => of !== "context").map(dayProse)
  const sentences = [...(merged === null ? [] : [sentence(merged)]), ...told, ...days]
  return `About ${plain(label)}${standing ? STANDS[standing] : ""}: ${sentences.filter(Boolean).join(" ")}`
}

/** Empty where the merged prose says it word for word. */
function factSentence(item: Item, context: Context, merged: string): string {
  const fact = plain(item.text)
  if (merged.includes(fact.replace(/\.$/, ""))) return ""
  return sentence(item.permanent ? fact : `${fact.replace(/\.$/, "")} (${ago(item.at, context)})`)
}

function dayProse({ of, text }: Portrait["prose"][number]): string {
  return `${of === "today" ? "Today:" : "In the days before:"} ${sentence(plain(text))}`
}

function otherLine(item: Item, context: Context): string {
  const on = localDate(item.at, context.timezone)
  const text = sentence(plain(item.text))
  if (item.kind === "message") return `- In the chat on ${on}, ${text}`
  return `- In the conversation "${plain(item.title ?? "")}" on ${on}: ${text}`
}
