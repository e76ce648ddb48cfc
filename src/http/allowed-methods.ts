/** Finds the methods that a path has, for a request with another one. Pure. */

interface Route {
  method: string
  /** As hono has it: `/v1/guilds/:g/recall`. */
  path: string
}

/** Returns the methods sorted, such as `["DELETE", "GET", "HEAD"]`; empty if there is no such path. */
export function allowedMethods(routes: readonly Route[], path: string): string[] {
  const given = path.split("/")
  // Middleware stands for all methods of many paths, and answers none.
  const found = routes.filter(({ method, path: known }) => method !== "ALL" && fits(known.split("/"), given))
  const methods = new Set(found.map(({ method }) => method))
  if (methods.has("GET")) methods.add("HEAD")
  return [...methods].sort()
}

function fits(known: readonly string[], given: readonly string[]): boolean {
  return (
    known.length === given.length &&
    known.every((part, index) => (part.startsWith(":") ? given[index] !== "" : part === given[index]))
  )
}
