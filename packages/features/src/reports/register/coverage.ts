// Which vehicles have the temperature register: those whose temperatures are visible to a company that has it (`t_check`), as owner or as guest (register.1).
import type { Context, VisibleVehicle } from '@flotta/platform/feature.ts'
import { temperatureAgreements } from '../../services/eyecold/kinds.ts'

/** The condition in SQL. Both parameters are SQL expressions: a vehicle's id and a time. */
export const isCovered = (vehicle_id: string, now: string): string => `exists (
  select from vehicle_agreements a join customers k on k.id = a.customer_id
  where a.vehicle_id = ${vehicle_id} and a.agreement_id in (${temperatureAgreements.join(', ')}) and a.active_from <= ${now} and (a.active_to is null or a.active_to > ${now})
    and k.deleted_at is null and k.configurations ->> 't_check' = '1')`

export async function hasRegister(
  { pool, now }: Pick<Context, 'pool' | 'now'>,
  { vehicle_id }: Pick<VisibleVehicle, 'vehicle_id'>,
): Promise<boolean> {
  const { rows } = await pool.query<{ covered: boolean }>({
    name: 'register covers',
    text: `select ${isCovered('$1', '$2')} as covered`,
    values: [vehicle_id, new Date(now())],
  })
  return rows[0]?.covered ?? false
}
