/** `/setup`: the page on which the owner of a deployment sees what is missing, and has the Worker do it. */
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { csrf } from "hono/csrf"
import { HTTPException } from "hono/http-exception"
import { z } from "zod"
import { formHeaders } from "../answer-headers.ts"
import { isOperator } from "../http/principal.ts"
import { onError, problem } from "../http/problem.ts"
import { checkPageRate, checkSignInRate } from "../runtime/rates.ts"
import { adminToken } from "../settings.ts"
import { collectFacts } from "./facts.ts"
import { setupPage, signInPage } from "./page.ts"
import { judgeParts } from "./parts.ts"
import { isSignedIn, isStrongToken, signIn, signOut } from "./sign-in.ts"
import { RESULTS, runSetup, SETUP_STEPS, type StepOutcome } from "./steps.ts"

const PATH = "/setup"
const MAX_BODY = 4_096

type SetupContext = Context<{ Bindings: Env }>

export const setup = new Hono<{ Bindings: Env }>()

setup.use(formHeaders)
setup.onError((error, c) =>
  error instanceof HTTPException && error.status === 403
    ? c.html(signInPage({ kind: "foreign" }), 403)
    : onError(error, c),
)
setup.notFound((c) => c.redirect(PATH, 303))
setup.use(csrf())
setup.use(
  bodyLimit({ maxSize: MAX_BODY, onError: (c) => problem(c, { reason: "too_large", limit: "4 kB" }) }),
)
setup.use(async (c, next) => {
  const refusal = await checkPageRate(c.env, c.req.header("cf-connecting-ip"))
  return refusal ? problem(c, refusal) : next()
})

setup.get(PATH, async (c) => {
  if (!(await isSignedIn(c, Date.now())))
    return c.html(signInPage({ kind: adminToken(c.env) === null ? "no_token" : "closed" }))
  const { origin } = new URL(c.req.url)
  const facts = await collectFacts(c.env, { origin, probe: c.req.query("probe") === "models" })
  return c.html(setupPage(judgeParts(facts), outcomesIn(c.req.queries("did") ?? [])))
})

setup.post(`${PATH}/sign-in`, async (c) => {
  const refusal = await checkSignInRate(c.env, c.req.header("cf-connecting-ip"))
  if (refusal) return problem(c, refusal)
  const token = await fieldOf(c, "token")
  if (adminToken(c.env) === null) return c.redirect(PATH, 303)
  if (!isOperator(c.env, token)) return c.html(signInPage({ kind: "wrong" }), 401)
  if (!isStrongToken(token)) return c.html(signInPage({ kind: "weak" }), 403)
  await signIn(c, token, Date.now())
  return c.redirect(PATH, 303)
})

setup.post(`${PATH}/sign-out`, (c) => {
  signOut(c)
  return c.redirect(PATH, 303)
})

const Wanted = z.enum(["all", ...SETUP_STEPS])

setup.post(`${PATH}/do`, async (c) => {
  if (!(await isSignedIn(c, Date.now()))) return c.redirect(PATH, 303)
  const wanted = Wanted.safeParse(await fieldOf(c, "step"))
  if (!wanted.success) return c.redirect(PATH, 303)
  const steps = wanted.data === "all" ? SETUP_STEPS : [wanted.data]
  const outcomes = await runSetup(c.env, new URL(c.req.url).origin, steps)
  const query = new URLSearchParams(outcomes.map(({ step, result }) => ["did", `${step}.${result}`]))
  return c.redirect(`${PATH}?${query}`, 303)
})

async function fieldOf(c: SetupContext, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name]
  return typeof value === "string" ? value.trim() : ""
}

const Outcome = z.object({ step: z.enum(SETUP_STEPS), result: z.enum(RESULTS) })

/** Reads the outcomes that the redirect carries. They are names of a closed list, so a forged link shows no foreign words. */
function outcomesIn(carried: readonly string[]): StepOutcome[] {
  return carried.slice(0, SETUP_STEPS.length).flatMap((one) => {
    const [step, result] = one.split(".")
    const parsed = Outcome.safeParse({ step, result })
    return parsed.success ? [parsed.data] : []
  })
}
