// Every vehicle of the installation, as a provider manages them: their data and equipment, never their positions.

import { bulkOf } from '@flotta/core/bulk.ts'
import { Id, Instant } from '@flotta/core/contract.ts'
import { resource } from '@flotta/core/resource.ts'
import { z } from 'zod'
import { NewVehicle, Vehicle, VehicleForm } from '../../fleet/vehicles/contract.ts'

const ProvidedVehicle = Vehicle.pick({
  id: true,
  customer_id: true,
  plate: true,
  serial: true,
  model: true,
  color: true,
  vehicle_type: true,
  vehicle_subtype: true,
  configurations: true,
}).extend({
  customer_name: z.string(),
  retired: z.boolean(),
  /** what it carries now */ device: z
    .object({ id: Id, identifier: z.string(), protocol: z.string(), profile: z.string() })
    .nullable(),
  /** ids of those that its owner holds on it now */ agreements: z.array(z.int()),
  created_at: Instant,
})
export const vehicles = resource('provider/vehicles', {
  record: ProvidedVehicle,
  form: VehicleForm.extend({ retired: z.boolean().default(false) }),
  create_only: { customer_id: Id, ...NewVehicle.shape },
  search: ['plate', 'serial', 'model', 'customer_name'],
  item: ProvidedVehicle.pick({ id: true, plate: true, customer_id: true }),
  list_query: { customer_id: Id.optional() },
  read: 'provider',
  write: 'provider',
})
export const bulk = bulkOf(vehicles)
