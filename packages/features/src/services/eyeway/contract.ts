// eyeway: loads, brakes and tyres of the axles, and the reference values of the tyres.
import { ById, endpoint, Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { TireParameters } from '../../fleet/vehicles/contract.ts'
import { measureEndpoints } from '../measures/measures.ts'
import { measures } from './measures.ts'

const agreements = [agreement.eyeway] as const
const scope = { vehicle: 'visible', agreements } as const

/** `odometer` km as shown, `load` and the axles kg, `speed` km/h, linings %, pressures bar, temperatures °C; warnings 0, 1; null: not known. */
export const AxleData = z.object({ message_datetime: Instant, ...measures.shape.shape })
export type AxleData = z.infer<typeof AxleData>

export const { data, history } = measureEndpoints({
  service: 'eyeway',
  agreements,
  shape: AxleData,
  // A row has some forty values.
  points: 500,
  summary: {
    last: 'Axles and tyres as they were last told; null: never told',
    history:
      'Axles and tyres over a period (31 days at most), oldest first, of each about `points`',
  },
})

const limits = {
  max_temp: 200,
  nominal_pressure: 15,
  max_pressure: 15,
} as const satisfies Readonly<Record<keyof TireParameters, number>>
/** Absent: the value stays; null or "" resets it to the default. */
const parameter = (field: keyof TireParameters) =>
  z.preprocess(
    (input: number | '' | null | undefined) => (input === '' ? null : input),
    z.number().positive().max(limits[field]).nullable().optional(),
  )
export const TireParametersForm = z.object({
  max_temp: parameter('max_temp'),
  nominal_pressure: parameter('nominal_pressure'),
  max_pressure: parameter('max_pressure'),
})
export const setTireParameters = endpoint({
  method: 'POST',
  path: '/services/eyeway/:id/tire_parameters',
  summary:
    'Set what pressures (bar) and temperatures (°C) of a vehicle’s tyres are measured against',
  allow: 'edit',
  scope,
  params: ById,
  body: TireParametersForm,
  reply: TireParameters,
  status: 201,
})
