/**
 * A form that was refused: its page is shown again with the form as it was sent, and each problem at its field. Works
 * without scripts. Words of the code, such as a setting's name, never reach a page.
 */
import type { Context } from "hono"
import { raw } from "hono/html"
import { createContext, type PropsWithChildren, useContext } from "hono/jsx"
import { explain, type Refusal, Refused } from "../../domain/errors.ts"
import { statusOf } from "../../domain/refusal-status.ts"
import { pageOfFile } from "./file-pages.ts"
import { backTo, ownPath } from "./notices.ts"
import { Notice } from "./parts.tsx"

interface FieldProblem {
  field: string
  problem: string
  /** True if `problem` is whole sentences; otherwise they begin with the field's label. */
  isWhole?: boolean
}

interface RefusedForm {
  /** The path that the form was sent to. */
  action: string
  values: ReadonlyMap<string, readonly string[]>
  problems: readonly FieldProblem[]
  /** A refusal that concerns no field; empty if some do. */
  text: string
  /** Fields of the page that show their problem, in their order on the page. */
  placed: { problem: FieldProblem; sentence: string; id: string }[]
}

/** Refused forms by the request that shows their page again. */
const refusedForms = new WeakMap<Request, RefusedForm>()

const PageContext = createContext<{ path: string; refused: RefusedForm | null }>({ path: "", refused: null })
const FormContext = createContext<RefusedForm | null>(null)

/** True for a page that shows a refused form again. It must not reload by itself. */
export function showsRefusedForm(c: Context): boolean {
  return refusedForms.has(c.req.raw)
}

/** The content of a page: tells its forms where they are, and names above them what was wrong with the one that was sent. */
export async function PageContent({ c, children }: PropsWithChildren<{ c: Context }>) {
  const refused = refusedForms.get(c.req.raw) ?? null
  const content = (
    <PageContext.Provider value={{ path: ownPath(c), refused }}>{children}</PageContext.Provider>
  )
  if (refused === null) return content
  // Rendered first, because the fields say what they are called.
  const html = await content.toString()
  return (
    <>
      <Summary refused={refused} />
      {raw(html)}
    </>
  )
}

function Summary({ refused: { text, problems, placed } }: { refused: RefusedForm }) {
  const shown = new Set(placed.map(({ problem }) => problem))
  const others = problems.filter((one) => !shown.has(one)).map(sentenceWithoutLabel)
  return (
    <Notice tone="bad">
      <div>
        <p>
          <strong>Nothing was changed.</strong> {text}
        </p>
        <ul>
          {placed.map(({ sentence, id }) => (
            <li>
              <a href={`#${id}`}>{sentence}</a>
            </li>
          ))}
          {[...new Set(others)].map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      </div>
    </Notice>
  )
}

/** Hidden fields that may differ when the page is shown again. */
const CHANGING = ["expected", "version"]

/** Wraps the fields of a form. They show their problems if this is the form that was refused. */
export function FormFields({
  action,
  fields,
  children,
}: PropsWithChildren<{ action: string; fields: Record<string, string> }>) {
  const { path, refused } = useContext(PageContext)
  const isRefused =
    refused !== null &&
    refused.action === action &&
    Object.entries(fields).every(
      ([name, value]) => CHANGING.includes(name) || refused.values.get(name)?.includes(value),
    )
  return (
    <>
      {path === "" ? null : <input type="hidden" name="page" value={path} />}
      <FormContext.Provider value={isRefused ? refused : null}>{children}</FormContext.Provider>
    </>
  )
}

/** True inside a form that was refused, which must not be folded. */
export function wasRefused(action: string): boolean {
  return useContext(PageContext).refused?.action === action
}

interface FieldState {
  /** The values as they were sent; null if the form was not refused. */
  sent: readonly string[] | null
  /** The sentence that says what is wrong. */
  problem: string | null
  /** True for the first field with a problem: the browser puts the cursor there. */
  first: boolean
}

/** The state of a field while its form is rendered. Call it once for each field. `label`: how people know the field. */
export function fieldState(name: string, label: string, id: string): FieldState {
  const form = useContext(FormContext)
  if (form === null) return { sent: null, problem: null, first: false }
  const found = form.problems.find(({ field }) => isOf(field, name))
  const sent = form.values.get(name) ?? []
  if (found === undefined) return { sent, problem: null, first: false }
  const problem = found.isWhole ? found.problem : `${label} ${inPageWords(found.problem)}.`
  form.placed.push({ problem: found, sentence: problem, id })
  return { sent, problem, first: form.placed.length === 1 }
}

/** `policy.gate.mode` and `channel.3` concern the fields `gate.mode` and `channel`. */
function isOf(field: string, name: string): boolean {
  return field === name || field.endsWith(`.${name}`) || field.startsWith(`${name}.`)
}

/** Begins what is said of a text in an address. */
export const TOO_LONG = "must have at most"

/** Said of a form that lacks a part which people do not fill in. */
export const OUTDATED = "The form was incomplete or out of date. Try again on this page."

/** A problem with a field that the page does not show. */
export function sentenceWithoutLabel({ field, problem, isWhole = false }: FieldProblem): string {
  if (isWhole) return problem
  const words = inPageWords(problem)
  const name = field.split(".").findLast((part) => !/^\d+$/.test(part)) ?? ""
  if (words === UNFIT || HIDDEN.has(name) || !/^\w+$/.test(name)) return OUTDATED
  const spaced = name.replaceAll("_", " ")
  return `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)} ${words}.`
}

/** Fields that people do not fill in. */
const HIDDEN = new Set([
  "act",
  "id",
  "undo",
  "back",
  "page",
  "expected",
  "version",
  "lists",
  "key",
  "session",
])
const UNFIT = "does not have the right form"

/** Puts a problem of a schema into words for people who fill in a form. Pure. @internal */
export function inPageWords(problem: string): string {
  if (/Discord id/.test(problem)) return "must be a Discord id, which has up to 19 digits"
  if (/^must have at least 1 (?:characters|entries)$/.test(problem)) return "must not be empty"
  if (/^must be (?:"|null\b)/.test(problem)) return "must be one of the choices"
  if (/^must be of the form|^Invalid\b/.test(problem)) return UNFIT
  const words = problem
    .replace(/\bguild\b/g, "server")
    .replace(/\.$/, "")
    .replace(/^must be an integer$/, "must be a whole number")
    .replace(/(?<=(?:at least|at most|than) )\d{4,}/, (amount) => Number(amount).toLocaleString("en"))
  return /\w[._]\w/.test(words.replace(/\d[.,]\d/g, "")) ? UNFIT : words
}

/** Returns the text of a refusal as people read it. Names of servers and files in it stay as they are. Pure. */
export function explainOnPage(refusal: Refusal): string {
  if (refusal.reason === "history_state") return importStateText(refusal.state)
  if (refusal.reason === "too_large" && refusal.instead !== undefined)
    return `The file is larger than ${refusal.limit}. ${refusal.instead}`
  const text = explain(refusal)
  return refusal.reason === "not_imported" ? text : text.replace(/\bguild\b/g, "server")
}

/** Says why an import cannot do what was asked. `state`: that of its job. */
function importStateText(state: string): string {
  if (state === "done") return "This import is already done."
  if (state === "stopped") return "This import was already stopped or canceled."
  if (state === "counting") return "This preview is not ready yet."
  return `This import is ${state}, so this is not possible.`
}

const PAGE = backTo("")

/** Refusals that the page of the form can show. Others, such as a missing right, have a page of their own. */
function isShownAtForm(refusal: Refusal): boolean {
  return [400, 409, 413, 422, 423].includes(statusOf(refusal)) && refusal.reason !== "leaving"
}

/** A file that cannot be read is a problem of the field with which it was chosen. */
function problemsOf(refusal: Refusal, sent: readonly (readonly [string, unknown])[]): FieldProblem[] {
  if (refusal.reason === "invalid") return [...refusal.issues]
  if (refusal.reason === "too_large")
    return [{ field: "file", problem: explainOnPage(refusal), isWhole: true }]
  const file = sent.find(([, value]) => value instanceof File)
  if (refusal.reason !== "not_imported" || file === undefined) return []
  return [{ field: file[0], problem: explainOnPage(refusal), isWhole: true }]
}

/**
 * Answers a refused form with its page. `openPage` answers a GET as this browser. Returns null if the error concerns no
 * form, or its page cannot be opened: the error then has a page of its own.
 */
export async function showFormAgain(
  c: Context,
  error: Error,
  openPage: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  if (!(error instanceof Refused) || c.req.method !== "POST" || !isShownAtForm(error.refusal)) return null
  const { refusal } = error
  const isTooLarge = refusal.reason === "too_large"
  const sent = isTooLarge ? [] : Object.entries(await c.req.parseBody({ all: true }).catch(() => ({})))
  const values = new Map(
    sent.map(([name, value]) => [name, [value].flat().filter((one) => typeof one === "string")]),
  )
  const path = isTooLarge ? pageOfFile(c.req.path) : PAGE.parse(values.get("page")?.[0])
  if (path === "") return null
  const problems = problemsOf(refusal, sent)
  const headers = new Headers(c.req.raw.headers)
  for (const name of ["content-type", "content-length"]) headers.delete(name)
  const request = new Request(new URL(path, c.req.url), { headers })
  const text = problems.length > 0 ? "" : explainOnPage(refusal)
  refusedForms.set(request, { action: c.req.path, values, problems, text, placed: [] })
  const answer = await openPage(request)
  if (answer.status !== 200 || !/^text\/html/.test(answer.headers.get("content-type") ?? "")) return null
  return new Response(answer.body, { status: statusOf(refusal), headers: answer.headers })
}
