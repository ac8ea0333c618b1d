// Samples of devices as a provider manages them.
import { randomInt } from 'node:crypto'
import type { Samples } from '../../samples.ts'
import '../../telemetry/registry/tables.ts'

export const samples: Samples = {
  'provider/devices': {
    make: async ({ db }) => {
      const { id } = await db
        .insertInto('devices')
        .values({
          imei: String(randomInt(1e14, 2e14)),
          protocol: 'teltonika',
          profile: 'fmb1xx',
          unit_code: null,
          reporting_interval: null,
          wiring: '{}',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    bodies: {
      'PUT /provider/devices/:id': { unit_code: 'A1' },
      'PUT /provider/devices/:id/wiring': { wiring: { door_1: '' } },
      'POST /provider/devices/:id/parameters/read': { ids: ['2004'] },
      'POST /provider/devices/:id/parameters/write': { values: [{ id: '2005', value: '5000' }] },
      'POST /provider/devices/:id/requests': { request: 'position' },
    },
    unlisted: true,
  },
}
