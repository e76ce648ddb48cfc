/** The frame of every field: its label, its help, and the problem that a refused form has with it. */
import type { Child, PropsWithChildren } from "hono/jsx"
import { fieldState } from "./refused-form.tsx"

export interface FieldProps {
  name: string
  label: string
  help?: Child
  value?: string
  required?: boolean
  wide?: boolean
  /** The sentence that says what is wrong, in a form that is sent by GET. */
  problem?: string | null
}

type FrameProps = PropsWithChildren<
  Pick<FieldProps, "name" | "label" | "help" | "wide"> & { problem: string | null }
>

/** A label above a field, and below it what is wrong and what helps. */
export function FieldFrame({ name, label, help, wide, problem, children }: FrameProps) {
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={`f-${name}`}>{label}</label>
      {children}
      <FieldProblem name={name} problem={problem} />
      {help === undefined ? null : (
        <span class="help" id={`h-${name}`}>
          {help}
        </span>
      )}
    </div>
  )
}

/** The sentence that says what is wrong with a field. */
export function FieldProblem({ name, problem }: { name: string; problem: string | null }) {
  return problem === null ? null : (
    <span class="problem" id={`p-${name}`}>
      {problem}
    </span>
  )
}

/** Returns what a refused form changes in a field, and the attributes of its input. */
export function stateOf({ name, label, help, required, value = "", problem: own = null }: FieldProps) {
  const { sent, problem: refused, first } = fieldState(name, label, `f-${name}`)
  const problem = refused ?? own
  const described = [problem === null ? "" : `p-${name}`, help === undefined ? "" : `h-${name}`].filter(
    Boolean,
  )
  return {
    problem,
    value: sent?.[0] ?? value,
    attributes: {
      id: `f-${name}`,
      name,
      ...(described.length === 0 ? {} : { "aria-describedby": described.join(" ") }),
      ...(problem === null ? {} : { "aria-invalid": "true" as const }),
      ...(first ? { autofocus: true } : {}),
      ...(required ? { required: true } : {}),
    },
  }
}
