// Finds the vehicle of a plate or an id.
import { Problem } from '@flotta/core/problem.ts'
import { all as allVehicles } from '../../fleet/vehicles/contract.ts'
import type { ApiAccess } from './tools.ts'

const plain = (plate: string): string => plate.replace(/[\s-]/g, '').toUpperCase()

/** The id of the vehicle with this plate, else of the vehicle with this id. Throws `notFound` where the caller sees neither. */
export async function vehicleId({ call }: ApiAccess, text: string): Promise<number> {
  const { data } = await call(allVehicles, {})
  const byPlate = data.find(({ plate }) => plain(plate) === plain(text))
  const vehicle = byPlate ?? data.find(({ id }) => String(id) === text)
  if (vehicle === undefined) throw new Problem('not_found')
  return vehicle.id
}
