// Agreements of the demo company that show every state: one ends in five days, one has not begun, one is over, and a guest's share ends soon; one tractor has
// the link to the tachograph platform.
import { DAY } from '@flotta/core/time.ts'
import type { Seed } from '../../seed.ts'
import { agreement } from './contract.ts'

const seed: Seed = async (tx, { now, since, owner, guest, vehicles }) => {
  const vehicleIdOf = (type: string, n: number) =>
    vehicles.filter(v => v.vehicle_type === type)[n]?.id
  const agreementRow = (
    vehicle_id: number | undefined,
    customer_id: number,
    agreement_id: number,
    from: number,
    to: number | null,
  ) =>
    vehicle_id === undefined
      ? []
      : [
          {
            vehicle_id,
            customer_id,
            agreement_id,
            active_from: new Date(from),
            active_to: to === null ? null : new Date(to),
          },
        ]
  await tx
    .insertInto('vehicle_agreements')
    .values([
      ...vehicles
        .filter(v => v.vehicle_type === 'S')
        .flatMap(v => agreementRow(v.id, owner, agreement.eyeshare, since, null)),
      ...agreementRow(vehicleIdOf('V', 1), owner, agreement.carbontax, since, now + 5 * DAY),
      ...agreementRow(vehicleIdOf('T', 0), owner, agreement.crono, now + 14 * DAY, null),
      ...agreementRow(vehicleIdOf('T', 1), owner, agreement.crono, since, now - 2 * DAY),
      ...agreementRow(vehicleIdOf('T', 2), owner, agreement.crono, since, null),
      ...agreementRow(vehicleIdOf('S', 0), guest, agreement.eyepower, since, now + 10 * DAY),
    ])
    .execute()
}
export default seed
