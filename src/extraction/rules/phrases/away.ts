/** Joins what somebody tells of one absence: "off from tomorrow, back on the 31st". Pure. */
import { factTime } from "../../../domain/fact-time.ts"
import type { SaidFact } from "./told.ts"
import { timeWords } from "./when.ts"

/**
 * Returns a sentence's facts, the first day of an absence with its last one, if both are told in English. "Back on the
 * 22nd" alone may be said of a quiz.
 */
export function withReturn(facts: readonly SaidFact[], sentence: string, timezone: string): SaidFact[] {
  const back = facts.find(({ kind, told }) => kind === "absence" && / is back$/.test(told))
  const to = back?.time?.when ?? null
  const isOwn =
    OWN_RETURN.test(sentence) || facts.some(({ kind }, at) => facts[at] !== back && TRIPS.has(kind))
  return (isOwn ? facts : facts.filter((fact) => fact !== back)).map((fact) => {
    const from =
      fact.kind === "absence" && fact !== back && OPEN_ENDED.test(fact.when) ? fact.time?.when : null
    if (!from || !to || to <= from || fact.person.id !== back?.person.id) return fact
    return {
      ...fact,
      when: timeWords({ from, to }, "en"),
      time: factTime({ when: from, until: to }, timezone),
    }
  })
}
const OPEN_ENDED = /^from .+ on$/u
const OWN_RETURN = /(?<![\p{L}])i(?:['’]?m|['’]?ll be| am| will be) back(?![\p{L}])/iu
const TRIPS: ReadonlySet<SaidFact["kind"]> = new Set(["absence", "appointment"])
