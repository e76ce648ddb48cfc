/** The form of text that people write and the database stores. */
import { z } from "zod"

/** C0 controls and DEL, except tab and line breaks. */
const CONTROLS = /[^\P{Cc}\t\n\r\u0080-\u009f]/u

/**
 * A zod schema for text by people: well-formed Unicode without control characters except tab and line breaks.
 */
export function plainText(max: number, min = 0) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => value.isWellFormed(), "contains a lone surrogate")
    .refine((value) => !CONTROLS.test(value), "contains a control character")
}
