/** The example of docs/GOVERNANCE.md is what the lab prints for a simulated guild whose truth is known. */
import { expect, test } from "vitest"
import page from "../../docs/GOVERNANCE.md?raw"
import { ReplayReply, replayLines } from "../../src/tools/lab-print.ts"
import { better, looser } from "../lab/planted.ts"
import { endOf, logOf } from "../lab/seeds.ts"
import { CLEAN } from "../lab/simulated-talk.ts"
import { call, ok } from "./http.ts"
import { setClock } from "./live.ts"
import { fillLog } from "./policy-lab-log.ts"

const GUILD = "61380942271518"

test("the worked example in GOVERNANCE.md is real output", async () => {
  const guild = { ...CLEAN, seed: 4 }
  setClock(endOf(guild))
  await ok("PUT", `/v1/guilds/${GUILD}/policy`, looser)
  await fillLog(
    GUILD,
    logOf(guild, looser).map((row) => ({ ...row, policyVersion: 1 })),
  )
  const replay = async (candidate: object) =>
    replayLines(ReplayReply.parse(await ok("POST", `/v1/guilds/${GUILD}/policy/replay`, { candidate })))
  const { gate } = better
  const certified = await replay({
    gate: { min_confidence: gate.min_confidence, confidence_by_type: gate.confidence_by_type },
  })
  expect(page).toContain(certified.join("\n"))
  const refused = await replay({ subjects: null })
  expect(page).toContain(refused.at(-1))
  const trial = await call("POST", `/v1/guilds/${GUILD}/policy/trials`, { candidate: { subjects: null } })
  expect(trial.status).toBe(422)
})
