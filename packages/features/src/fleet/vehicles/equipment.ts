// Equips a new vehicle in one call with its tracker and the services of its owner.
import { invalid } from '@flotta/core/problem.ts'
import type { Tx } from '@flotta/platform/db.ts'
import type { Context } from '@flotta/platform/feature.ts'
import type { z } from 'zod'
import { createDevice, namedDevice } from '../../telemetry/registry/queries.ts'
import { agreementIds } from '../agreements/contract.ts'
import { createAgreement } from '../agreements/records.ts'
import type { NewVehicle } from './contract.ts'

/**
 * Equips a vehicle.
 * @param held the services that may be given; default: the whole catalogue
 */
export async function equipVehicle(
  ctx: Context,
  tx: Tx,
  { id, customer_id }: { readonly id: number; readonly customer_id: number },
  { device, agreements }: z.output<typeof NewVehicle>,
  held: readonly number[] = agreementIds,
): Promise<void> {
  if (agreements.some(a => !held.includes(a))) throw invalid({ agreements: 'validation.unknown' })
  if (device !== null) {
    const { identifier, ...family } = device
    const form = { ...family, imei: identifier, vehicle_id: id }
    await namedDevice(createDevice({ ...ctx, db: tx }, form), 'device.')
  }
  const active_from = new Date(ctx.now())
  for (const agreement_id of new Set(agreements))
    await createAgreement(tx, {
      vehicle_id: id,
      customer_id,
      agreement_id,
      active_from,
      active_to: null,
    })
}
