/** Every verb that makes facts, and the rule it follows. */
import { EVENT_RULES } from "./event-rules.ts"
import { LIFE_RULES } from "./life-rules.ts"
import { TASTE_RULES } from "./taste-rules.ts"
import type { VerbRule } from "./verb-rule.ts"
import type { Form } from "./verbs.ts"
import { WORK_RULES } from "./work-rules.ts"

export const VERB_RULES: Record<string, VerbRule> = {
  ...LIFE_RULES,
  ...WORK_RULES,
  ...TASTE_RULES,
  ...EVENT_RULES,
}

export function allows(rule: VerbRule, form: Form): boolean {
  return rule.forms.split(" ").includes(form)
}
