/** The settings of a policy that the page offers, with their names and what they do. Names only. */
import { FORMATS } from "../../../domain/recalls.ts"
import { SENSITIVE, TYPES } from "../../../domain/types.ts"
import { SENSITIVE_NAMES } from "../../../policy/sensitive-names.ts"
import { TYPE_NAMES } from "../../memories/memory-parts.tsx"

type Choice = readonly [value: string, text: string]

interface FieldWords {
  /** True for settings that most servers leave as they are. */
  advanced?: true
  /** The part and the field, such as `gate.mode`: the name of the form's field too. */
  field: string
  label: string
  help: string
}

/** `list`: any of the choices. A number without a value gets its default. */
export type PolicyField = FieldWords &
  (
    | { kind: "switch" }
    | { kind: "choice"; choices: readonly Choice[] }
    | { kind: "number"; step: string }
    | { kind: "list"; choices: readonly Choice[] }
  )

export interface FieldGroup {
  title: string
  lead: string
  fields: readonly PolicyField[]
}

export const FORMAT_NAMES: Record<(typeof FORMATS)[number], string> = {
  json: "JSON",
  xml: "XML",
  block: "Plain text, grouped",
  tagged: "Plain text, tagged lines",
  narrative: "Sentences",
}

const ALL_TYPES: readonly Choice[] = TYPES.map((type) => [type, TYPE_NAMES[type]])

export const FIELD_GROUPS: readonly FieldGroup[] = [
  {
    title: "Learning",
    lead: "What becomes memory, and who decides.",
    fields: [
      {
        field: "gate.enabled",
        label: "Learn new facts",
        help: "Off: nothing new is saved. People still correct and forget.",
        kind: "switch",
      },
      {
        field: "gate.mode",
        label: "How facts are saved",
        help: "Hidden facts are saved and shown to nobody: good for trying things out.",
        kind: "choice",
        choices: [
          ["auto", "Save automatically"],
          ["manual", "Ask first, in the review inbox"],
          ["shadow", "Save but hide"],
        ],
      },
      {
        field: "gate.min_confidence",
        label: "Minimum confidence",
        help: "0 to 1. Higher saves less, with fewer mistakes.",
        kind: "number",
        step: "0.05",
      },
      {
        field: "gate.min_evidence",
        label: "Minimum number of statements",
        help: "Messages that must say a fact before it is saved, 1 to 10.",
        kind: "number",
        step: "1",
      },
      {
        field: "gate.second_reading",
        label: "Read facts twice",
        advanced: true,
        help: "A model checks each fact it found against the messages before the fact counts.",
        kind: "switch",
      },
      {
        field: "gate.max_writes_per_hour",
        label: "Maximum new facts in an hour",
        help: "0 to 10,000.",
        kind: "number",
        step: "1",
      },
      {
        field: "gate.max_memories_per_subject",
        label: "Maximum facts about one person",
        help: "The least important ones give way at night.",
        kind: "number",
        step: "1",
      },
      {
        field: "gate.allowed_types",
        label: "Types that may be saved",
        help: "All others are refused.",
        kind: "list",
        choices: ALL_TYPES,
      },
      {
        field: "gate.approval_types",
        label: "Types that always wait for approval",
        help: "They go to the review inbox.",
        kind: "list",
        choices: ALL_TYPES,
      },
    ],
  },
  {
    title: "Answering",
    lead: "What is found for a question, and how it is written.",
    fields: [
      {
        field: "recall.enabled",
        label: "Answer from memory",
        help: "Off: every question finds nothing. People still see, export and erase their own.",
        kind: "switch",
      },
      {
        field: "recall.max_items",
        label: "Maximum items",
        help: "1 to 50 facts, notes and messages.",
        kind: "number",
        step: "1",
      },
      {
        field: "recall.max_tokens",
        label: "Maximum tokens",
        advanced: true,
        help: "50 to 8,000, about four letters each. The least important items are cut first.",
        kind: "number",
        step: "1",
      },
      {
        field: "recall.judge",
        label: "Leave out what does not fit",
        advanced: true,
        help: "Estimates how likely each result answers the question, and leaves out the unlikely ones.",
        kind: "switch",
      },
      {
        field: "recall.min_score",
        label: "Minimum likelihood shown",
        advanced: true,
        help: "0 to 1. Results less likely to answer the question are left out.",
        kind: "number",
        step: "0.01",
      },
      {
        field: "recall.min_share",
        label: "Minimum share of the best",
        advanced: true,
        help: "0 to 1. Results that are so much less likely the answer than the best one are left out. For a question that asks for several things, an eighth of it applies.",
        kind: "number",
        step: "0.01",
      },
      {
        field: "recall.elsewhere_weight",
        label: "Weight of other channels",
        advanced: true,
        help: "0 to 1. Lower prefers what was said in the channel of the question.",
        kind: "number",
        step: "0.05",
      },
      {
        field: "recall.diversity",
        label: "Variety",
        advanced: true,
        help: "0 to 1. Higher shows other results that are as good in place of those shown lately.",
        kind: "number",
        step: "0.05",
      },
      {
        field: "recall.format",
        label: "Format for bots",
        advanced: true,
        help: "How bots get the text, unless they ask for another format. People never see it.",
        kind: "choice",
        choices: FORMATS.map((format) => [format, FORMAT_NAMES[format]]),
      },
      {
        field: "recall.rerank",
        label: "Compare the best results again",
        advanced: true,
        help: "A model reads the question beside each of the best results. It costs money.",
        kind: "switch",
      },
      {
        field: "recall.expand_query",
        label: "Widen questions",
        advanced: true,
        help: "A model adds words and dates before the search. It costs money.",
        kind: "switch",
      },
    ],
  },
  {
    title: "Sensitive topics",
    lead: "Refused from any source unless you allow them. A change applies to what is said from then on.",
    fields: [
      {
        field: "sensitive",
        label: "Topics that may be remembered",
        help: "Think of the people it concerns first. Diets and most allergies, such as to nuts or cats, are no health topic and are kept; allergies to medicines such as penicillin are one. That somebody has no children is kept; names and ages of children are not.",
        kind: "list",
        choices: SENSITIVE.map((kind) => [kind, SENSITIVE_NAMES[kind]]),
      },
    ],
  },
]
