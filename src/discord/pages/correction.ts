/** The form in which a person corrects a memory, and what it says once it is sent. Pure. */
import { type APILabelComponent, ComponentType, TextInputStyle } from "discord-api-types/v10"
import { z } from "zod"
import type { Correction } from "../../memory/correct.ts"
import { IMPORTANCES, LIFETIMES, type Memory } from "../../vocabulary.ts"
import { customId, type Form } from "../command.ts"
import { oneLine } from "../text.ts"
import { type Place, writtenPlace } from "./place.ts"
import { LIFETIME_NAMES } from "./words.ts"

const LONGEST_FACT = 300

export function correctionForm(memory: Memory, place: Place | null): Form {
  const { fact, importance, lifetime } = memory
  return {
    custom_id: customId("corrected", memory.id, ...(place === null ? [] : [writtenPlace(place)])),
    title: "Correct what I remember",
    components: [
      {
        type: ComponentType.Label,
        label: "The fact",
        description: "One sentence, with the name of whom it is about.",
        component: {
          type: ComponentType.TextInput,
          custom_id: "fact",
          style: TextInputStyle.Paragraph,
          value: oneLine(fact, LONGEST_FACT),
          min_length: 1,
          max_length: LONGEST_FACT,
          required: true,
        },
      },
      choiceOf("importance", "How much it matters", {
        options: IMPORTANCES.map((value) => ({ value, label: value })),
        now: importance,
      }),
      choiceOf("lifetime", "How long I keep it since it was last said", {
        options: LIFETIMES.map((value) => ({ value, label: LIFETIME_NAMES[value] })),
        now: lifetime,
      }),
    ],
  }
}

function choiceOf(
  id: string,
  label: string,
  { options, now }: { options: { value: string; label: string }[]; now: string },
): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    component: {
      type: ComponentType.StringSelect,
      custom_id: id,
      required: false,
      options: options.map((option) => ({ ...option, default: option.value === now })),
    },
  }
}

const FieldsSchema = z.object({
  fact: z
    .string()
    .transform((words) => oneLine(words, LONGEST_FACT))
    .refine((words) => /[\p{L}\p{N}]/u.test(words)),
  importance: z.enum(IMPORTANCES).optional().catch(undefined),
  lifetime: z.enum(LIFETIMES).optional().catch(undefined),
})

/** What of the form differs from the memory as it is; null where the fact says nothing. */
export function correctionOf(fields: Record<string, string>, memory: Memory): Correction | null {
  const read = FieldsSchema.safeParse(fields).data
  if (!read) return null
  const { fact, importance = memory.importance, lifetime = memory.lifetime } = read
  return {
    ...(fact === oneLine(memory.fact, LONGEST_FACT) ? {} : { fact }),
    ...(importance === memory.importance ? {} : { importance }),
    ...(lifetime === memory.lifetime ? {} : { lifetime }),
  }
}
