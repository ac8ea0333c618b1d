// A queue of whole numbers by their keys, the smallest first.

export class Heap {
  readonly #nodes: number[] = []
  readonly #keys: number[] = []
  /** Key of what `pop` gives next. */
  get key(): number {
    return this.#keys[0] ?? Number.POSITIVE_INFINITY
  }
  push(node: number, key: number): void {
    let i = this.#nodes.length
    while (i > 0) {
      const parent = (i - 1) >> 1
      const above = this.#keys[parent] ?? 0
      if (above <= key) break
      this.#set(i, this.#nodes[parent] ?? 0, above)
      i = parent
    }
    this.#set(i, node, key)
  }
  /** −1 when empty. */
  pop(): number {
    const top = this.#nodes[0]
    const node = this.#nodes.pop()
    const key = this.#keys.pop()
    if (top === undefined || node === undefined || key === undefined) return -1
    const size = this.#nodes.length
    if (size === 0) return top
    let i = 0
    for (;;) {
      let child = i * 2 + 1
      if (child >= size) break
      if (child + 1 < size && (this.#keys[child + 1] ?? 0) < (this.#keys[child] ?? 0)) child++
      const below = this.#keys[child] ?? 0
      if (below >= key) break
      this.#set(i, this.#nodes[child] ?? 0, below)
      i = child
    }
    this.#set(i, node, key)
    return top
  }
  #set(i: number, node: number, key: number): void {
    this.#nodes[i] = node
    this.#keys[i] = key
  }
}
