// The moment that a person points at, shared by everything that shows the same period side by side: charts, and the track on the map.
import { createContext, use, useEffect, useState } from 'react'

export class Cursor {
  #at: number | null = null
  /** The part under the pointer, which shows the moment in its own way. */
  #source: string | null = null
  readonly #listeners = new Set<() => void>()

  /** Epoch ms; null: nobody points at a moment. */
  get at(): number | null {
    return this.#at
  }
  get source(): string | null {
    return this.#source
  }
  point(at: number | null, source: string): void {
    if (at === null && this.#source !== source) return
    if (at === this.#at && source === this.#source) return
    this.#at = at
    this.#source = at === null ? null : source
    for (const listener of this.#listeners) listener()
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

const CursorContext = createContext<Cursor>(new Cursor())
/** Surrounds parts that share a cursor of their own. */
export const SharedCursor = CursorContext.Provider
export const useCursor = (): Cursor => use(CursorContext)

/** The moment that another source than `source` points at; null: none. */
export function useCursorAt(source: string): number | null {
  const cursor = useCursor()
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    const update = () => setAt(cursor.source === source ? null : cursor.at)
    update()
    return cursor.subscribe(update)
  }, [cursor, source])
  return at
}
