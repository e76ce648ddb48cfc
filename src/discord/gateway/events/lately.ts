/** What this isolate was told lately: bounded, lost with it, and never more than a hint. */

export class Lately<Value> {
  readonly #most: number
  readonly #told = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#told.get(key)
  }

  /** The one told longest ago makes room. */
  set(key: string, value: Value): void {
    this.#told.delete(key)
    this.#told.set(key, value)
    const [oldest] = this.#told.keys()
    if (this.#told.size > this.#most && oldest !== undefined) this.#told.delete(oldest)
  }

  delete(key: string): void {
    this.#told.delete(key)
  }

  clear(): void {
    this.#told.clear()
  }
}
