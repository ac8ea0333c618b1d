// eyedoor: the doors now and over time.
import { Instant } from '@flotta/core/contract.ts'
import { z } from 'zod'
import { agreement } from '../../fleet/agreements/contract.ts'
import { serviceData, serviceHistory } from '../contract.ts'
import { door } from './kinds.ts'

const scope = { vehicle: 'visible', agreements: [agreement.eyedoor] } as const

/** true: open, armed, sounding; null: the vehicle does not have it, or never reported it. */
export const DoorStatus = z.object({
  id: z.string(),
  message_datetime: Instant,
  ...door.shape.shape,
})
export type DoorStatus = z.infer<typeof DoorStatus>
/** With the place, for readers who may see the position at that time. */
export const DoorEvent = DoorStatus.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
})
export type DoorEvent = z.infer<typeof DoorEvent>

export const data = serviceData(
  'eyedoor/:id',
  scope,
  'Doors, alarm and siren as they were heard last; null: never told',
  DoorStatus.nullable(),
)
export const history = serviceHistory(
  'eyedoor/:id/history',
  scope,
  'Every change of doors, alarm and siren in a period (31 days at most), oldest first, with its place',
  DoorEvent,
)
