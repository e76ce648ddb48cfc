/** A bounded memory of what was worked out lately, in this isolate only: what was used longest ago makes room. */
export class Recent<V> {
  private readonly kept = new Map<string, V>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: string): V | undefined {
    const value = this.kept.get(key)
    if (value === undefined) return undefined
    // A Map keeps the order of insertion: to be used is to be put last.
    this.kept.delete(key)
    this.kept.set(key, value)
    return value
  }

  set(key: string, value: V): void {
    this.kept.delete(key)
    this.kept.set(key, value)
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) return
      this.kept.delete(oldest)
    }
  }

  get size(): number {
    return this.kept.size
  }
}
