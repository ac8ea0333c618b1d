// Planned trips for tests.
import type { Samples } from '../../samples.ts'
import './tables.ts'

const waypoints = [
  {
    address: 'Piacenza (PC)',
    city: 'Piacenza',
    zip_code: '29121',
    lat: 45.0524,
    lng: 9.6934,
    notes: null,
  },
  {
    address: 'Parma (PR)',
    city: 'Parma',
    zip_code: null,
    lat: 44.8015,
    lng: 10.3279,
    notes: 'Ribalta 4',
  },
]
const route = { geometry: '_p~iF~ps|U_ulLnnqC', distance: 62_000, duration: 2_700 }

export const samples: Samples = {
  trips: {
    make: async ({ db, now }, { customer_id, word }) => {
      const row = await db
        .insertInto('planned_trips')
        .values({
          customer_id,
          vehicle_id: null,
          name: `${word} trip`,
          startdate: new Date(now() + 3_600_000),
          arrival: new Date(now() + 3_600_000 + route.duration * 1000),
          waypoints: JSON.stringify(waypoints),
          options: JSON.stringify({ ferry: false, toll: false, motorway: false }),
          route: JSON.stringify(route),
          approximate: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    bodies: {
      'POST /trips': {
        name: 'Sample',
        startdate: new Date(Date.now() + 86_400_000).toISOString(),
        waypoints,
        route,
      },
      'PUT /trips/:id': { name: 'Another' },
    },
  },
}
