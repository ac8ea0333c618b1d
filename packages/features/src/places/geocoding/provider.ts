// The interface of every geocoder.
import type { Language } from '@flotta/core/languages.ts'
import type { Place } from './contract.ts'

/** A place as geocoders return it. */
export type FoundPlace = Omit<Place, 'latitude' | 'longitude'>

/**
 * Positions are in degrees. Both calls answer an empty list when nothing is known; they may reject, which counts as
 * an empty list.
 */
export interface Geocoder {
  reverse(lat: number, lon: number, language: Language): Promise<FoundPlace[]>
  autocomplete(words: string, limit: number, language: Language): Promise<FoundPlace[]>
}

/**
 * Caches the most recently used answers, so that each place is asked once, even by concurrent callers. A
 * failure is not cached.
 */
export function remembering(geocoder: Geocoder, size = 5_000): Geocoder {
  const answers = new Map<string, Promise<FoundPlace[]>>()
  const through = (key: string, ask: () => Promise<FoundPlace[]>): Promise<FoundPlace[]> => {
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
    // Four decimals are some ten metres.
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
