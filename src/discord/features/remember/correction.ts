/** The form to correct a memory, and parsing its submission. Pure. */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, type Memory } from "../../../domain/types.ts"
import type { Correction } from "../../../memory/write/correct.ts"
import { customId, type Form } from "../../bot/ui/command.ts"
import { LIFETIME_NAMES } from "../../bot/ui/memory-texts.ts"
import { formatProfileCursor, type ProfileCursor } from "../../bot/ui/page-cursor.ts"
import { oneLine } from "../../bot/ui/text.ts"
import { paragraphField, selectField } from "../../bot/ui/ui-kit.ts"

const LONGEST_FACT = 300

export function correctionForm(memory: Memory, cursor: ProfileCursor | null): Form {
  const { fact, importance, lifetime } = memory
  return {
    custom_id: customId("corrected", memory.id, ...(cursor === null ? [] : [formatProfileCursor(cursor)])),
    title: "Correct what I remember",
    components: [
      factField("The fact", { description: "One sentence with the name of the person it is about.", fact }),
      selectField(
        "importance",
        "Importance",
        IMPORTANCES.map((value) => ({ value, label: value, default: value === importance })),
      ),
      selectField(
        "lifetime",
        "How long to keep it after it was last said",
        LIFETIMES.map((value) => ({ value, label: LIFETIME_NAMES[value], default: value === lifetime })),
      ),
    ],
  }
}

/**
 * The field to reword a fact. The fact is truncated to the field's limit: Discord refuses a form with a
 * longer value.
 */
export function factField(label: string, { fact, description }: { fact: string; description?: string }) {
  return paragraphField("fact", label, {
    ...(description === undefined ? {} : { description }),
    value: oneLine(fact, LONGEST_FACT),
    min: 1,
    max: LONGEST_FACT,
    required: true,
  })
}

const FieldsSchema = z.object({
  fact: z
    .string()
    .transform((words) => oneLine(words, LONGEST_FACT))
    .refine((words) => /[\p{L}\p{N}]/u.test(words)),
  importance: z.enum(IMPORTANCES).optional().catch(undefined),
  lifetime: z.enum(LIFETIMES).optional().catch(undefined),
})

/** Returns the fields that differ from the memory, or `null` if the fact is empty. */
export function parseCorrection(fields: Record<string, string>, memory: Memory): Correction | null {
  const read = FieldsSchema.safeParse(fields).data
  if (!read) return null
  const { fact, importance = memory.importance, lifetime = memory.lifetime } = read
  return {
    ...(fact === oneLine(memory.fact, LONGEST_FACT) ? {} : { fact }),
    ...(importance === memory.importance ? {} : { importance }),
    ...(lifetime === memory.lifetime ? {} : { lifetime }),
  }
}
