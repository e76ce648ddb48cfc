/** Judges each part of a deployment for its owner: its state, and what to do next in words for people who do not program. Pure. */
import type { HealthCheck } from "../health/health-check.ts"
import { discordParts } from "./discord-parts.ts"
import type { SetupFacts } from "./facts.ts"
import { OPEN_VARIABLES, type Part, RELOAD } from "./part.ts"
import { signInPart } from "./sign-in-part.ts"

export function judgeParts(facts: SetupFacts): Part[] {
  return [
    {
      title: "Admin token",
      state: "ok",
      detail: "You signed in with it. Keep it in a password manager.",
      next: [],
    },
    ...settingsPart(facts),
    databasePart(facts),
    modelPart(facts),
    indexPart(facts),
    ...discordParts(facts),
    signInPart(facts),
    cronPart(facts),
  ]
}

function settingsPart({ problems }: SetupFacts): Part[] {
  if (problems.length === 0) return []
  return [
    {
      title: "Variables",
      state: "problem",
      detail: `Keepsake cannot use these variables: ${problems.join("; ")}.`,
      next: [
        OPEN_VARIABLES,
        "Correct each variable named above, or delete it, and press Deploy. A value copied with a missing or an extra character is the usual cause.",
        RELOAD,
      ],
    },
  ]
}

function databasePart({ pending }: SetupFacts): Part {
  const title = "Database"
  if (pending === null)
    return {
      title,
      state: "problem",
      detail: "The D1 database does not answer.",
      next: [
        "Check again in a minute.",
        "If it stays so, open the Worker in the Cloudflare dashboard, then Bindings: there must be a D1 database named DB. If there is none, press Add binding, choose D1 database, enter DB as the variable name, and choose the database keepsake. Cloudflare's status is at cloudflarestatus.com.",
      ],
    }
  if (pending.length === 0)
    return { title, state: "ok", detail: "The database is ready, and its tables are up to date.", next: [] }
  return {
    title,
    state: "todo",
    detail: `The database lacks tables that Keepsake needs (${pending.length === 1 ? "one migration" : `${pending.length} migrations`}). The button adds them. Data that is there stays.`,
    next: [],
    step: "database",
  }
}

function modelPart({ settings, bindings, health }: SetupFacts): Part {
  const title = "Workers AI"
  const failed = failedProbe(health, ["model", "embedding"])
  if (failed)
    return {
      title,
      state: "problem",
      detail: failed.detail,
      next: [
        "If the allowance is spent, wait until midnight UTC, or move to a paid plan and retry the last build in Cloudflare, so that Keepsake uses it. Until then, Keepsake reads by fixed rules.",
        "Otherwise try again in a few minutes.",
      ],
    }
  const probed = health.find(({ name }) => name === "model")
  const test = { text: "Test the models (uses a little of your AI allowance)", href: "/setup?probe=models" }
  if (settings?.AI_BASE_URL)
    return {
      title,
      state: "ok",
      detail: probed?.detail ?? "The AI server of AI_BASE_URL is used instead.",
      next: [],
      link: test,
    }
  if (bindings.ai)
    return { title, state: "ok", detail: probed?.detail ?? "Workers AI is connected.", next: [], link: test }
  return {
    title,
    state: "ok",
    detail:
      "No language model is connected. Keepsake reads by fixed rules and answers with quotes, which works without one.",
    next: [],
  }
}

function indexPart({ settings, bindings, health }: SetupFacts): Part {
  const title = "Vector index"
  const failed = failedProbe(health, ["index"])
  if (failed)
    return {
      title,
      state: "problem",
      detail: failed.detail,
      next: [
        OPEN_VARIABLES,
        "Add the variable VECTOR_INDEX with the value embedded, and press Deploy.",
        RELOAD,
      ],
    }
  const probed = health.find(({ name }) => name === "index" || name === "embedding")
  const isVectorize =
    settings?.VECTOR_INDEX === "vectorize" || (bindings.vectors && settings?.VECTOR_INDEX !== "embedded")
  if (isVectorize && !bindings.vectors)
    return {
      title,
      state: "problem",
      detail: "VECTOR_INDEX is vectorize, but no Vectorize index is bound as VECTORS.",
      next: [OPEN_VARIABLES, "Delete the variable VECTOR_INDEX, and press Deploy.", RELOAD],
    }
  if (!bindings.ai && !settings?.AI_BASE_URL)
    return {
      title,
      state: "ok",
      detail: "Without a language model, Keepsake searches by words alone.",
      next: [],
    }
  const used = isVectorize
    ? "Vectorize holds the vectors for search by meaning."
    : "The Worker's own index holds the vectors for search by meaning. It needs no setup."
  return { title, state: "ok", detail: probed ? `${used} ${probed.detail}` : used, next: [] }
}

function failedProbe(health: readonly HealthCheck[], names: readonly string[]): HealthCheck | undefined {
  return health.find(({ name, status }) => names.includes(name) && status !== "ok")
}

function cronPart({ health, pending }: SetupFacts): Part {
  const title = "Cron Triggers"
  const cron = health.find(({ name }) => name === "cron")
  if (pending === null || pending.length > 0 || cron === undefined)
    return {
      title,
      state: "waiting",
      detail: "Cloudflare wakes Keepsake every five minutes. This shows after the database is set up.",
      next: [],
    }
  if (cron.status === "ok") {
    const isFirst = cron.detail.includes("first round")
    return {
      title,
      state: isFirst ? "waiting" : "ok",
      detail: isFirst
        ? "Cloudflare wakes Keepsake every five minutes and every hour. Not all of it has happened yet; it comes by itself."
        : "Cloudflare wakes Keepsake every five minutes and every hour.",
      next: [],
    }
  }
  return {
    title,
    state: "problem",
    detail: cron.detail,
    next: [
      "Check again in 20 minutes: a new Cron Trigger can take that long.",
      "If it stays so, open the Worker in the Cloudflare dashboard, then Settings, and find Trigger Events: there must be the Cron Triggers */5 * * * * and 17 * * * *. Add the one that is missing.",
    ],
  }
}
