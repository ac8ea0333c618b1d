// The geocoder that needs no network: towns of Europe from GeoNames (CC BY 4.0), loaded at first
// use.
import { setImmediate } from 'node:timers/promises'
import { type Language, languages } from '@flotta/core/languages.ts'
import { nameIn, otherNames } from '@flotta/core/place-names.ts'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import { isCountry } from './names.ts'
import type { FoundPlace, Geocoder } from './provider.ts'

interface Town {
  readonly name: string
  /** ISO 3166 */
  readonly country: string
  /** Two letters, for Italy only. */
  readonly province: string
  readonly lat: number
  readonly lon: number
  readonly population: number
}
interface Towns {
  readonly all: readonly Town[]
  /**
   * Towns by the first two letters of every word of their names, so that a search reads a few hundred
   * names instead of all.
   */
  readonly byWord: ReadonlyMap<string, readonly number[]>
  readonly index: KDBush
}

/** A town further away than this does not describe a position, km. */
const NEAR_KM = 30
/** Towns read at once before other work gets its turn: some 5 ms. */
const CHUNK = 4_000
const LETTERS = 2

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** The names by which a town is found. */
const namesOf = ({ name, country }: Town): readonly string[] => [
  ...new Set([
    name,
    ...otherNames(country, name),
    ...(isCountry(country, name) ? languages.map(l => countryName(country, l)) : []),
  ]),
]
/** The beginning of a word in a folded name. */
const WORD = /(?<=^|[\s'’-])[^\s'’-]{2,}/g

let loading: Promise<Towns> | undefined
async function load(): Promise<Towns> {
  const { default: data } = await import('./data/places.json')
  const lines = data.places.split('\n')
  const all: Town[] = []
  const byWord = new Map<string, number[]>()
  const index = new KDBush(lines.length)
  for (const line of lines) {
    if (all.length % CHUNK === 0) await setImmediate()
    const [name = '', country = '', province = '', lat = '0', lon = '0', population = '0'] =
      line.split('|')
    const town: Town = {
      name,
      country,
      province,
      lat: fromBase36(lat) / 1e4,
      lon: fromBase36(lon) / 1e4,
      population: fromBase36(population),
    }
    index.add(town.lon, town.lat)
    for (const start of new Set(
      namesOf(town).flatMap(
        n =>
          fold(n)
            .match(WORD)
            ?.map(word => word.slice(0, LETTERS)) ?? [],
      ),
    )) {
      const bucket = byWord.get(start)
      if (bucket === undefined) byWord.set(start, [all.length])
      else bucket.push(all.length)
    }
    all.push(town)
  }
  await setImmediate()
  index.finish()
  return { all, byWord, index }
}
const fromBase36 = (text: string): number => Number.parseInt(text, 36)
const towns = (): Promise<Towns> => {
  loading ??= load()
  return loading
}

const countryNames = new Map<Language, Intl.DisplayNames>()
function countryName(country: string, language: Language): string {
  let names = countryNames.get(language)
  if (names === undefined) {
    names = new Intl.DisplayNames(language, { type: 'region' })
    countryNames.set(language, names)
  }
  return names.of(country) ?? country
}

function placeOf(town: Town, language: Language): FoundPlace {
  const { country, province, lat, lon } = town
  if (isCountry(country, town.name)) {
    const localName = countryName(country, language)
    return {
      display_name: localName,
      short: localName,
      lat,
      lon,
      approximate: true,
      address: { name: null, city: localName, postcode: null },
    }
  }
  const name = nameIn(language, country, town.name) ?? town.name
  const city = province === '' ? name : `${name} (${province})`
  const fullName = country === 'IT' ? city : `${city}, ${countryName(country, language)}`
  return {
    display_name: fullName,
    short: fullName,
    lat,
    lon,
    approximate: true,
    address: { name: null, city, postcode: null },
  }
}

/** 3: the whole name matches, 2: it begins so, 1: a later word does, 0: no match. */
function matches(town: Town, text: string): number {
  return Math.max(
    ...namesOf(town).map(name => {
      const foldedName = fold(name)
      if (foldedName === text) return 3
      if (foldedName.startsWith(text)) return 2
      return [...foldedName.matchAll(WORD)].some(({ index }) => foldedName.startsWith(text, index))
        ? 1
        : 0
    }),
  )
}

export const embeddedGeocoder: Geocoder = {
  async reverse(lat, lon, language) {
    const { all, index } = await towns()
    const [first] = around(index, lon, lat, 1, NEAR_KM)
    const town = first === undefined ? undefined : all[first]
    return town === undefined ? [] : [placeOf(town, language)]
  },
  /** A name, optionally followed by a province or country: `san giovanni, mi`. */
  async autocomplete(words, limit, language) {
    const { all, byWord } = await towns()
    const [name = '', region = ''] = fold(words.trim())
      .replace(/\s+/g, ' ')
      .split(/[,(]/)
      .map(part => part.replace(')', '').trim())
    const matchingTowns: { readonly town: Town; readonly rank: number }[] = []
    for (const i of byWord.get(name.slice(0, LETTERS)) ?? []) {
      const town = all[i] as Town
      const match = matches(town, name)
      if (
        match === 0 ||
        (region !== '' &&
          fold(town.province) !== region &&
          fold(countryName(town.country, language)) !== region)
      )
        continue
      matchingTowns.push({
        town,
        rank: match * 1e8 + town.population + (town.country === 'IT' ? 5e7 : 0),
      })
    }
    return matchingTowns
      .sort((a, b) => b.rank - a.rank)
      .slice(0, limit)
      .map(f => placeOf(f.town, language))
  },
}
