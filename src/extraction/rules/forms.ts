/**
 * Reads forms that people fill in to introduce themselves, "Name: Ana Age: 24 Timezone: EST", as statements in first
 * person, for the tables to read. A line is a key, its statement with "{a}" for the value. Pure.
 */

interface FormKey {
  key: RegExp
  said: string
  /** It tells of a person even alone: a location or a role may be an event's or a server's. */
  isPersonal: boolean
  /** Its value may hold commas. */
  isList?: boolean
}

const key = (words: string, said: string, isPersonal: boolean, isList = false): FormKey => ({
  key: new RegExp(`^(?:${words})$`, "i"),
  said,
  isPersonal,
  isList,
})

const KEYS: readonly FormKey[] = [
  key("(?:my |nick)?name|preferred name|goes by", "call me {a}", false),
  key("age", "i am {a} years old", true),
  key("(?:my )?pronouns?", "my pronouns are {a}", true),
  key("(?:my )?(?:tz|time ?zone)", "i am in {a}", true),
  key("from|country|hometown|nationality", "i am from {a}", false),
  key("location|loc|city|based in|living in|lives in", "i live in {a}", false),
  key("job|work|occupation|profession", "i am a {a}", false),
  key("(?:main|role|class)", "i main {a}", false),
  key("languages?(?: spoken)?", "i speak {a}", true, true),
  key("pets?", "i have {a}", false, true),
  key("(?:birthday|bday|b-?day)", "my birthday is {a}", true),
  key("instruments?", "i play {a}", false, true),
]
const ANY_KEY = new RegExp(
  `(?:^|[\\s,;|/·•*_-])(?<key>${KEYS.map(({ key }) => key.source.slice(1, -1)).join("|")})[*_]{0,2} ?[:=][*_]{0,2}\\s*`,
  "gi",
)
/** A form has at least so many keys. */
const FEWEST = 2
const NOTHING = /^(?:n\/?a|none|no|-+|\?+|secret|private|unknown|idk|ask|tba|x)?$/i

/** Returns what a form says, or nothing if the text is none. */
export function formStatements(text: string): string[] {
  const found = [...text.matchAll(ANY_KEY)].map((match) => {
    const name = match.groups?.key ?? ""
    return {
      form: KEYS.find(({ key }) => key.test(name)),
      from: match.index,
      to: match.index + match[0].length,
    }
  })
  const isPersonal = found.some(({ form }) => form?.isPersonal)
  const isForm = found.length >= FEWEST || (found.length === 1 && found[0]?.from === 0)
  if (!isPersonal || !isForm) return []
  return found.flatMap(({ form, to }, index) => {
    const value = valueIn(text.slice(to, found[index + 1]?.from), form?.isList === true)
    return form === undefined || NOTHING.test(value) ? [] : [form.said.replace("{a}", value)]
  })
}

function valueIn(text: string, isList: boolean): string {
  const [first = ""] = text.split(isList ? /[\n|;·•]/ : /[\n|;·•,]|\s[/-]\s/)
  const value = first.replace(/[*_]+/g, "").replace(/^[\s/-]+|[\s.,/|-]+$/g, "")
  return isList ? value.replace(/\s*[,/&]\s*/g, " and ") : value
}
