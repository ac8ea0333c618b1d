// A bounded cache of rows that ingest needs often. Its user drops an entry when the database
// reports a change.

/** Least recently used entries leave first. */
export class Cache<V> {
  readonly #entries = new Map<number, V>()
  readonly #size: number
  /**
   * Counts the calls that dropped entries. A value that was being loaded meanwhile may be old and
   * is not cached.
   */
  #forgotten = 0

  constructor(size: number) {
    this.#size = size
  }

  /**
   * The values of these ids; missing ones are read by one `load`. Ids that `load` does not find are
   * missing in the answer.
   */
  async get(
    ids: Iterable<number>,
    load: (ids: number[]) => Promise<ReadonlyMap<number, V>>,
  ): Promise<Map<number, V>> {
    const values = new Map<number, V>()
    const missing: number[] = []
    for (const id of ids) {
      const value = this.#entries.get(id)
      if (value === undefined) missing.push(id)
      else {
        this.#entries.delete(id)
        this.#entries.set(id, value)
        values.set(id, value)
      }
    }
    if (missing.length === 0) return values
    const before = this.#forgotten
    for (const [id, value] of await load(missing)) {
      values.set(id, value)
      if (before === this.#forgotten) this.put(id, value)
    }
    return values
  }
  put(id: number, value: V): void {
    this.#entries.delete(id)
    this.#entries.set(id, value)
    if (this.#entries.size > this.#size)
      for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest)
  }
  /** Removes and returns the value, so that nobody else gets it until it is put back. */
  take(id: number): V | undefined {
    const value = this.#entries.get(id)
    if (value !== undefined) this.#entries.delete(id)
    return value
  }
  /** Drops all other entries. */
  keep(which: (id: number) => boolean): void {
    this.#forgotten++
    for (const id of this.#entries.keys()) if (!which(id)) this.#entries.delete(id)
  }
  forget(id?: number): void {
    this.#forgotten++
    if (id === undefined) this.#entries.clear()
    else this.#entries.delete(id)
  }
}
