/** The words for an option that a program does not have, with the one that was likely meant. Pure. */

/** Mistyped letters up to which another option is suggested. */
const NEAR = 2

/** `usage` names the program's options. Returns `null` if `error` is about something else. */
export function unknownOptionText(error: Error, usage: string): string | null {
  if (!("code" in error) || error.code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") return null
  const option = /'(-[^']*)'/.exec(error.message)?.[1]
  if (option === undefined) return null
  const known = new Set(usage.match(/(?<![\w-])--[a-z][a-z-]*/g))
  const [nearest] = [...known]
    .map((name) => ({ name, distance: editDistance(option, name) }))
    .filter(({ distance }) => distance <= NEAR)
    .sort((a, b) => a.distance - b.distance)
  return `There is no option ${option}.${nearest ? ` Did you mean ${nearest.name}?` : ""}`
}

/** Levenshtein's distance: how many letters to insert, delete or replace to make one text of the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (row[column] ?? 0) + (letter === other ? 0 : 1),
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}
