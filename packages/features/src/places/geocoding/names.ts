// Cities that are their country.
import { placeKey } from '@flotta/core/place-names.ts'

/** Cities with the name of their country: the country is not repeated. */
const IS_COUNTRY: ReadonlySet<string> = new Set([
  'VA Vatican City',
  'MC Monaco',
  'SM San Marino',
  'LU Luxembourg',
  'GI Gibraltar',
])
export const isCountry = (country: string, name: string): boolean =>
  IS_COUNTRY.has(placeKey(country, name))
