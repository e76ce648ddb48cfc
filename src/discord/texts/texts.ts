/**
 * Chooses texts by language: a person's own for what only they see, the server's for what everybody sees. Pure. Decision
 * 057 gives the reasons.
 */
import { DE } from "./de.ts"
import { EN, type Texts } from "./en.ts"
import { ES } from "./es.ts"

const TABLES: Record<string, Texts> = { en: EN, de: DE, es: ES }

export const ALL_TEXTS: readonly Texts[] = Object.values(TABLES)

/** `locale` in Discord's notation, such as "de" or "es-419". Languages without texts get English. */
export function textsIn(locale: string): Texts {
  return TABLES[languageIn(locale)] ?? EN
}

function languageIn(locale: string): string {
  return locale.split("-", 1)[0] ?? "en"
}

/** Puts values into a text. Throws if it names a value that is not given: that is a bug. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}}`)
    return String(value)
  })
}

/** Chooses the form for a number and puts it in, written as the language writes it. */
export function counted(forms: { one: string; other: string }, count: number, locale: string): string {
  const form = new Intl.PluralRules(languageIn(locale)).select(count) === "one" ? forms.one : forms.other
  return fill(form, { count: count.toLocaleString(languageIn(locale)) })
}
