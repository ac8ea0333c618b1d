// Hubs and points of interest for tests.
import { randomBytes } from 'node:crypto'
import type { Db } from '@flotta/platform/db.ts'
import type { Samples } from '../../samples.ts'
import { createArea } from './queries.ts'
import type { AreaKind } from './rules.ts'

/** Creates an area, by default around the place where test vehicles are. */
export const makeArea = (
  db: Db,
  kind: AreaKind,
  customer_id: number,
  values: Partial<Parameters<typeof createArea>[3]> = {},
  now = Date.now(),
): Promise<number> => {
  const code = randomBytes(4).toString('hex')
  const usual = {
    name: code,
    code,
    color: '#2e51bb',
    radius: 100,
    latitude: 45.4642,
    longitude: 9.19,
    address: null,
    city: null,
    zip_code: null,
  }
  return createArea(db, kind, customer_id, { ...usual, ...values }, now)
}
const sample = (kind: AreaKind): Samples[string] => ({
  make: ({ db, now }, { customer_id, word }) =>
    makeArea(
      db,
      kind,
      customer_id,
      { name: word, code: `${word} ${randomBytes(4).toString('hex')}`, city: word },
      now(),
    ),
  bodies: {
    [`POST /${kind}s`]: {
      name: 'A sample',
      code: 'SAMPLE',
      color: '#123456',
      radius: 50,
      latitude: 45.1,
      longitude: 9.2,
    },
    [`PUT /${kind}s/:id`]: { radius: 60 },
    [`POST /${kind}s/import`]: {
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          properties: { name: 'Imported' },
          geometry: { type: 'Point', coordinates: [9.2, 45.1] },
        },
      ],
    },
  },
})
export const samples: Samples = { hubs: sample('hub'), pois: sample('poi') }
