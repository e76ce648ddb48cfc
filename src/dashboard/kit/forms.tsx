/** Parts of pages that change something. Every form posts to this site and works without scripts. */
import type { Context } from "hono"
import type { Child, PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { fieldProblems } from "../../domain/field-problems.ts"

/**
 * A form that posts. `act`, made for each rendering, names the action: sent twice, it is done once. `fields` are
 * hidden.
 */
export function PostForm({
  action,
  fields = {},
  stack = false,
  children,
}: PropsWithChildren<{ action: string; fields?: Record<string, string>; stack?: boolean }>) {
  return (
    <form method="post" action={action} class={stack ? "stack" : ""}>
      <input type="hidden" name="act" value={crypto.randomUUID()} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
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

interface FieldProps {
  name: string
  label: string
  help?: Child
  value?: string
  required?: boolean
  wide?: boolean
}

function FieldFrame({ name, label, help, wide, children }: PropsWithChildren<Omit<FieldProps, "value">>) {
  return (
    <div class={wide ? "field wide" : "field"}>
      <label for={`f-${name}`}>{label}</label>
      {children}
      {help === undefined ? null : (
        <span class="help" id={`h-${name}`}>
          {help}
        </span>
      )}
    </div>
  )
}

function attributesOf({ name, help, required }: FieldProps) {
  return {
    id: `f-${name}`,
    name,
    ...(help === undefined ? {} : { "aria-describedby": `h-${name}` }),
    ...(required ? { required: true } : {}),
  }
}

export function TextField(
  props: FieldProps & {
    type?: "text" | "search" | "number" | "date"
    max?: number
    step?: string
    placeholder?: string
  },
) {
  const { type = "text", value = "", max, step, placeholder } = props
  return (
    <FieldFrame {...props}>
      <input
        type={type}
        value={value}
        autocomplete="off"
        {...attributesOf(props)}
        {...(max === undefined ? {} : type === "number" ? { max } : { maxlength: max })}
        {...(step === undefined ? {} : { step })}
        {...(placeholder === undefined ? {} : { placeholder })}
      />
    </FieldFrame>
  )
}

export function TextArea(props: FieldProps & { max?: number; rows?: number }) {
  const { value = "", max, rows = 3 } = props
  return (
    <FieldFrame {...props}>
      <textarea rows={rows} {...attributesOf(props)} {...(max === undefined ? {} : { maxlength: max })}>
        {value}
      </textarea>
    </FieldFrame>
  )
}

export function SelectField(
  props: FieldProps & { options: readonly (readonly [value: string, text: string])[] },
) {
  const { value = "", options } = props
  return (
    <FieldFrame {...props}>
      <select {...attributesOf(props)}>
        {options.map(([one, text]) => (
          <option value={one} {...(one === value ? { selected: true } : {})}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

export function CheckField({
  name,
  label,
  value = "on",
  checked = false,
  help,
}: Omit<FieldProps, "wide"> & { checked?: boolean }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} value={value} {...(checked ? { checked: true } : {})} />
      <span>
        {label}
        {help === undefined ? null : <span class="soft small"> {help}</span>}
      </span>
    </label>
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
  const parsed = schema.safeParse(await c.req.parseBody({ all: true }))
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap((issue) => fieldProblems(issue, [])).slice(0, 20)
  throw new Refused({ reason: "invalid", issues })
}
