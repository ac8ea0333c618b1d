// Both spellings of coordinates are accepted, and the error names the missing coordinate as the sender spells it.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aliasOf, coordinatesOf, namesPlace } from './place-spelling.ts'

const degrees = z.number().optional()
const Place = z
  .object({
    latitude: degrees,
    longitude: degrees,
    lat: aliasOf('latitude', degrees),
    lng: aliasOf('longitude', degrees),
  })
  .superRefine(namesPlace('lng'))
  .transform(coordinatesOf)

describe('a place [api.125]', () => {
  test.each([
    ['in the one spelling', { latitude: 45, longitude: 9 }],
    ['in the older one', { lat: 45, lng: 9 }],
    ['in both', { latitude: 45, longitude: 9, lat: 45, lng: 9 }],
    [
      'in both spellings, of which a client has changed the older one',
      { latitude: 44, longitude: 8, lat: 45, lng: 9 },
    ],
    ['in a mixture', { latitude: 45, lng: 9 }],
  ])('%s', (_, place) => expect(Place.parse(place)).toEqual({ latitude: 45, longitude: 9 }))
  test.each([
    ['the older latitude alone', { lat: 45 }, ['lng']],
    ['the older longitude alone', { lng: 9 }, ['lat']],
    ['a latitude alone', { latitude: 45 }, ['longitude']],
    ['a longitude alone', { longitude: 9 }, ['latitude']],
    ['nothing', {}, ['lat', 'lng']],
  ])('of %s is refused by the missing name', (_, place, missing) =>
    expect(Place.safeParse(place).error?.issues.map(({ path }) => path.join())).toEqual(missing),
  )
  test('has an older spelling that documents call deprecated', () =>
    expect(z.toJSONSchema(Place, { io: 'input' }).properties?.lng).toMatchObject({
      deprecated: true,
      description: 'Older spelling of `longitude`',
    }))
})
