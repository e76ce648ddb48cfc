/**
 * What is told in hiding changes nothing for people who cannot read it: random guilds are heard twice, with
 * and without talk in channels that one reader cannot read, and every surface answers that reader alike.
 * LEAK_TWINS sets the number of guilds; KEEPSAKE_SEED selects them.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { isDeep, seed } from "../dice.ts"
import { differences, questionsOf, readTwin } from "./twins-surfaces.ts"
import { hearTwin } from "./twins-world.ts"

/**
 * Guild ids of this test start here. Their distance keeps what the talk derives from ids, and every id fits into
 * a number.
 */
const WITH_HIDDEN = 3_000_000_000
const WITHOUT = 4_200_000_000
const TWINS = Number(env.LEAK_TWINS ?? (isDeep ? 24 : 1))

test("an outsider gets the same answers whether or not people talk where they cannot read", {
  timeout: 3_600_000,
}, async () => {
  let compared = 0
  let surfaces = 0
  const uneven: string[] = []
  for (let index = 0; compared < TWINS; index += 1) {
    const own = seed * 1_000 + index
    // A person is the outsider in half of the guilds, in the first one too: `npm test` compares no other.
    const how = { byModel: index % 2 === 0, asPerson: index % 4 === 0 || index % 4 === 3 }
    const one = await hearTwin(own, WITH_HIDDEN + own, { ...how, withHidden: true })
    const other = await hearTwin(own, WITHOUT + own, { ...how, withHidden: false })
    if (one === null || other === null) continue
    const questions = questionsOf(one)
    const [a, b] = [await readTwin(one, questions), await readTwin(other, questions)]
    compared += 1
    surfaces += a.size
    uneven.push(...differences(a, b).map((what) => `guild ${own}: ${what}`))
  }
  console.log(JSON.stringify({ twins: compared, surfaces, uneven: uneven.length }))
  for (const one of uneven.slice(0, 40)) console.error(one)
  expect(uneven).toEqual([])
  expect(surfaces).toBeGreaterThan(compared * 20)
})
