// What the product asks a geocoder, whoever answers.
import type { Language } from '@flotta/core/languages.ts'
import type { Place } from './contract.ts'

/**
 * Degrees. Both answer an empty list when nothing is known; they may reject, which counts as
 * nothing.
 */
export interface Geocoder {
  reverse(lat: number, lon: number, language: Language): Promise<Place[]>
  autocomplete(words: string, limit: number, language: Language): Promise<Place[]>
}

/**
 * Least recently used answers, so that the same place is asked once, also by several at a time; a
 * failure is not remembered.
 */
export function remembering(geocoder: Geocoder, size = 5_000): Geocoder {
  const answers = new Map<string, Promise<Place[]>>()
  const through = (key: string, ask: () => Promise<Place[]>): Promise<Place[]> => {
    const places = answers.get(key) ?? ask()
    answers.delete(key)
    answers.set(key, places)
    places.catch(() => answers.get(key) === places && answers.delete(key))
    for (const oldest of answers.keys()) {
      if (answers.size <= size) break
      answers.delete(oldest)
    }
    return places
  }
  return {
    // four decimals are some ten metres
    reverse: (lat, lon, language) =>
      through(`${language} ${lat.toFixed(4)} ${lon.toFixed(4)}`, () =>
        geocoder.reverse(lat, lon, language),
      ),
    autocomplete: (words, limit, language) =>
      through(`${language} ${limit} ${words.toLowerCase()}`, () =>
        geocoder.autocomplete(words, limit, language),
      ),
  }
}
