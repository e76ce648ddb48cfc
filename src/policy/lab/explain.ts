/** Says in words, in English, why a threshold is proposed or not. Pure. */
import type { Aim } from "./mixture-test.ts"
import type { TypeThreshold } from "./thresholds.ts"

/** Returns one to two sentences for an operator. */
export function explainThreshold(tuned: TypeThreshold, { alpha, delta }: Aim): string {
  const { type, live } = tuned
  const aim = `at most ${percent(alpha)} bad with a probability of ${percent(1 - delta)}`
  if (tuned.kind === "certified") {
    const found = tuned.tested.find(({ threshold }) => threshold === tuned.threshold)
    const change =
      tuned.threshold === live
        ? "That is the threshold in force."
        : tuned.threshold < live
          ? `The threshold in force is ${live}: more would be kept.`
          : `The threshold in force is ${live}: less would be kept.`
    return `From ${tuned.threshold} on, ${found?.bad ?? 0} of ${found?.outcomes ?? 0} labeled ${type} claims were bad: ${aim}. ${change}`
  }
  if (tuned.kind === "refused") {
    const found = tuned.tested.find(({ threshold }) => threshold === tuned.at)
    return `Even from ${tuned.at} on, ${found?.bad ?? 0} of ${found?.outcomes ?? 0} labeled ${type} claims were bad: no threshold keeps ${aim}.`
  }
  return tuned.more === null
    ? `The labels of ${type} claims do not show ${aim} at any threshold.`
    : `Not certifiable yet: ${tuned.more} more labeled ${type} claims from ${tuned.at} on would show ${aim}, if they came out as those so far.`
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`
}
