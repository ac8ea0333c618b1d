// The geocoder that needs no network: towns of Europe from GeoNames (CC BY 4.0), loaded when first asked.
import type { Language } from '@flotta/core/languages.ts'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { Place } from './contract.ts'
import type { Geocoder } from './provider.ts'

interface Town {
  readonly name: string
  /** ISO 3166 */
  readonly country: string
  /** Two letters, in Italy only. */
  readonly province: string
  readonly lat: number
  readonly lon: number
  readonly population: number
}
interface Towns {
  readonly all: readonly Town[]
  /** Names without accents, in small letters. */
  readonly folded: readonly string[]
  readonly index: KDBush
}

/** A town further away says nothing about a position, km. */
const NEAR_KM = 30

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

let loaded: Promise<Towns> | undefined
async function load(): Promise<Towns> {
  const { default: data } = await import('./data/places.json')
  const all = data.places.split('\n').map((line): Town => {
    const [name = '', country = '', province = '', lat = '0', lon = '0', population = '0'] = line.split('|')
    return { name, country, province, lat: Number.parseInt(lat, 36) / 1e4, lon: Number.parseInt(lon, 36) / 1e4, population: Number.parseInt(population, 36) }
  })
  const index = new KDBush(all.length)
  for (const { lat, lon } of all) index.add(lon, lat)
  index.finish()
  return { all, folded: all.map(t => fold(t.name)), index }
}
const towns = (): Promise<Towns> => {
  loaded ??= load()
  return loaded
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

function placeOf({ name, country, province, lat, lon }: Town, language: Language): Place {
  const region = province === '' ? '' : ` (${province})`
  const abroad = country === 'IT' ? '' : `, ${countryName(country, language)}`
  return { display_name: `${name}${region}${abroad}`, lat, lon, approximate: true, address: { name: null, city: `${name}${region}`, postcode: null } }
}

export const embeddedGeocoder: Geocoder = {
  async reverse(lat, lon, language) {
    const { all, index } = await towns()
    const [first] = around(index, lon, lat, 1, NEAR_KM)
    const town = first === undefined ? undefined : all[first]
    return town === undefined ? [] : [placeOf(town, language)]
  },
  async autocomplete(words, limit, language) {
    const { all, folded } = await towns()
    const wanted = fold(words.trim()).replace(/\s+/g, ' ')
    const [town = '', province = ''] = wanted.split(/[,(]/).map(part => part.replace(')', '').trim())
    const found: { readonly town: Town; readonly rank: number }[] = []
    for (let i = 0; i < folded.length; i++) {
      const name = folded[i] ?? ''
      const at = name.indexOf(town)
      if (at < 0 || (at > 0 && !/[\s'’-]/.test(name[at - 1] ?? ''))) continue
      const candidate = all[i]
      if (candidate === undefined || (province !== '' && fold(candidate.province) !== province && fold(countryName(candidate.country, language)) !== province))
        continue
      found.push({ town: candidate, rank: (name === town ? 2e8 : at === 0 ? 1e8 : 0) + candidate.population + (candidate.country === 'IT' ? 5e7 : 0) })
    }
    return found
      .sort((a, b) => b.rank - a.rank)
      .slice(0, limit)
      .map(f => placeOf(f.town, language))
  },
}
