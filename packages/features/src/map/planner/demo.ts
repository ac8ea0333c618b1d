// Planned trips of the demo company: two with a vehicle, one without.
import { DAY, HOUR } from '@flotta/core/time.ts'
import { embeddedRouter } from '../../places/routing/embedded.ts'
import type { Seed } from '../../seed.ts'
import type { RouteOptions, Stop } from './contract.ts'
import { exclusionsIn, pointsOf } from './draft.ts'
import { arrivalOf } from './rules.ts'
import './tables.ts'

const place = (
  address: string,
  city: string,
  zip_code: string,
  lat: number,
  lng: number,
  notes: string | null = null,
): Stop => ({
  address,
  city,
  zip_code,
  lat,
  lng,
  notes,
})
const depot = place('Via dell’Esempio 1', 'Piacenza', '29122', 45.0524, 9.6934)

interface DemoTrip {
  readonly name: string
  /** Time after the company's start, ms; the next full hour counts. */
  readonly after: number
  readonly vehicle: number | null
  readonly waypoints: readonly Stop[]
  readonly toll?: true
}
const trips: readonly DemoTrip[] = [
  {
    name: 'Consegne lungo la via Emilia',
    after: 16 * HOUR,
    vehicle: 0,
    waypoints: [
      depot,
      place(
        'Strada della Prova 12',
        'Parma',
        '43121',
        44.8015,
        10.3279,
        'Ribalta 4, chiedere di Bianchi',
      ),
      place('Via Emilia Ovest 210', 'Modena', '41123', 44.6478, 10.9254),
      place('Interporto, blocco 3', 'Bentivoglio', '40010', 44.6358, 11.4183, 'Chiude alle 17:30'),
    ],
  },
  {
    name: 'Linea Piacenza–Roma',
    after: 2 * HOUR,
    vehicle: 1,
    waypoints: [
      depot,
      place(
        'Centro agroalimentare, porta 2',
        'Guidonia Montecelio',
        '00012',
        41.9357,
        12.6553,
        'Temperatura −18 °C all’arrivo',
      ),
    ],
  },
  {
    name: 'Giro dei laghi, senza pedaggi',
    after: 3 * DAY,
    vehicle: null,
    toll: true,
    waypoints: [
      depot,
      place('Via Paratie 8', 'Brescia', '25125', 45.5257, 10.2283),
      place(
        'Lungolago 40',
        'Desenzano del Garda',
        '25015',
        45.4684,
        10.5352,
        'Scarico a mano, due persone',
      ),
      depot,
    ],
  },
]

const seed: Seed = async (tx, { now, owner, vehicles }) => {
  for (const { name, after, vehicle, waypoints, toll = false } of trips) {
    const options: RouteOptions = { ferry: false, toll, motorway: false }
    const [route] = (await embeddedRouter.directions(pointsOf(waypoints), exclusionsIn(options)))
      .routes
    if (route === undefined) throw new Error(`no way for the demo's trip ${name}`)
    const startdate = Math.ceil((now + after) / HOUR) * HOUR
    await tx
      .insertInto('planned_trips')
      .values({
        customer_id: owner,
        vehicle_id: vehicle === null ? null : (vehicles[vehicle]?.id ?? null),
        name,
        startdate: new Date(startdate),
        arrival: new Date(arrivalOf(startdate, route.duration)),
        waypoints: JSON.stringify(waypoints),
        options: JSON.stringify(options),
        route: JSON.stringify(route),
        approximate: true,
      })
      .execute()
  }
}
export default seed
