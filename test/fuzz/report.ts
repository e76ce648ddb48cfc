/** Judges answers, groups failures that are the same, and writes the summary. */
import type { FuzzRequest } from "./requests.ts"
import type { Answer } from "./send.ts"

interface Failure {
  count: number
  /** The first request that failed like this, and its number. */
  number: number
  request: FuzzRequest
  answer: Answer
  problem: string
}

const SHOWN_BODY = 300
/** Requests of another method than the document's, which only must not fail. */
const OFF_DOCUMENT = "another method"

export class Findings {
  readonly failures = new Map<string, Failure>()
  readonly statuses = new Map<string, Map<number, number>>()
  readonly kinds = new Map<string, number>()
  slowest = { ms: 0, name: "" }

  add(number: number, request: FuzzRequest, answer: Answer): void {
    const { operation, kind } = request
    const counts = this.statuses.get(operation.name) ?? new Map<number, number>()
    this.statuses.set(operation.name, counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1))
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1)
    if (answer.ms > this.slowest.ms) this.slowest = { ms: answer.ms, name: operation.name }
    const problem = problemWith(request, answer)
    if (problem !== null) this.fail(number, request, answer, problem)
  }

  fail(number: number, request: FuzzRequest, answer: Answer, problem: string): void {
    const key = `${request.operation.name} ${answer.status} ${problem}`
    const known = this.failures.get(key)
    if (known) known.count += 1
    else this.failures.set(key, { count: 1, number, request, answer, problem })
  }

  count(matches: (status: number) => boolean): number {
    return [...this.statuses.values()]
      .flatMap((counts) => [...counts])
      .reduce((sum, [status, count]) => sum + (matches(status) ? count : 0), 0)
  }
}

function problemWith({ operation, kind, method, path }: FuzzRequest, answer: Answer): string | null {
  if (answer.status === 0) return "no answer"
  if (answer.status >= 500) return "a server error"
  if (kind === OFF_DOCUMENT || method === "HEAD" || leadsElsewhere(path)) return null
  return operation.check(answer)
}

/** Clients resolve `..` before they send: `members/../export` reaches another operation, `export`. */
function leadsElsewhere(path: string): boolean {
  return new URL(path, "http://localhost").pathname !== path.split("?")[0]
}

export function summarize(findings: Findings, { seconds, seed }: { seconds: number; seed: number }): string {
  const sent = findings.count(() => true)
  const rows = [...findings.statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, counts]) => `  ${name.padEnd(62)} ${formatCounts(counts)}`)
  const failures = [...findings.failures.values()].map(formatFailure)
  return [
    ...rows,
    "",
    `requests        ${sent} in ${Math.round(seconds)} s, seed ${seed}; ${findings.kinds.get("valid") ?? 0} valid`,
    `accepted        ${findings.count((status) => status >= 200 && status < 300)}`,
    `refused         ${findings.count((status) => status >= 400 && status < 500)}, of them for their rate ${findings.count((status) => status === 429)}`,
    `server errors   ${findings.count((status) => status >= 500)}`,
    `no answer       ${findings.count((status) => status === 0)}`,
    `slowest         ${findings.slowest.ms} ms, ${findings.slowest.name}`,
    `failures        ${failures.length} different`,
    ...failures,
  ].join("\n")
}

function formatCounts(counts: Map<number, number>): string {
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(", ")
}

function formatFailure({ count, number, request, answer, problem }: Failure): string {
  const body = request.body === null ? "" : ` -d ${quote(request.body.slice(0, 2_000))}`
  const type = request.headers["content-type"]
  const header = type === undefined ? "" : ` -H ${quote(`content-type: ${type}`)}`
  return `
  ${problem}: ${request.operation.name} answered ${answer.status}, ${count} times (first request ${number}, ${request.kind}, as ${request.principal})
    curl -X ${request.method} -H "authorization: Bearer $TOKEN"${header}${body} "$URL${request.path}"
    ${answer.body.slice(0, SHOWN_BODY)}`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
