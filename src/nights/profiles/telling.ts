/** The words of a person's facts that tell one from another: not their name, nor what every fact of them has. Pure. */
import { stems } from "../../text/stems.ts"

/** What finds them in a fact, each once. The name may be another one than when the facts were said: what half of them begin with is one too. */
export function tellingIn(facts: readonly string[], name: string | null): (fact: string) => Set<string> {
  const begin = Map.groupBy(
    facts.flatMap((fact) => stems(fact)[0] ?? []),
    (stem) => stem,
  )
  const called = [...begin].filter(([, all]) => all.length > 1 && all.length * 2 >= facts.length)
  const names = new Set([...stems(name ?? ""), ...called.map(([stem]) => stem)])
  return (fact) => new Set(stems(fact).filter((stem) => !names.has(stem)))
}

/** Whether two sets have anything in common. */
export function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((stem) => b.has(stem))
}
