// What one record says, a place for each word: filled anew for each record, so that reading fifty parameters leaves nothing behind for the next.
import { type Values, type Word, words } from './telemetry.ts'

const names = Object.keys(words) as readonly Word[]
const places = new Map(names.map((word, i) => [word, i]))
/** Where a word stands in `Spoken`. */
export const indexOfWord = (word: Word): number => places.get(word) as number

export class RecordValues {
  /** By place; NaN: not told. */
  readonly numbers = new Float64Array(names.length).fill(Number.NaN)
  /** By place; '' where the device says that there is none. */
  readonly texts: (string | undefined)[] = names.map(() => undefined)

  /** Where texts stand: there are few, and clearing all places costs six times the numbers. */
  readonly #told: number[] = []

  setText(place: number, text: string): void {
    this.texts[place] = text
    this.#told.push(place)
  }
  clear(): void {
    this.numbers.fill(Number.NaN)
    for (const place of this.#told) this.texts[place] = undefined
    this.#told.length = 0
  }
  get(word: Word): number | string | undefined {
    const place = indexOfWord(word)
    const number = this.numbers[place] as number
    return this.texts[place] ?? (Number.isNaN(number) ? undefined : number)
  }
}

/** By names. */
export function valuesOf(spoken: RecordValues): Values {
  const values: Values = {}
  for (const word of names) {
    const value = spoken.get(word)
    if (value !== undefined) values[word] = value
  }
  return values
}
export function recordValuesOf(values: Values): RecordValues {
  const spoken = new RecordValues()
  for (const [word, value] of Object.entries(values)) {
    if (typeof value === 'string') spoken.setText(indexOfWord(word as Word), value)
    else if (value !== undefined) spoken.numbers[indexOfWord(word as Word)] = value
  }
  return spoken
}
