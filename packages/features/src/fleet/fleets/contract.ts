// Fleets: each customer's own grouping of the vehicles it sees.

import { bulkOf } from '@flotta/core/bulk.ts'
import { ById, endpoint, Id } from '@flotta/core/contract.ts'
import { nameText } from '@flotta/core/names.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { Vehicle } from '../vehicles/contract.ts'

export const Color = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, 'validation.color')
export const Fleet = z.object({
  id: Id,
  code: z.string(),
  description: z.string(),
  color: z.string(),
})
export type Fleet = z.infer<typeof Fleet>
/** `code` is unique within its customer, regardless of case. */
export const FleetForm = z.object({ code: nameText(30), description: nameText(200), color: Color })

export const fleets = resource('fleets', {
  record: Fleet,
  form: FleetForm,
  search: ['code', 'description'],
})
export const bulk = bulkOf(fleets)

export const setFleet = endpoint({
  method: 'PUT',
  path: '/vehicles/:id/fleet',
  summary:
    'Put a vehicle into one of the caller’s fleets, or with null into none; an owner’s and a guest’s fleets are not the same',
  allow: 'edit',
  scope: { vehicle: 'visible' },
  params: ById,
  body: z.object({ fleet_id: Id.nullable() }),
  reply: Vehicle,
})
