// The values of one record, with an index for each word. The object is reused for every record, so that reading many parameters allocates nothing.
import { type Values, type Word, words } from './telemetry.ts'

const names = Object.keys(words) as readonly Word[]
const places = new Map(names.map((word, i) => [word, i]))
/** Index of a word in `RecordValues`. */
export const indexOfWord = (word: Word): number => places.get(word) as number

export class RecordValues {
  /** By index; NaN: the record does not contain it. */
  readonly numbers = new Float64Array(names.length).fill(Number.NaN)
  /** By index; '' when the device reports that there is none. */
  readonly texts: (string | undefined)[] = names.map(() => undefined)

  /** Indices of the texts that are set: there are few, and clearing all of them would take six times as long as clearing the numbers. */
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
  /** Whether the record contains one of the words with these indices. */
  containsAny(places: Uint16Array): boolean {
    const { numbers, texts } = this
    for (let i = 0; i < places.length; i++)
      if (!Number.isNaN(numbers[places[i] as number] as number)) return true
    if (this.#told.length > 0)
      for (let i = 0; i < places.length; i++)
        if (texts[places[i] as number] !== undefined) return true
    return false
  }
  get(word: Word): number | string | undefined {
    const place = indexOfWord(word)
    const number = this.numbers[place] as number
    return this.texts[place] ?? (Number.isNaN(number) ? undefined : number)
  }
}

/** The values as an object by names. */
export function valuesOf(record: RecordValues): Values {
  const values: Values = {}
  for (const word of names) {
    const value = record.get(word)
    if (value !== undefined) values[word] = value
  }
  return values
}
export function recordValuesOf(values: Values): RecordValues {
  const record = new RecordValues()
  for (const [word, value] of Object.entries(values)) {
    if (typeof value === 'string') record.setText(indexOfWord(word as Word), value)
    else if (value !== undefined) record.numbers[indexOfWord(word as Word)] = value
  }
  return record
}
