// eyecold: the temperatures of the load and the refrigeration unit, now and over time, and the commands to the unit.
import { ById, chartPeriod, endpoint, Instant, text } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { Command, commandCall, Status } from '../commands/contract.ts'
import { serviceData } from '../contract.ts'
import { fridge, temperature } from './kinds.ts'
import { COMPARTMENTS, SETPOINT_MAX, SETPOINT_MIN } from './rules.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyecold, agreement.fridge] } as const

/** °C; null: the sensor reports nothing. */
export const Temperature = z.object({ message_datetime: Instant, ...temperature.shape.shape })
export type Temperature = z.infer<typeof Temperature>
export const Fridge = z.object({ message_datetime: Instant, ...fridge.shape.shape })
export type Fridge = z.infer<typeof Fridge>

/** A value that was requested of the unit, and that its readings do not show yet. */
export const Pending = z.object({ value: z.number(), since: Instant, status: Status }).nullable()
export type Pending = z.infer<typeof Pending>
/** `overall_status` switches the unit, which is its first compartment; the others are switched separately. */
export const pendingFields = [
  'setpoint_t1',
  'setpoint_t2',
  'setpoint_t3',
  'overall_status',
  'operation_status_c2',
  'operation_status_c3',
  'operating_mode',
] as const

export const ColdData = z.object({
  temperature: Temperature.nullable(),
  fridge: Fridge.nullable(),
  pending: z.object({
    setpoint_t1: Pending,
    setpoint_t2: Pending,
    setpoint_t3: Pending,
    overall_status: Pending,
    operation_status_c2: Pending,
    operation_status_c3: Pending,
    operating_mode: Pending,
  }),
  last_command: Command.nullable(),
  /** Number of compartments and sensors, and the tolerance around the setpoint (°C). */
  compartments: z.int(),
  sensors: z.int(),
  tolerance: z.number(),
  /** Whether the unit accepts commands at all, and whether its device is connected now. */
  cmd_enabled: z.boolean(),
  online: z.boolean(),
  /** Work order: its number, and its temperature. */
  odl_num: z.string().nullable(),
  odl_t1: z.number().nullable(),
})
export type ColdData = z.infer<typeof ColdData>

export const data = serviceData(
  'eyecold/:id',
  scope,
  'Temperatures and refrigeration unit as they were heard last, what is awaited of the unit, and the work order',
  ColdData,
)

const OptionalNumber = z.number().nullable()
/** The values of both histories at each moment; null: not received lately. */
export const ColdRow = z.object({
  message_datetime: Instant,
  ...temperature.shape.shape,
  setpoint_t1: OptionalNumber,
  setpoint_t2: OptionalNumber,
  setpoint_t3: OptionalNumber,
  overall_status: OptionalNumber,
  alarm_status: OptionalNumber,
  operation_status_c1: OptionalNumber,
  operation_status_c2: OptionalNumber,
  operation_status_c3: OptionalNumber,
})
export type ColdRow = z.infer<typeof ColdRow>
export const history = endpoint({
  method: 'GET',
  path: '/services/eyecold/:id/history',
  summary:
    'Temperatures and setpoints of a period (31 days at most), oldest first; of each about as many as `points` says, without losing extremes or gaps',
  allow: 'view',
  scope,
  params: ById,
  query: chartPeriod(),
  reply: z.array(ColdRow),
})

export const Celsius = z.int().min(SETPOINT_MIN).max(SETPOINT_MAX)
const Compartment = z.int().min(1).max(COMPARTMENTS)
export const setSetpoint = endpoint({
  ...commandCall,
  scope,
  path: '/services/eyecold/:id/setpoint',
  summary: 'Asks the unit to hold a temperature (°C) in a compartment',
  body: z.object({ compartment: Compartment, value: Celsius }),
})
const SwitchBody = z.object({ compartment: Compartment.default(1) }).nullish()
export const switchOn = endpoint({
  ...commandCall,
  scope,
  path: '/services/eyecold/:id/on',
  summary: 'Asks the unit to start',
  body: SwitchBody,
})
export const switchOff = endpoint({
  ...commandCall,
  scope,
  path: '/services/eyecold/:id/off',
  summary: 'Asks the unit to stop',
  body: SwitchBody,
})
export const setMode = endpoint({
  ...commandCall,
  scope,
  path: '/services/eyecold/:id/mode',
  summary: 'Asks the unit to run continuously (0) or to start and stop (1)',
  body: z.object({ mode: z.union([z.literal(0), z.literal(1)]) }),
})

const WorkOrder = ColdData.pick({ odl_num: true, odl_t1: true })
const ordering = { method: 'PUT', allow: 'edit', scope, params: ById, reply: WorkOrder } as const
export const setOdlNum = endpoint({
  ...ordering,
  path: '/services/eyecold/:id/odl_num',
  summary: 'Writes the number of the work order; empty or null removes it',
  body: z.object({
    value: z.preprocess(
      (value: string | number | null) => (typeof value === 'number' ? String(value) : value),
      text(50).nullable(),
    ),
  }),
})
export const setOdlT1 = endpoint({
  ...ordering,
  path: '/services/eyecold/:id/odl_t1',
  summary: 'Writes the temperature that the work order asks for (°C); null removes it',
  body: z.object({ value: Celsius.nullable() }),
})
