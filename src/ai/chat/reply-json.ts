/** Finds the JSON in what a model wrote: alone, in a code fence, or with text around it. Pure. It never mends JSON: a reply cut short must not pass for a whole one. */

export type Found = { kind: "json"; value: unknown } | { kind: "cut_short" } | { kind: "none" }

const CLOSERS: Record<string, string> = { "{": "}", "[": "]" }

/**
 * The first balanced JSON object or array of a reply, thoughts in `<think>` aside. Bracketed prose is passed over. A
 * bracket that never closes ends the search: what stands inside it is a part, and a part is not the reply.
 */
export function findJson(reply: string): Found {
  const whole = parsed(reply)
  if (whole && typeof whole.value === "object") return { kind: "json", value: whole.value }
  const text = reply.replace(/^[\s\S]*?<\/think>/, "")
  let from = text.search(/[{[]/)
  while (from >= 0) {
    const end = endOfBracket(text, from)
    if (end === null) return { kind: "cut_short" }
    const inner = parsed(text.slice(from, end))
    if (inner) return { kind: "json", value: inner.value }
    const next = text.slice(end).search(/[{[]/)
    from = next < 0 ? -1 : end + next
  }
  return { kind: "none" }
}

function parsed(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null // fallback: not JSON, so the search goes on
  }
}

/** Just past the bracket that closes the one at `start`, strings minded; null where none does. */
function endOfBracket(text: string, start: number): number | null {
  const open: string[] = []
  let inString = false
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (inString) {
      if (char === "\\") at++
      else if (char === '"') inString = false
      continue
    }
    if (char === '"') inString = true
    else if (CLOSERS[char]) open.push(CLOSERS[char])
    else if (char === open.at(-1)) open.pop()
    if (open.length === 0) return at + 1
  }
  return null
}
