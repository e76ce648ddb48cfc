/**
 * Checks the components of a message or modal against Discord's limits, in both generations of components.
 */
import type { FormProblems } from "./api-error.ts"
import { type Loose, listOf } from "./loose.ts"

type Path = (string | number)[]

export const COMPONENTS_V2 = 1 << 15
const [ROW, BUTTON, TEXT_INPUT, SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL] = [
  1, 2, 4, 9, 10, 11, 12, 13, 14, 17, 18,
]
const SELECTS = [3, 5, 6, 7, 8]
const TOP_V2 = [ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER]
const IN_CONTAINER = TOP_V2.filter((type) => type !== CONTAINER)

export function checkComponents(components: unknown, v2: boolean, problems: FormProblems): void {
  const list = listOf(components)
  const all = list.flatMap(flattened)
  if (v2 && all.length > 40)
    problems.add(["components"], "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 40 in length.")
  if (!v2) problems.size(["components"], list, [0, 5])
  const words = all.reduce((sum, one) => sum + (one.type === TEXT ? String(one.content ?? "").length : 0), 0)
  if (words > 4000)
    problems.add(
      ["components"],
      "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
      "The total amount of text within displayable components must be 4000 or fewer in length.",
    )
  checkIds(all, problems)
  list.forEach((one, index) => {
    checkOne(one, ["components", index], { allowed: v2 ? TOP_V2 : [ROW], problems })
  })
}

/** A modal: rows of one text input, labels with one field, or text. */
export function checkModal(data: Loose, problems: FormProblems): void {
  problems.length(["title"], data.title, [1, 45])
  problems.length(["custom_id"], data.custom_id, [1, 100])
  problems.size(["components"], data.components, [1, 5])
  checkIds(listOf(data.components).flatMap(flattened), problems)
  listOf(data.components).forEach((one, index) => {
    const path = ["components", index]
    if (one.type === LABEL) {
      problems.length([...path, "label"], one.label, [1, 45])
      problems.length([...path, "description"], one.description, [0, 100])
      if ((one.component as Loose | undefined)?.label !== undefined)
        problems.add(
          [...path, "component", "label"],
          "LABEL_NOT_ALLOWED",
          "A component in a label has no label.",
        )
      checkOne((one.component ?? {}) as Loose, [...path, "component"], {
        allowed: [TEXT_INPUT, ...SELECTS],
        problems,
      })
    } else checkOne(one, path, { allowed: [ROW, TEXT], inRow: [TEXT_INPUT], problems })
  })
}

interface Rule {
  allowed: (number | undefined)[]
  inRow?: (number | undefined)[]
  problems: FormProblems
}

function checkOne(one: Loose, path: Path, rule: Rule): void {
  const { problems } = rule
  if (!rule.allowed.includes(Number(one.type))) {
    const choices = 'Value of field "type" must be one of the allowed.'
    problems.add([...path, "type"], "UNION_TYPE_CHOICES", choices)
    return
  }
  const within = (key: string, allowed: Rule["allowed"]) =>
    listOf(one[key]).forEach((child, index) => {
      checkOne(child, [...path, key, index], { ...rule, allowed })
    })
  if (one.type === ROW) {
    problems.size([...path, "components"], one.components, [1, 5])
    if (listOf(one.components).some((child) => child.type !== BUTTON))
      problems.size([...path, "components"], one.components, [1, 1])
    within("components", rule.inRow ?? [BUTTON, ...SELECTS])
  } else if (one.type === CONTAINER) {
    problems.size([...path, "components"], one.components, [1, 40])
    within("components", IN_CONTAINER)
  } else if (one.type === SECTION) {
    problems.size([...path, "components"], one.components, [1, 3])
    within("components", [TEXT])
    checkOne((one.accessory ?? {}) as Loose, [...path, "accessory"], {
      ...rule,
      allowed: [BUTTON, THUMBNAIL],
    })
  } else checkLeaf(one, path, problems)
}

function checkLeaf(one: Loose, path: Path, problems: FormProblems): void {
  if (one.type === TEXT) problems.length([...path, "content"], one.content, [1, 4000])
  if (one.type === BUTTON) checkButton(one, path, problems)
  if (SELECTS.includes(Number(one.type))) checkSelect(one, path, problems)
  if (one.type !== TEXT_INPUT) return
  problems.length([...path, "custom_id"], one.custom_id, [1, 100])
  problems.length([...path, "label"], one.label, [0, 45])
  problems.length([...path, "placeholder"], one.placeholder, [0, 100])
  problems.length([...path, "value"], one.value, [0, Number(one.max_length ?? 4000)])
}

function checkButton(one: Loose, path: Path, problems: FormProblems): void {
  const link = one.style === 5
  problems.length([...path, "label"], one.label, [one.emoji === undefined ? 1 : 0, 80])
  if (link) problems.length([...path, "url"], one.url, [1, 512])
  else problems.length([...path, "custom_id"], one.custom_id, [1, 100])
  if (![1, 2, 3, 4, 5].includes(Number(one.style)))
    problems.add([...path, "style"], "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")
}

function checkSelect(one: Loose, path: Path, problems: FormProblems): void {
  problems.length([...path, "custom_id"], one.custom_id, [1, 100])
  problems.length([...path, "placeholder"], one.placeholder, [0, 150])
  if (one.type !== 3) return
  problems.size([...path, "options"], one.options, [1, 25])
  const values = listOf(one.options).map((option) => option.value)
  if (new Set(values).size < values.length)
    problems.add(
      [...path, "options"],
      "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
      "The specified option value is already used",
    )
  listOf(one.options).forEach((option, index) => {
    const at = [...path, "options", index]
    problems.length([...at, "label"], option.label, [1, 100])
    problems.length([...at, "value"], option.value, [1, 100])
    problems.length([...at, "description"], option.description, [0, 100])
  })
}

function checkIds(all: Loose[], problems: FormProblems): void {
  const ids = all.flatMap((one) => (typeof one.custom_id === "string" ? one.custom_id : []))
  if (new Set(ids).size < ids.length)
    problems.add(["components"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
}

/** Returns a component and all components within it. */
function flattened(one: Loose): Loose[] {
  const inner = [
    ...listOf(one.components),
    ...[one.accessory, one.component].filter((it) => it !== undefined),
  ]
  return [one, ...inner.flatMap((it) => flattened(it as Loose))]
}
