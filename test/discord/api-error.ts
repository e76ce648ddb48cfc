/** Discord's error answers: `{ code, message, errors }`. */

export class ApiError extends Error {
  readonly status: number
  readonly code: number
  readonly errors: object | undefined

  constructor(status: number, code: number, message: string, errors?: object) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }

  get body(): object {
    return { message: this.message, code: this.code, ...(this.errors && { errors: this.errors }) }
  }
}

export const unauthorized = () => new ApiError(401, 0, "401: Unauthorized")
export const unknown = {
  account: () => new ApiError(404, 10001, "Unknown Account"),
  channel: () => new ApiError(404, 10003, "Unknown Channel"),
  guild: () => new ApiError(404, 10004, "Unknown Guild"),
  member: () => new ApiError(404, 10007, "Unknown Member"),
  message: () => new ApiError(404, 10008, "Unknown Message"),
  webhook: () => new ApiError(404, 10015, "Unknown Webhook"),
  interaction: () => new ApiError(404, 10062, "Unknown interaction"),
  command: () => new ApiError(404, 10063, "Unknown application command"),
}
export const missingAccess = () => new ApiError(403, 50001, "Missing Access")
export const missingPermissions = () => new ApiError(403, 50013, "Missing Permissions")
export const acknowledged = () => new ApiError(400, 40060, "Interaction has already been acknowledged.")
export const notAuthor = () => new ApiError(403, 50005, "Cannot edit a message authored by another user")
export const emptyMessage = () => new ApiError(400, 50006, "Cannot send an empty message")

/** Collects problems of a body by the path of their field; becomes Discord's nested `errors`. */
export class FormProblems {
  private readonly root: Record<string, unknown> = {}
  private count = 0

  add(path: (string | number)[], code: string, message: string): void {
    let node = this.root
    for (const step of path) {
      const next = (node[step] ?? {}) as Record<string, unknown> // Made by this very loop.
      node[step] = next
      node = next
    }
    node._errors = [...((node._errors as unknown[]) ?? []), { code, message }]
    this.count += 1
  }

  /** Requires text whose length is within the limits. */
  length(path: (string | number)[], value: unknown, [min, max]: [number, number]): void {
    if (value === undefined || value === null) {
      if (min > 0) this.add(path, "BASE_TYPE_REQUIRED", "This field is required")
      return
    }
    if (typeof value !== "string") {
      this.add(path, "STRING_TYPE_CONVERT", "Could not interpret as string.")
      return
    }
    const size = [...value].length
    if (size > max) this.add(path, "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`)
    if (size < min) this.add(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
  }

  /** Requires a list whose size is within the limits. */
  size(path: (string | number)[], value: unknown, [min, max]: [number, number]): void {
    const size = Array.isArray(value) ? value.length : 0
    if (size > max || size < min)
      this.add(path, "BASE_TYPE_BAD_LENGTH", `Must be between ${min} and ${max} in length.`)
  }

  throwIfAny(): void {
    if (this.count > 0) throw new ApiError(400, 50035, "Invalid Form Body", this.root)
  }
}
