// Tools about what the services measure: temperatures, fuel, alerts, maintenance; the search; and reports.
import { z } from 'zod'
import { active, history as incidents } from '../../alerts/incidents/contract.ts'
import { search } from '../../portal/search/contract.ts'
import { temperatures } from '../../reports/register/contract.ts'
import { ReportType, reports, requestReport } from '../../reports/reports/contract.ts'
import { deadlineKinds, dueDates } from '../../services/deadlines/contract.ts'
import * as eyecold from '../../services/eyecold/contract.ts'
import * as eyefuel from '../../services/eyefuel/contract.ts'
import * as eyeservice from '../../services/eyeservice/contract.ts'
import { vehicleId } from './find-vehicle.ts'
import { type ApiAccess, at, firstRows, periodFields, periodOf, tool, Vehicle } from './tools.ts'

const INCIDENT = {
  'created_at, closed_at, acknowledged_at, ends_at': 'ISO 8601, UTC',
  duration: 'seconds',
  severity: '0 event, 1 warning, 2 alarm',
}
const REPORT = {
  'period_from, period_to, created_at, read_at': 'ISO 8601, UTC',
  ready: '0 being made, 1 ready, 2 failed',
  progress: '%',
}
const params = async (api: ApiAccess, vehicle: string) => ({ id: await vehicleId(api, vehicle) })
/** The filter of a list by one vehicle, if one is given. */
const onlyOf = async (api: ApiAccess, vehicle: string | undefined) =>
  vehicle === undefined ? {} : { vehicle_id: await vehicleId(api, vehicle) }

export const coldTools = [
  tool({
    name: 'temperatures_now',
    title: 'Temperatures now',
    description:
      'The newest temperatures of the load, the setpoints and the state of the refrigeration unit of a vehicle, each with its time.',
    units: {
      'T1–T4, setpoint_t1–t3, tolerance': '°C',
      message_datetime: 'ISO 8601, UTC',
    },
    input: z.object({ vehicle: Vehicle }),
    ask: async ({ vehicle }, api) => {
      const { data } = await api.call(eyecold.data, { params: await params(api, vehicle) })
      return { data }
    },
  }),
  tool({
    name: 'temperatures',
    title: 'Temperatures of a period, with verdict',
    description:
      'For each sensor of a vehicle the lowest, highest and mean temperature of a period with their times; the excursions beyond setpoint ± tolerance with their cause; the verdict (within, outside, unknown), gaps and limits. The same figures as on receipts and reports.',
    units: {
      'min, max, mean, peak, setpoint, tolerance': '°C',
      minutes: 'minutes',
      completeness: '%',
      'from, to, min_at, max_at, peak_at, since': 'ISO 8601, UTC',
    },
    input: z.object({ vehicle: Vehicle, ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const { data } = await api.call(temperatures, {
        params: await params(api, vehicle),
        query,
      })
      return { data, period }
    },
  }),
]

export const alertTools = [
  tool({
    name: 'open_alerts',
    title: 'Open alerts',
    description:
      'Alerts that are open now, the gravest and oldest that nobody acknowledged first; of one vehicle or of all.',
    units: INCIDENT,
    input: z.object({
      vehicle: Vehicle.optional(),
      severity: z.literal([0, 1, 2]).optional().describe('0 event, 1 warning, 2 alarm'),
    }),
    ask: async ({ vehicle, severity }, api) => {
      const { data, meta } = await api.call(active, {
        query: { per_page: 100, order: 'weight', severity, ...(await onlyOf(api, vehicle)) },
      })
      return firstRows(data, meta.total)
    },
  }),
  tool({
    name: 'alert_history',
    title: 'Alerts of a period',
    description:
      'Alerts that began in a period, newest first: how long, where, how they ended, who acknowledged them.',
    units: INCIDENT,
    input: z.object({ vehicle: Vehicle.optional(), ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const { data, meta } = await api.call(incidents, {
        query: { ...query, per_page: 100, ...(await onlyOf(api, vehicle)) },
      })
      return { ...firstRows(data, meta.total), period }
    },
  }),
]

export const careTools = [
  tool({
    name: 'fuel_now',
    title: 'Fuel now',
    description: 'The level of the tank of a vehicle as it was heard last, and whether it is open.',
    units: { tank_usage: '%', tank_capacity_l: 'l', message_datetime: 'ISO 8601, UTC' },
    input: z.object({ vehicle: Vehicle }),
    ask: async ({ vehicle }, api) => {
      const { data } = await api.call(eyefuel.data, { params: await params(api, vehicle) })
      return { data }
    },
  }),
  tool({
    name: 'fuel',
    title: 'Fuel of a period',
    description:
      'What was refuelled, stolen and burned in a period, and the consumption; `doubt` says why a figure is not known.',
    units: {
      'level_from, level_to': '%',
      'refuelled, stolen, burned': 'l',
      km: 'km',
      per_100_km: 'l/100 km',
    },
    input: z.object({ vehicle: Vehicle, ...periodFields }),
    ask: async ({ vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const { data } = await api.call(eyefuel.balance, {
        params: await params(api, vehicle),
        query,
      })
      return { data, period }
    },
  }),
  tool({
    name: 'due_dates',
    title: 'Due dates',
    description:
      'What ends or is due, the most pressing first: licences of drivers, maintenance (service, tyres …), costs that repeat (inspection, insurance, tax …), agreements of vehicles.',
    units: {
      due_date: 'last good day, in the time zone of the company',
      'due_km, left_km': 'km',
      'due_hour, left_hour': 'hours of the engine',
      left_days: 'days; negative: overdue',
    },
    input: z.object({
      vehicle: Vehicle.optional(),
      kind: z.enum(deadlineKinds).optional().describe('One sort alone'),
      only_pressing: z.boolean().default(false).describe('Only what is overdue or due soon'),
    }),
    ask: async ({ vehicle, kind, only_pressing }, api) => {
      const { data, meta } = await api.call(dueDates, {
        query: {
          per_page: 100,
          pressing: only_pressing ? '1' : '0',
          ...(kind !== undefined && { kind }),
          ...(await onlyOf(api, vehicle)),
        },
      })
      return firstRows(data, meta.total)
    },
  }),
  tool({
    name: 'maintenance',
    title: 'Maintenance of a vehicle',
    description:
      'When each sort of maintenance was last done on a vehicle and is due again, its counters, and what was spent.',
    units: {
      'km, due_km': 'km',
      'hours, fridge_hours': 'hours',
      'total_expenses, amount': 'EUR',
      'message_datetime, date': 'ISO 8601, UTC',
    },
    input: z.object({ vehicle: Vehicle }),
    ask: async ({ vehicle }, api) => {
      const { data } = await api.call(eyeservice.data, { params: await params(api, vehicle) })
      return { data }
    },
  }),
]

export const officeTools = [
  tool({
    name: 'search',
    title: 'Search everything',
    description:
      'Vehicles, fleets, drivers, areas, reports and whatever else has a name that contains the words, by group.',
    units: {},
    input: z.object({ words: z.string().trim().min(2).max(100) }),
    ask: async ({ words }, { call }) => {
      const { data } = await call(search, { body: { query: words } })
      return { data }
    },
  }),
  tool({
    name: 'request_report',
    title: 'Ask for a report',
    description:
      'Asks for a report (spreadsheet and PDF) of a period, of one vehicle or of all. It is made in the background: `report_state` says when it is ready. Needs a token of the role edit.',
    units: REPORT,
    writes: true,
    input: z.object({
      type: ReportType,
      vehicle: Vehicle.optional(),
      from: at.describe('Begin, ISO 8601 with offset'),
      to: at.describe('End, ISO 8601 with offset; 31 days at most'),
    }),
    ask: async ({ type, vehicle, ...asked }, api) => {
      const { period, query } = periodOf(asked, api)
      const { data } = await api.call(requestReport, {
        body: { type, ...query, ...(await onlyOf(api, vehicle)) },
      })
      return { data, period }
    },
  }),
  tool({
    name: 'report_state',
    title: 'State of a report',
    description: 'Whether a report that was asked for is ready, by its id.',
    units: REPORT,
    input: z.object({ id: z.int().positive().describe('The id that request_report answered') }),
    ask: async ({ id }, { call }) => {
      const { data } = await call(reports.one, { params: { id } })
      return { data }
    },
  }),
]
