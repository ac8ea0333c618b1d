import { expect, test } from 'vitest'
import type { Place } from './contract.ts'
import { pickedPlace, pickedPlaceAt } from './rules.ts'

const place = (name: string | null, city: string | null, postcode: string | null): Place => ({
  display_name: 'x',
  short: 'x',
  latitude: 45.123_456_789,
  longitude: 9,
  lat: 45.123_456_789,
  lon: 9,
  approximate: false,
  address: { name, city, postcode },
})

test.each([
  [
    'whole',
    place('Via Roma 1', 'Parma', '43121'),
    { address: 'Via Roma 1', city: 'Parma', zip_code: '43121' },
  ],
  ['of a town', place(null, 'Parma', null), { address: '', city: 'Parma', zip_code: '' }],
  ['unknown', place(null, null, null), { address: '', city: '', zip_code: '' }],
])(
  'an address that is %s has its known parts, and empty ones for the others',
  (_, found, parts) => {
    expect(pickedPlace(found)).toEqual({ latitude: 45.123_457, longitude: 9, ...parts })
  },
)
test('a chosen point keeps its position, even where its address is unknown', () => {
  expect(
    pickedPlaceAt(place('Via Roma', 'Parma', null), { latitude: 44, longitude: 10 }),
  ).toMatchObject({ latitude: 44, longitude: 10, address: 'Via Roma' })
  expect(pickedPlaceAt(undefined, { latitude: 44, longitude: 10 })).toEqual({
    latitude: 44,
    longitude: 10,
    address: '',
    city: '',
    zip_code: '',
  })
})
