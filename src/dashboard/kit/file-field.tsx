/** The field with which people choose a file, and its value in a form. A form with one is a `PostForm` with `upload`. */
import { z } from "zod"
import { FieldFrame, type FieldProps, stateOf } from "./field-frame.tsx"

export function FileField(props: FieldProps & { accept: string }) {
  const { problem, attributes } = stateOf(props)
  return (
    <FieldFrame {...props} problem={problem}>
      <input type="file" accept={props.accept} {...attributes} />
    </FieldFrame>
  )
}

/** A chosen file of at most `most` bytes. `instead`: how to bring in a larger one. */
export function chosenFile(most: number, instead: string) {
  return (
    z
      .instanceof(File, {
        error: ({ input }) => (Array.isArray(input) ? "must be a single file" : "must be chosen"),
      })
      // A browser sends a field without a file as one without a name.
      .refine(({ name, size }) => name !== "" || size > 0, "must be chosen")
      .refine(({ size }) => size > 0, "is empty: it has 0 bytes. Choose another one")
      .refine(({ size }) => size <= most, `must be at most ${most / 2 ** 20} MB; ${instead}`)
  )
}
