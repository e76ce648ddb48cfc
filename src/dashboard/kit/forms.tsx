/** Parts of pages that change something. Every form posts to this site and works without scripts. */
import type { Context } from "hono"
import type { PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { fieldProblems } from "../../domain/field-problems.ts"
import { FieldFrame, FieldProblem, type FieldProps, stateOf } from "./field-frame.tsx"
import { FormFields, fieldState } from "./refused-form.tsx"

/**
 * A form that posts. `act`, made for each rendering, names the action: sent twice, it is done once. `fields` are
 * hidden. If it is refused, its page shows it again as it was sent.
 */
export function PostForm({
  action,
  fields = {},
  stack = false,
  upload = false,
  children,
}: PropsWithChildren<{
  action: string
  fields?: Record<string, string>
  stack?: boolean
  /** True if it has a field for a file. */
  upload?: boolean
}>) {
  return (
    <form
      method="post"
      action={action}
      class={stack ? "stack" : ""}
      {...(upload ? { enctype: "multipart/form-data" } : {})}
    >
      <input type="hidden" name="act" value={crypto.randomUUID()} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <FormFields action={action} fields={fields}>
        {children}
      </FormFields>
    </form>
  )
}

type ButtonProps = PropsWithChildren<{
  kind?: "main" | "danger" | "danger main" | "bare" | ""
  name?: string
  value?: string
  label?: string
}>

export function Submit({ kind = "", name, value, label, children }: ButtonProps) {
  return (
    <button
      type="submit"
      class={kind}
      {...(name === undefined ? {} : { name })}
      {...(value === undefined ? {} : { value })}
      {...(label === undefined ? {} : { "aria-label": label })}
    >
      {children}
    </button>
  )
}

/** A button that is a form of its own. */
export function PostButton({
  action,
  fields,
  kind,
  label,
  children,
}: PropsWithChildren<{
  action: string
  fields?: Record<string, string>
  kind?: ButtonProps["kind"]
  label?: string
}>) {
  return (
    <PostForm action={action} {...(fields && { fields })}>
      <Submit {...(kind && { kind })} {...(label && { label })}>
        {children}
      </Submit>
    </PostForm>
  )
}

/** A button that opens a question over the page. The children are the question and its form. Works without scripts. */
export function Confirm({
  id,
  text,
  title,
  kind = "",
  children,
}: PropsWithChildren<{ id: string; text: string; title: string; kind?: ButtonProps["kind"] }>) {
  return (
    <>
      <button type="button" class={kind} popovertarget={id}>
        {text}
      </button>
      <div id={id} class="pop" popover="auto" role="dialog" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
      </div>
    </>
  )
}

/** The button of a `Confirm` that closes it. */
export function CancelButton({ id }: { id: string }) {
  return (
    <button type="button" popovertarget={id} popovertargetaction="hide">
      Cancel
    </button>
  )
}

export function TextField(
  props: FieldProps & {
    type?: "text" | "search" | "number" | "date"
    max?: number
    step?: string
    placeholder?: string
  },
) {
  const { type = "text", max, step, placeholder } = props
  const { problem, value, attributes } = stateOf(props)
  return (
    <FieldFrame {...props} problem={problem}>
      <input
        type={type}
        value={value}
        autocomplete="off"
        {...attributes}
        {...(max === undefined ? {} : type === "number" ? { max } : { maxlength: max })}
        {...(step === undefined ? {} : { step })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </FieldFrame>
  )
}

export function TextArea(props: FieldProps & { max?: number; rows?: number }) {
  const { max, rows = 3 } = props
  const { problem, value, attributes } = stateOf(props)
  return (
    <FieldFrame {...props} problem={problem}>
      <textarea rows={rows} {...attributes} {...(max === undefined ? {} : { maxlength: max })}>
        {value}
      </textarea>
    </FieldFrame>
  )
}

export function SelectField(
  props: FieldProps & { options: readonly (readonly [value: string, text: string])[] },
) {
  const { problem, value, attributes } = stateOf(props)
  return (
    <FieldFrame {...props} problem={problem}>
      <select {...attributes}>
        {props.options.map(([one, text]) => (
          <option value={one} {...(one === value ? { selected: true } : {})}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

/** One box. Boxes of one name belong into a `CheckGroup`. */
export function CheckField(props: FieldProps & { checked?: boolean; group?: boolean }) {
  const { name, value = "on", checked = false, help, group = false } = props
  const id = group ? `f-${name}-${value}` : `f-${name}`
  const { sent, problem, first } = fieldState(group ? `${name}=` : name, `“${props.label}”`, id)
  const isChecked = group || sent === null ? checked : sent.includes(value)
  return (
    <label class="check">
      <input
        type="checkbox"
        id={id}
        name={name}
        value={value}
        {...(isChecked ? { checked: true } : {})}
        {...(problem === null ? {} : { "aria-invalid": "true", "aria-describedby": `p-${name}` })}
        {...(first ? { autofocus: true } : {})}
      />
      <span>
        {props.label}
        {help === undefined ? null : <span class="soft small"> {help}</span>}
        <FieldProblem name={name} problem={problem} />
      </span>
    </label>
  )
}

/** Boxes of one name, of which any may be ticked. */
export function CheckGroup(
  props: Omit<FieldProps, "value"> & {
    options: readonly (readonly [value: string, text: string])[]
    chosen: readonly string[]
  },
) {
  const { name, label, help, options, chosen } = props
  const { sent, problem } = fieldState(name, label, `f-${name}`)
  const ticked = sent ?? chosen
  return (
    <fieldset
      class="field"
      id={`f-${name}`}
      {...(problem === null ? {} : { "aria-describedby": `p-${name}`, "aria-invalid": "true", tabindex: -1 })}
    >
      <legend>{label}</legend>
      {options.map(([value, text]) => (
        <CheckField name={name} label={text} value={value} checked={ticked.includes(value)} group />
      ))}
      <FieldProblem name={name} problem={problem} />
      {help === undefined ? null : <span class="help">{help}</span>}
    </fieldset>
  )
}

// Reading forms.

/** Field `act` of every `PostForm`, as part of the id of what is done. */
export const ActField = z.uuid()

/** A field that may come several times, such as checkboxes of one name. */
export function manyOf<T extends z.ZodType>(item: T) {
  return z.preprocess((value) => (value === undefined ? [] : [value].flat()), z.array(item).max(500))
}

/** Parses a posted form. Refuses what is no form, and by name what does not fit. Changes nothing. */
export async function readForm<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const type = c.req.header("content-type") ?? ""
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Refused({ reason: "unsupported_type" })
  // Parsed by the platform. `parseBody` alone would copy the body into a buffer first, and a file is large.
  await c.req.formData()
  const parsed = schema.safeParse(await c.req.parseBody({ all: true }))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap((issue) => fieldProblems(issue, [])).slice(0, 20)
  throw new Refused({ reason: "invalid", issues })
}
