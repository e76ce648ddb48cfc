/** The design tokens of Open Props that the style sheet uses, and no others. */
import borders from "open-props/src/borders"
import colors from "open-props/src/colors"
import easings from "open-props/src/easing"
import fonts from "open-props/src/fonts"
import sizes from "open-props/src/sizes"

const ALL = new Map<string, string>(
  [borders, colors, easings, fonts, sizes].flatMap((group) =>
    Object.entries(group).map(([name, value]) => [name, String(value)] as const),
  ),
)

/** Returns the declarations of the tokens that a style sheet refers to, and of those they refer to. */
export function tokensIn(css: string): string {
  const found = new Map<string, string>()
  const collect = (text: string) => {
    for (const [, name = ""] of text.matchAll(/var\((--[\w-]+)/g)) {
      const value = ALL.get(name)
      if (value === undefined || found.has(name)) continue
      found.set(name, value)
      collect(value)
    }
  }
  collect(css)
  return [...found].map(([name, value]) => `${name}:${value}`).join(";")
}
