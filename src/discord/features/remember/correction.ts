/** The form to correct a memory, and parsing its submission. Pure. */
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, type Memory } from "../../../domain/types.ts"
import type { Correction } from "../../../memory/write/correction.ts"
import { customId, type Form } from "../../bot/ui/command.ts"
import { formatProfileCursor, type ProfileCursor } from "../../bot/ui/page-cursor.ts"
import { oneLine } from "../../bot/ui/text.ts"
import { paragraphField, selectField } from "../../bot/ui/ui-kit.ts"
import type { Texts } from "../../texts/en.ts"

const LONGEST_FACT = 300

export function correctionForm(
  memory: Memory,
  cursor: ProfileCursor | null,
  { correct, importances, lifetimes }: Texts,
): Form {
  const { fact, importance, lifetime } = memory
  return {
    custom_id: customId("corrected", memory.id, ...(cursor === null ? [] : [formatProfileCursor(cursor)])),
    title: correct.title,
    components: [
      factField(correct.fact, { description: correct.factHint, fact }),
      selectField(
        "importance",
        correct.importance,
        IMPORTANCES.map((value) => ({ value, label: importances[value], default: value === importance })),
      ),
      selectField(
        "lifetime",
        correct.lifetime,
        LIFETIMES.map((value) => ({ value, label: lifetimes[value], default: value === lifetime })),
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
