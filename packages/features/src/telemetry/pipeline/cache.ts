// A bounded cache of rows that ingest asks for again and again; the database tells when one has changed.

/** Least recently used entries leave first. */
export class Cache<V> {
  readonly #entries = new Map<number, V>()
  readonly #size: number
  /** Counts what was forgotten: what was being read meanwhile may be old already and is not kept. */
  #forgotten = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Values of all ids; those not in it are read by one `load`. Ids that it does not know are missing in the answer. */
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
  /** The value, which nobody else gets until it is put back. */
  take(id: number): V | undefined {
    const value = this.#entries.get(id)
    if (value !== undefined) this.#entries.delete(id)
    return value
  }
  /** Forgets all others. */
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
