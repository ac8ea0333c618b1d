// Tools about vehicles: which exist, where they are, who drives them and where they went.
import { z } from 'zod'
import * as activities from '../../fleet/activities/contract.ts'
import { list as listOfVehicles } from '../../fleet/vehicles/contract.ts'
import { allPins, onePin } from '../../map/global-map/contract.ts'
import * as eyegeo from '../../services/eyegeo/contract.ts'
import { vehicleId } from './find-vehicle.ts'
import { firstRows, periodFields, periodOf, tool, Vehicle } from './tools.ts'

const POSITION = {
  'latitude, longitude': 'degrees, WGS 84',
  speed: 'km/h',
  direction: 'degrees clockwise from north',
  'message_datetime, gps_datetime, motion_since': 'ISO 8601, UTC',
  'T1–T4, setpoint_t1–t3': '°C',
}
const TRIP = {
  km: 'km',
  max_speed: 'km/h',
  'duration, idling': 'seconds',
  'period_from, period_to': 'ISO 8601, UTC; period_to null: under way',
}

export const vehicleTools = [
  tool({
    name: 'find_vehicles',
    title: 'Find vehicles',
    description:
      'Vehicles that the owner of the token sees, by plate, serial or model; with their id, type, fleet and status. Without words all of them.',
    units: { 'message_datetime, motion_since': 'ISO 8601, UTC' },
    input: z.object({ words: z.string().trim().max(100).optional() }),
    ask: async ({ words }, { call }) => {
      const { data, meta } = await call(listOfVehicles, {
        query: { per_page: 100, ...(words !== undefined && { search: words }) },
      })
      return firstRows(data, meta.total)
    },
  }),
  tool({
    name: 'where_is',
    title: 'Where a vehicle is',
    description:
      'The last known position of one vehicle, since when it moves, idles or is parked, its speed, driver and open alerts. `message_datetime` says how old it is. In a private time there is no position.',
    units: POSITION,
    input: z.object({ vehicle: Vehicle }),
    ask: async ({ vehicle }, api) =>
      api.call(onePin, { params: { id: await vehicleId(api, vehicle) } }),
  }),
  tool({
    name: 'where_are_all',
    title: 'Where all vehicles are',
    description: 'The last known position and state of every vehicle that the owner sees.',
    units: POSITION,
    input: z.object({}),
    ask: async (_, { call }) => firstRows((await call(allPins, {})).data),
  }),
  tool({
    name: 'who_drove',
    title: 'Who drove a vehicle',
    description: 'The drivers of a vehicle in a period, newest first, each from when until when.',
    units: { 'period_from, period_to': 'ISO 8601, UTC; period_to null: still driving' },
    input: z.object({ vehicle: Vehicle, ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const params = { id: await vehicleId(api, vehicle) }
      const { data } = await api.call(activities.history, { params, query })
      return { ...firstRows(data), period }
    },
  }),
  tool({
    name: 'trips',
    title: 'Trips of a vehicle',
    description:
      'The trips of a vehicle in a period, newest first, with distance, duration and highest speed. A trip that reaches beyond the period is cut to it; `whole` says when it really was.',
    units: TRIP,
    input: z.object({ vehicle: Vehicle, ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const params = { id: await vehicleId(api, vehicle) }
      const { data } = await api.call(eyegeo.tripHistory, { params, query })
      return { ...firstRows(data.map(({ path: _, ...trip }) => trip)), period }
    },
  }),
  tool({
    name: 'stops',
    title: 'Stops of a vehicle',
    description: 'Where a vehicle stood between its trips in a period, and for how long.',
    units: {
      'duration, idling': 'seconds',
      'latitude, longitude': 'degrees, WGS 84',
      'period_from, period_to': 'ISO 8601, UTC; period_to null: it still stands there',
    },
    input: z.object({ vehicle: Vehicle, ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const params = { id: await vehicleId(api, vehicle) }
      const { data } = await api.call(eyegeo.history, { params, query })
      return { ...firstRows(data.stops), period }
    },
  }),
]
